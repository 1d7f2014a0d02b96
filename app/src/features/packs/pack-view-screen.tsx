import { eventTypes } from '@satchel/core/contract/events.ts';
import { useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useNote } from '#collections/use-note.ts';
import { MissingPage } from '#navigation/missing-page.tsx';
import { useContentInView, useItemTitle, usePageStore } from '#navigation/page-state.tsx';
import { useServices, useWatched } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { ArchivedBanner } from './acts/archived-banner.tsx';
import { usePackPermissions } from './acts/use-pack-permissions.ts';
import { PackFailure } from './opening/pack-failure.tsx';
import { PackPageSkeleton } from './opening/pack-page-skeleton.tsx';
import { type PackInView, usePack } from './opening/use-pack.ts';
import classes from './pack-view-screen.module.css';
import { ShadowPage } from './page/shadow-page.tsx';
import { usePageParts } from './page/use-page-parts.ts';
import { texts } from './texts.ts';
import { useFreshSignature } from './use-fresh-signature.ts';
import { ContentsBanner } from './view/contents-banner.tsx';
import { PackViewActions } from './view/pack-view-actions.tsx';
import { UnsendableBanner } from './view/unsendable-banner.tsx';

/** A pack as its prospect will see it (PVIEW-01 to PVIEW-14). */
export default function PackViewScreen() {
  const { id } = useParams({ from: '/packs/$id/view' });
  const found = usePack(id);
  useItemTitle(found.state === 'here' ? found.pack.title : null);
  if (found.state === 'missing') return <PackFailure failure={found.failure} />;
  if (found.state === 'loading') return <PackPageSkeleton />;
  return <PackPage {...found} />;
}

function PackPage({ pack, medias, lack }: Extract<PackInView, { state: 'here' }>) {
  const { packs } = useServices();
  const note = useNote();
  const pageStore = usePageStore();
  const may = usePackPermissions(pack);
  const page = usePageParts(pack, medias, lack);
  useContentInView({ pulled: pack.pulled ?? null, reload: (how) => packs.load(pack.id, how) });
  useFreshSignature();
  const channelId = useChannelOf(pack);
  usePackViewed(pack, channelId);
  const logOpened = useCallback(
    (mediaId: string) => {
      pageStore.setState({ opened: Symbol(mediaId) });
      note({
        eventTypeId: eventTypes.RESOURCE_VIEW,
        description: texts.view.opened(medias.get(mediaId)?.name ?? mediaId),
        channelId,
        mediaId,
        packId: pack.id,
      });
    },
    [pageStore, note, medias, channelId, pack.id],
  );
  if (!may.view) return <MissingPage />;
  if (!page) return <PackPageSkeleton />;
  return (
    <>
      <PackViewActions pack={pack} medias={medias} />
      <ArchivedBanner pack={pack} />
      <ContentsBanner pack={pack} />
      <UnsendableBanner pack={pack} />
      <ShadowPage
        parts={page.parts}
        medias={medias}
        label={texts.view.page(pack.title ?? '')}
        className={classes.page}
        onOpenMedia={logOpened}
      />
    </>
  );
}

/** A pack of all channels is looked at in the one that is chosen. */
function useChannelOf({ channel }: PackRecord): string | null {
  const { activeChannelId } = useWatched(useServices().session);
  return channel?.id ?? activeChannelId;
}

/** One pack-viewed event per visit (PVIEW-09). */
function usePackViewed({ id, title }: PackRecord, channelId: string | null) {
  const note = useNote();
  const viewed = useRef<string | null>(null);
  useEffect(() => {
    if (viewed.current === id) return;
    viewed.current = id;
    note({
      eventTypeId: eventTypes.PACK_VIEWED,
      description: texts.view.viewed(title ?? ''),
      channelId,
      packId: id,
    });
  }, [note, id, title, channelId]);
}
