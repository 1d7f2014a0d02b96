import { randomInt, randomUUID } from 'node:crypto';

export const newUuid = () => randomUUID();

const epoch = Date.UTC(2024, 0, 1);
const randomBits = 15;
let newest = 0;

/**
 * A number below 2^53 for `internal_id`: time in steps of 8 ms, then 15 random bits. No sequence, so that hosts side
 * by side never wait for each other; within one process it only grows, so that a batch never meets itself.
 */
export function newInternalId(now = Date.now()) {
  const steps = Math.floor((now - epoch) / 8);
  newest = Math.max(newest + 1, steps * 2 ** randomBits + randomInt(2 ** randomBits));
  return newest;
}
