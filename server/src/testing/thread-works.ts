// What tests have threads do.
import { threadId } from 'node:worker_threads';

export const threadWorks = import.meta.filename;

/** 0 on the host's own. */
export const whichThread = (_input: null) => threadId;

export function end(code: number): never {
  process.exit(code);
}

export function refuse(because: string): never {
  throw new RangeError(because);
}

/** Takes all memory there is. */
export function grow(_input: null): never {
  const held: number[][] = [];
  for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => index + 0.5));
}

/** Tells that it has begun, and waits until it is let go on. */
export function waitFor(gate: Int32Array): string {
  Atomics.store(gate, 1, 1);
  Atomics.notify(gate, 1);
  Atomics.wait(gate, 0, 0);
  return 'let go on';
}
