import { useContentInView } from '#navigation/page-state.tsx';
import { useServices, useWatched } from '#services.ts';
import { useLive } from '#ui/use-live.ts';

/** On a list the header's chip and refresh control are about the active channel. */
export function useChannelInView() {
  const { channels, session } = useServices();
  const { activeChannelId } = useWatched(session);
  const view = useLive(
    async () => (activeChannelId ? channels.view(activeChannelId) : null),
    [activeChannelId],
  );
  useContentInView(view?.pulled ?? null, async () =>
    activeChannelId ? channels.load(activeChannelId, { force: true }) : { ok: true },
  );
}
