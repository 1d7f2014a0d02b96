import { useDeferredValue, useState } from 'react';
import { PageTitle } from '#navigation/page-title.tsx';
import { useServices, useWatched } from '#services.ts';
import { Choices } from '#ui/choices.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TileSkeletons } from '#ui/skeletons.tsx';
import { TileList } from '#ui/tile-list.tsx';
import { useLive } from '#ui/use-live.ts';
import tileClasses from './bundle-tile.module.css';
import { BundleTile, tileHeight } from './bundle-tile.tsx';
import { ChannelOnItsWay, useIsOnItsWay } from './channel-on-its-way.tsx';
import { OfflineCount } from './offline-count.tsx';
import classes from './resource-list-screen.module.css';
import { texts } from './texts.ts';

type Kind = 'documents' | 'pages';

/** Document bundles first, and a choice of kind when the channel has pages too; else what there is (RES-01, RES-02). */
export default function ResourceListScreen() {
  const { bundles, session } = useServices();
  const { activeChannelId } = useWatched(session);
  const [chosen, setChosen] = useState<Kind>('documents');
  // Drawn in steps: a slow tablet answers meanwhile.
  const all = useDeferredValue(
    useLive(
      () =>
        bundles.inChannel(activeChannelId ?? '', ['salestool--document_bundle', 'salestool--content_bundle']),
      [activeChannelId],
    ),
  );
  const isOnItsWay = useIsOnItsWay();
  // How many there are is not known before any came.
  const isCounted = all && !(all.length === 0 && isOnItsWay);
  const documents = all?.filter(({ type }) => type === 'salestool--document_bundle') ?? [];
  const pages = all?.filter(({ type }) => type === 'salestool--content_bundle') ?? [];
  const isMixed = documents.length > 0 && pages.length > 0;
  const onlyKind: Kind = pages.length > 0 ? 'pages' : 'documents';
  const kind = isMixed ? chosen : onlyKind;
  const shown = kind === 'documents' ? documents : pages;
  const option = (value: Kind, count: number) => ({
    value,
    label: (
      <span className={classes.option}>
        {texts.types[value]} <span className={classes.count}>{count}</span>
      </span>
    ),
  });
  return (
    <>
      <PageTitle
        inHeaderOnPhone
        aside={isCounted && <OfflineCount bundles={shown} />}
        actions={
          isMixed && (
            <Choices
              aria-label={texts.chooseType}
              value={kind}
              onChange={(value) => setChosen(value as Kind)}
              data={[option('documents', documents.length), option('pages', pages.length)]}
            />
          )
        }
      >
        {texts.resources}
      </PageTitle>
      {!all && <TileSkeletons count={6} />}
      {all &&
        shown.length === 0 &&
        (isOnItsWay ? <ChannelOnItsWay /> : <EmptyState text={texts.empty.content} />)}
      <TileList tiles={shown} className={tileClasses.grid} height={tileHeight}>
        {(bundle) => <BundleTile key={bundle.id} bundle={bundle} to="/content/$id" />}
      </TileList>
    </>
  );
}
