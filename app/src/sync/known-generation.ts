import type { Database } from '#storage/database.ts';

export const generationMark = (owner: string) => `generation:${owner}`;

/** The host's generation that this user met last on this device; undefined when there was none yet. */
export const knownGeneration = async ({ marks }: Pick<Database, 'marks'>, owner: string) =>
  (await marks.get(generationMark(owner)))?.value as string | undefined;
