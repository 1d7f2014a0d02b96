import type { Database } from '#storage/database.ts';
import type { KeepProblem, KeptSubject } from '#storage/device-rows.ts';

/**
 * Why downloads ended before all was there. A device may have no room left even to note that: this window alone knows it
 * then, and it counts here until something about it can be noted again.
 */
export function createKeptProblems({ kept }: Pick<Database, 'kept'>, logFailure: (error: unknown) => void) {
  const unnoted = new Map<string, KeepProblem | null>();
  const listeners = new Set<() => void>();

  const tell = () => {
    for (const listener of listeners) listener();
  };

  return {
    unnoted: (id: string) => unnoted.get(id) ?? null,
    /** What was chosen, as far as it has come. */
    known: <Row extends KeptSubject | undefined>(row: Row): Row => {
      const problem = row && unnoted.get(row.id);
      return problem === undefined ? row : { ...row, problem };
    },
    /** Never rejects. */
    async note(id: string, problem: KeepProblem | null) {
      try {
        await kept.update(id, { problem });
        unnoted.delete(id);
      } catch (error) {
        logFailure(error);
        unnoted.set(id, problem);
      }
      tell();
    },
    /** The row itself was written anew, or is gone. */
    forget(id: string) {
      unnoted.delete(id);
      tell();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type KeptProblems = ReturnType<typeof createKeptProblems>;
