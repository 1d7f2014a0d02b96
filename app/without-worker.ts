import { z } from 'zod';

/** As every setting that is true or false, and an empty one counts as not set. */
const setting = z.stringbool().or(z.literal('').transform(() => false));

/**
 * Whether the build is to have a service worker that takes itself away: for the day on which a broken one was shipped.
 * @param value of WITHOUT_WORKER; a word that is neither yes nor no must not leave the broken one in charge
 * @throws Error in words
 */
export function isWithoutWorker(value = process.env.WITHOUT_WORKER ?? ''): boolean {
  const read = setting.safeParse(value.trim());
  if (!read.success) throw new Error(`WITHOUT_WORKER is '${value}', and has to be true or false.`);
  return read.data;
}
