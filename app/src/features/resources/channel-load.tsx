import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type LoadOutcome, useServices, useWatched } from '#services.ts';
import { useLive } from '#ui/use-live.ts';

interface ChannelLoad {
  /** What the load met that began last; null while it runs, and once another brought what a failed one did not. */
  outcome: LoadOutcome | null;
  /** Whether all of it, with the packs, ever came for this person. */
  hasComeBefore: boolean;
  tryAgain: () => void;
}

const ChannelLoadContext = createContext<ChannelLoad>({
  outcome: null,
  hasComeBefore: false,
  tryAgain: () => {},
});

/** How the load of the active channel went that began with this page. */
export const useChannelLoad = () => useContext(ChannelLoadContext);

/** A screen that brings the active channel up to date while it is shown: it may be the one that somebody begins with. */
export const besideLoad = (Screen: ComponentType) => ({
  default: () => (
    <ChannelLoads>
      <Screen />
    </ChannelLoads>
  ),
});

/** Around a screen that is not drawn anew with each step of the load. */
function ChannelLoads({ children }: { children: ReactNode }) {
  const { activeChannelId } = useWatched(useServices().session);
  return <ChannelLoadContext value={useLoadOf(activeChannelId)}>{children}</ChannelLoadContext>;
}

interface Met {
  channelId: string;
  outcome: LoadOutcome;
  /** When, ms. */
  at: number;
}

/** Somebody may have brought the channel up to date by hand since. Nothing is said before it is known what came when. */
const stands = ({ at }: Met, lastSync: { at: number | null } | null | undefined) =>
  lastSync !== undefined && !(lastSync !== null && lastSync.at !== null && lastSync.at >= at);

function useLoadOf(channelId: string | null): ChannelLoad {
  const { channels, session, connection } = useServices();
  const userId = useWatched(session).user?.uuid ?? null;
  const { online } = useWatched(connection);
  const lastSync = useLive(
    async () => (channelId === null ? null : channels.lastSync(channelId)),
    [channels, channelId, userId],
  );
  const [met, setMet] = useState<Met | null>(null);
  const [tries, setTries] = useState(1);
  const tried = useRef(tries);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is another load, and so is each return of the host or of a person
  useEffect(() => {
    if (channelId === null) return;
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function load(id: string, force: boolean) {
      const outcome = await channels.load(id, { force });
      if (!isHere) return;
      setMet({ channelId: id, outcome, at: Date.now() });
      // Nobody may come for hours.
      if (outcome.againInMs !== undefined) timer = setTimeout(load, outcome.againInMs, id, false);
    }
    setMet(null);
    // Whoever says to try again is not told what the last try met.
    const force = tries !== tried.current;
    tried.current = tries;
    void load(channelId, force);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [channels, channelId, userId, tries, online]);
  return {
    // With another channel what the one before met is still there for a moment.
    outcome: met?.channelId === channelId && stands(met, lastSync) ? met.outcome : null,
    hasComeBefore: Boolean(lastSync),
    tryAgain: () => setTries(tries + 1),
  };
}
