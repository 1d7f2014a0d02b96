import type { FastifyReply, FastifyRequest } from 'fastify';
import { createTurns } from '#database/turns.ts';

/** What is taken from anybody, and as many at once as come. In bytes. */
export const usualBodyBytes = 1024 * 1024;

const usualLimits = {
  // Each is held whole while it comes, and may take as long as a slow line takes to bring it.
  atOnce: 8,
  // As many messages as an app sends at the same time.
  atOnceOfOne: 3,
  longestWaitMs: 20_000,
};

// Without a length it may be any.
export const isLarge = ({ headers }: FastifyRequest) =>
  !(Number(headers['content-length']) <= usualBodyBytes);

type Turns = ReturnType<typeof createTurns>;

/** The request is answered or its connection is gone, which it may be before anybody asks. */
const isOver = ({ raw, request }: FastifyReply) =>
  new Promise<void>((resolve) => {
    const { socket } = request.raw;
    const end = () => {
      raw.off('close', end);
      socket.off('close', end);
      resolve();
    };
    // A connection that is kept open serves further requests, and one that is gone tells an answer in its queue nothing.
    raw.once('close', end);
    socket.once('close', end);
    if (raw.closed || socket.destroyed) end();
  });

/**
 * Lets few large bodies in at once, and fewer of one person. To be asked before a body is read; a turn lasts until the
 * request is answered or its connection is gone. Throws `AllTurnsTaken` when none became free in time.
 */
export function createLargeBodies({ atOnce, atOnceOfOne, longestWaitMs } = usualLimits) {
  const everybody = createTurns(atOnce, longestWaitMs);
  const people = new Map<string, { turns: Turns; asking: number }>();

  async function ofOne<T>(accountId: string, work: () => Promise<T>) {
    const person = people.get(accountId) ?? { turns: createTurns(atOnceOfOne, longestWaitMs), asking: 0 };
    people.set(accountId, person);
    person.asking++;
    try {
      return await person.turns.take(work);
    } finally {
      if (--person.asking === 0) people.delete(accountId);
    }
  }

  return (accountId: string, reply: FastifyReply) => {
    const over = isOver(reply);
    return new Promise<void>((resolve, reject) => {
      const hold = async () => {
        resolve();
        await over;
      };
      ofOne(accountId, () => everybody.take(hold)).catch(reject);
    });
  };
}
