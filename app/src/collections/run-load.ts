import type { LoadOutcome } from '#services.ts';
import type { LoadSteps, LoadStrategy } from '#sync/load/strategies.ts';
import type { CollectionParts } from './collection-parts.ts';

/** Why the host cannot be asked (ERR-03, ERR-04); null when it can. A rep's own wish is worth a try on any network. */
function hindrance({ isOnline, session }: CollectionParts, force: boolean): string | null {
  if (!isOnline() && !force) return 'Application is offline';
  return session.current().tokens === null ? 'You are not logged in' : null;
}

/** ERR-05 */
const freshEnough = 'Content fresh enough';

interface Loadable<Local> {
  local: () => Promise<Local | null>;
  isFresh: (local: Local) => boolean;
  /** Fetches and stores. */
  pull: () => Promise<unknown>;
}

/**
 * Runs a load by its strategy and tells only what matters to a screen: whether there is something to show, else why
 * not. Stale content shows silently while the host cannot be asked (SYNC-06); a forced load tells what it met.
 */
export async function runLoad<Local>(
  parts: CollectionParts,
  strategy: LoadStrategy,
  { local, isFresh, pull }: Loadable<Local>,
  force = false,
): Promise<LoadOutcome> {
  const { isNowhere, loadBy } = await import('#sync/load/strategies.ts');
  const pulled = Symbol('pulled');
  let isAsked = false;
  const steps: LoadSteps<Local | typeof pulled> = {
    local,
    isFresh: (value) => value !== pulled && isFresh(value as Local),
    remote: async () => {
      isAsked = true;
      const hindered = hindrance(parts, force);
      if (hindered !== null) throw new Error(hindered);
      await parts.activity.downloading(pull);
      return pulled;
    },
    // The pull stored it already, in one transaction.
    store: async () => {},
  };
  try {
    await loadBy(force ? 'remote-only' : strategy, steps);
    return isAsked ? { ok: true } : { ok: true, skipped: freshEnough };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { ok: false, failure, ...(isNowhere(error) && { isNowhere: true }) };
  }
}
