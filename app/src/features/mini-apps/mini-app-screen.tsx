import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { OfflineToggle } from '#features/resources/offline-toggle.tsx';
import { ButtonLink } from '#navigation/links.tsx';
import { useContentInView, useItemTitle } from '#navigation/page-state.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import { useServices } from '#services.ts';
import type { BundleRecord } from '#storage/records.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { TileSkeletons } from '#ui/skeletons.tsx';
import { useLive } from '#ui/use-live.ts';
import { EmbedApp } from './embed-app.tsx';
import { FullscreenFrame } from './fullscreen-frame.tsx';
import { IframeApp } from './iframe-app.tsx';
import { LinkApp } from './link-app.tsx';
import { isMiniApp, readMiniApp } from './mini-app.ts';
import classes from './mini-app-screen.module.css';
import { texts } from './texts.ts';

/** One app, by its type (APP-01, APP-02, APP-04). */
export default function MiniAppScreen() {
  const { id = '' } = useParams({ strict: false });
  const { bundles } = useServices();
  const bundle = useLive(() => bundles.get(id), [id]);
  const [failure, setFailure] = useState<string | null>(null);
  useItemTitle(bundle?.title);
  useEffect(() => {
    let isHere = true;
    bundles.load(id).then((met) => {
      if (isHere) setFailure(met.ok ? null : met.failure);
    });
    return () => {
      isHere = false;
    };
  }, [bundles, id]);
  useContentInView(bundle?.pulled ?? null, async () => {
    const met = await bundles.load(id, { force: true });
    setFailure(met.ok ? null : met.failure);
    return met;
  });
  if (bundle && isMiniApp(bundle)) return <Running key={bundle.id} bundle={bundle} />;
  if (bundle === undefined || (bundle === null && failure === null)) return <TileSkeletons count={1} />;
  return (
    <ErrorBanner
      text={texts.failed(bundle ? texts.notFound : (failure ?? texts.notFound))}
      action={
        <ButtonLink to="/apps" variant="default">
          {texts.back}
        </ButtonLink>
      }
    />
  );
}

function Running({ bundle }: { bundle: Extract<BundleRecord, { type: 'salestool--miniapp_bundle' }> }) {
  const app = readMiniApp(bundle);
  const title = bundle.title ?? '';
  const summary = bundle.body?.summary;
  return (
    <>
      <PageTitle
        actions={
          app.kind === 'embed' && (
            <OfflineToggle subject={{ kind: 'bundle', id: bundle.id }} className={classes.toggle} />
          )
        }
      >
        {title}
      </PageTitle>
      {summary && <p className={classes.summary}>{summary}</p>}
      {app.kind === 'link' && <LinkApp bundle={bundle} address={app.addresses[0]} />}
      {app.kind === 'iframe' && (
        <FullscreenFrame>
          <IframeApp bundle={bundle} address={app.addresses[0]} />
        </FullscreenFrame>
      )}
      {app.kind === 'embed' && (
        <FullscreenFrame>
          <EmbedApp bundle={bundle} app={app} />
        </FullscreenFrame>
      )}
    </>
  );
}
