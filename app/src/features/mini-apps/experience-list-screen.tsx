import tileClasses from '#features/resources/bundle-tile.module.css';
import { BundleTile, tileHeight } from '#features/resources/bundle-tile.tsx';
import { ChannelOnItsWay, useIsOnItsWay } from '#features/resources/channel-on-its-way.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import { useServices, useWatched } from '#services.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { TileSkeletons } from '#ui/skeletons.tsx';
import { TileList } from '#ui/tile-list.tsx';
import { useLive } from '#ui/use-live.ts';
import { LinkTileAction } from './link-tile-action.tsx';
import { texts } from './texts.ts';

/** The tile grid of the mini-app type (RES-13); embed and iframe tiles open their page (APP-05). */
export default function ExperienceListScreen() {
  const { bundles, session } = useServices();
  const { activeChannelId } = useWatched(session);
  const apps = useLive(
    () => bundles.inChannel(activeChannelId ?? '', ['salestool--miniapp_bundle']),
    [activeChannelId],
  );
  const isOnItsWay = useIsOnItsWay();
  return (
    <>
      <PageTitle inHeaderOnPhone>{texts.experiences}</PageTitle>
      {!apps && <TileSkeletons count={3} />}
      {apps?.length === 0 && (isOnItsWay ? <ChannelOnItsWay /> : <EmptyState text={texts.empty} />)}
      <TileList tiles={apps ?? []} className={tileClasses.grid} height={tileHeight}>
        {(app) => {
          const isLink = app.miniappType === 'link';
          return (
            <BundleTile
              key={app.id}
              bundle={app}
              to={isLink ? null : '/apps/$id'}
              action={isLink && <LinkTileAction id={app.id} />}
            />
          );
        }}
      </TileList>
    </>
  );
}
