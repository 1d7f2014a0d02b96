import { Loader } from '@mantine/core';
import { Navigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { BundleFailure } from './bundle-failure.tsx';
import classes from './bundle-screen.module.css';
import { ContentBundlePage } from './content-bundle-page.tsx';
import { texts } from './texts.ts';
import { useBundle } from './use-bundle.tsx';

const DocumentBundlePage = lazy(() => import('./document-bundle-page.tsx'));

const Spinner = () => (
  <div className={classes.spinner} role="status" aria-label={texts.loading}>
    <Loader aria-hidden />
  </div>
);

/** One bundle by its type: documents, an app, or a content bundle (BUN-01). */
export default function BundleScreen() {
  const { id = '' } = useParams({ strict: false });
  const { bundle, isLoaded, missing } = useBundle(id);
  if (!bundle) return missing ? <BundleFailure outcome={missing} to="/content" /> : <Spinner />;
  if (bundle.type === 'salestool--miniapp_bundle') return <Navigate to="/apps/$id" params={{ id }} replace />;
  if (bundle.type === 'salestool--document_bundle')
    return (
      <Suspense fallback={<Spinner />}>
        <DocumentBundlePage bundle={bundle} isLoaded={isLoaded} missing={missing} />
      </Suspense>
    );
  if (!bundle.body && missing) return <BundleFailure outcome={missing} title={bundle.title} to="/content" />;
  return bundle.body || isLoaded ? <ContentBundlePage bundle={bundle} /> : <Spinner />;
}
