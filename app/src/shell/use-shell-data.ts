import { useMatches } from '@tanstack/react-router';
import type { RouteData } from '#navigation/route-data.ts';
import { useServices, useWatched } from '#services.ts';
import { useLive } from '#ui/use-live.ts';

/** Data of the route that is open; empty on an unknown path. */
export const useRouteData = (): Partial<RouteData> =>
  useMatches({ select: (matches) => (matches.at(-1)?.staticData ?? {}) as Partial<RouteData> });

/** The channels one may switch between and the active one. */
export function useMyChannels() {
  const { channels, session } = useServices();
  const { user, activeChannelId } = useWatched(session);
  const mine = useLive(() => channels.mine(), [user?.uuid]) ?? [];
  const cached = useLive(
    async () => (activeChannelId ? channels.view(activeChannelId) : null),
    [activeChannelId],
  );
  const active = mine.find(({ id }) => id === activeChannelId) ?? cached ?? null;
  return { mine, active, view: cached ?? null };
}
