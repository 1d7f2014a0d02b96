import { useParams } from '@tanstack/react-router';
import { BundleFailure } from '#features/resources/bundle-failure.tsx';
import { OfflineToggle } from '#features/resources/offline-toggle.tsx';
import { useBundle } from '#features/resources/use-bundle.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import type { BundleRecord } from '#storage/records.ts';
import { TileSkeletons } from '#ui/skeletons.tsx';
import { EmbedApp } from './embed-app.tsx';
import { FullscreenFrame } from './fullscreen-frame.tsx';
import { IframeApp } from './iframe-app.tsx';
import { LinkApp } from './link-app.tsx';
import { isMiniApp, readMiniApp } from './mini-app.ts';
import classes from './mini-app-screen.module.css';

/** One app, by its type (APP-01, APP-02, APP-04). */
export default function MiniAppScreen() {
  const { id = '' } = useParams({ strict: false });
  const { bundle, missing } = useBundle(id);
  if (!bundle) return missing ? <BundleFailure outcome={missing} to="/apps" /> : <TileSkeletons count={1} />;
  if (!isMiniApp(bundle)) return <BundleFailure outcome={{ ok: true }} to="/apps" />;
  return <Running key={bundle.id} bundle={bundle} />;
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
