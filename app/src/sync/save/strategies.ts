import { errorText } from '#remote/failure.ts';

/** SYNC-16 to SYNC-18. */
export type SaveStrategy =
  | 'local-only'
  | 'remote-only'
  | 'local-then-push'
  | 'local-then-push-then-remove-local'
  | 'remote-then-pull';

/** SYNC-22. `failure` says why the host did not take it. */
export interface SaveResult {
  savedLocally: boolean;
  savedRemotely: boolean;
  failure: string | null;
}

export interface SaveSteps {
  /** The record alone. */
  saveLocally(): Promise<void>;
  /** The record and its place in the push queue, in one transaction. */
  queue(): Promise<void>;
  /** Pushes what was queued and resolves with why it still waits, if it does. */
  push(): Promise<string | null>;
  /** Straight to the host. @throws with the reason */
  saveRemotely(): Promise<void>;
  /** Takes the host's copy. */
  pull(): Promise<void>;
  removeLocally(): Promise<void>;
}

/** Also after a push that failed it is kept here, and goes with a later one. */
const pushed = (steps: SaveSteps) => steps.push().catch(errorText);

const remotely = (failure: string | null): SaveResult => ({
  savedLocally: true,
  savedRemotely: failure === null,
  failure,
});

/**
 * Saves by the name of a strategy. What could be kept here but not at the host resolves with the local result
 * (SYNC-17); what could not be kept here throws.
 */
export async function saveBy(strategy: SaveStrategy, steps: SaveSteps): Promise<SaveResult> {
  switch (strategy) {
    case 'local-only':
      await steps.saveLocally();
      return { savedLocally: true, savedRemotely: false, failure: null };
    case 'remote-only':
      await steps.saveRemotely();
      return { savedLocally: false, savedRemotely: true, failure: null };
    case 'local-then-push':
      await steps.queue();
      return remotely(await pushed(steps));
    case 'local-then-push-then-remove-local': {
      await steps.queue();
      const failure = await pushed(steps);
      if (failure !== null) return remotely(failure);
      await steps.removeLocally();
      return { savedLocally: false, savedRemotely: true, failure: null };
    }
    case 'remote-then-pull':
      await steps.saveRemotely();
      await steps.pull();
      return { savedLocally: true, savedRemotely: true, failure: null };
    default:
      throw new Error('Unrecognised save strategy');
  }
}
