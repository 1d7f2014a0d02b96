import { useMatches } from '@tanstack/react-router';
import type { RouteData } from '#navigation/route-data.ts';
import { type ChannelSummary, useServices, useWatched } from '#services.ts';
import { useLive } from '#ui/use-live.ts';

/** Data of the route that is open; empty on an unknown path. */
export const useRouteData = (): Partial<RouteData> =>
  useMatches({ select: (matches) => (matches.at(-1)?.staticData ?? {}) as Partial<RouteData> });

export interface MyChannels {
  mine: readonly ChannelSummary[];
  active: ChannelSummary | null;
}

/** The channels one may switch between and the active one, which need not be among them. */
export function useMyChannels(): MyChannels {
  const { channels, session } = useServices();
  const { user, activeChannelId } = useWatched(session);
  const mine = useLive(() => channels.mine(), [user?.uuid]);
  const listed = mine?.find(({ id }) => id === activeChannelId);
  const isElsewhere = mine !== undefined && listed === undefined;
  const other = useLive(
    async () => (activeChannelId && isElsewhere ? channels.summary(activeChannelId) : null),
    [activeChannelId, isElsewhere],
  );
  return { mine: mine ?? [], active: listed ?? other ?? null };
}
