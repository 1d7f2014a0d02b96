// Runs in a worker of its own: see worker-bundle-reads.ts.
import { closeWhenReset } from '#storage/close-when-reset.ts';
import { openDatabase } from '#storage/database.ts';
import { type BundleReads, createBundleReads } from './bundle-reads.ts';

/** A call of one of the reads, by its name. */
export type Call = {
  [Name in keyof BundleReads]: { read: Name; given: Parameters<BundleReads[Name]> };
}[keyof BundleReads];

export type Question = Call & { number: number; origin: string };

export type Reply = { number: number } & ({ answer: unknown } | { failure: string });

const database = openDatabase();
closeWhenReset(database);
let reads: BundleReads | null = null;

async function answer({ number, origin, read, given }: Question): Promise<Reply> {
  reads ??= createBundleReads(database, origin);
  try {
    const asked = reads[read] as (...given: unknown[]) => Promise<unknown>;
    return { number, answer: await asked(...given) };
  } catch (error) {
    return { number, failure: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = async ({ data }: MessageEvent<Question>) => self.postMessage(await answer(data));
