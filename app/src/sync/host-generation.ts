import { linkTokenPattern } from '@satchel/core/contract/link-token.ts';
import { isPrivatePack } from '@satchel/core/pack/is-private-pack.ts';
import { isKnownToHost } from '#remote/documents.ts';
import { definitionOf, type ModelDefinitions } from '#remote/model-definitions.ts';
import type { Database } from '#storage/database.ts';
import { generationMark, knownGeneration } from './known-generation.ts';
import { forgetEtagsOf } from './load/etags.ts';
import { unknownToHost } from './save/host-ids.ts';
import { isInDoubt, newQueueRow, type PushableRecord, pushableTables } from './save/pushable.ts';

interface GenerationParts {
  database: Database;
  definitions: () => Promise<ModelDefinitions | null>;
  /** The generation the host names now; null when it cannot be asked. */
  readGeneration: () => Promise<string | null>;
  userId: () => string | null;
}

/** The generation in which all of something was read last: of a channel by its id, say. */
const readMark = (what: string, userId: string) => `read:${what}:${userId}`;

const mayHaveBeenMailed =
  'The server was restored from a backup. It may have mailed this message before; push it again only if it did not arrive.';

/**
 * Follows the host's generation, which changes when it is restored from a backup. What the host lost then is created
 * there again under the same ids, by whoever made it: a mark per user, since each pushes their own work only.
 */
export function createHostGeneration({ database, definitions, readGeneration, userId }: GenerationParts) {
  const { marks, queue, packLog } = database;

  /** Only the device that made a message has its link's token and the pack as it was. */
  const isOwnWork = (record: PushableRecord): boolean => {
    if (record._meta?.stub) return false;
    if (record.type === 'salestool--pack') return isPrivatePack(record);
    if (record.type !== 'salestool--message') return true;
    return Boolean(record.pack_snapshot) && linkTokenPattern.test(record.link_token ?? '');
  };

  /** How mails ended of which the log of their pack may tell more than the message itself. By message. */
  async function heardEnds(owner: string): Promise<ReadonlyMap<string, string>> {
    const heard = await packLog.filter(({ ownerId }) => ownerId === owner).toArray();
    return new Map(
      heard.flatMap(({ uuid, delivery }) => (delivery && delivery !== 'queued' ? [[uuid, delivery]] : [])),
    );
  }

  /** As it is created again: a message says how its mail ended, so that nothing is mailed twice. */
  function again(record: PushableRecord, heard: ReadonlyMap<string, string>): PushableRecord {
    const { base, was: _was, ...meta } = record._meta ?? {};
    const isNewWork = meta.push === true;
    const began = isNewWork ? base?.changed : record.changed;
    const lost = {
      ...unknownToHost(record),
      _meta: {
        ...meta,
        push: true,
        ...(!isNewWork && { again: true }),
        // The restored host has what it had at the time of its backup, or what another device brought back.
        ...(record.type === 'salestool--pack' && { base: { changed: began ?? null, etag: null } }),
      },
    };
    return lost.type === 'salestool--message' && lost.sent
      ? { ...lost, delivery: heard.get(lost.id) ?? lost.delivery ?? 'sent' }
      : lost;
  }

  /** Messages that the host of before may have mailed are no order to mail any more; whoever sent them decides. */
  async function settleDoubts(owner: string, canTellMailed: boolean) {
    const messages = database.records('salestool--message');
    for (const row of await queue.filter((row) => row.ownerId === owner && isInDoubt(row)).toArray()) {
      const message = await messages.get(row.id);
      // Whole rows: Dexie's `update` takes what it read last in a transaction for any table with that key.
      if (message && canTellMailed) await messages.put({ ...message, delivery: 'queued' });
      await queue.put({
        ...row,
        inDoubtSince: null,
        ...(!canTellMailed && { refused: mayHaveBeenMailed, setAsideHere: true }),
      });
    }
  }

  async function sendAgain(owner: string, canTellMailed: boolean) {
    const heard = await heardEnds(owner);
    for (const table of pushableTables(database)) {
      const own = await table.filter((record) => record.ownerId === owner).toArray();
      for (const record of own as PushableRecord[]) {
        // Its create may have arrived unheard, and another device that worked on it may bring it back first.
        if (record.type === 'salestool--pack' && record._meta?.push && !isKnownToHost(record))
          await database.records('salestool--pack').put({
            ...record,
            _meta: { ...record._meta, base: { changed: null, etag: null } },
          });
        const isMailed = record.type === 'salestool--message' && record.sent === true;
        if (!isKnownToHost(record) || !isOwnWork(record) || (isMailed && !canTellMailed)) continue;
        const lost = again(record, heard);
        await database.dexie.table(record.type).put(lost);
        await queue.put(newQueueRow(lost));
      }
    }
    // What the old host refused, the restored one may take. What waits for somebody's word goes on waiting for it.
    await queue
      .filter((row) => row.ownerId === owner && !row.asks && !row.setAsideHere)
      .modify({ refused: null, notBefore: 0 });
    await settleDoubts(owner, canTellMailed);
  }

  const knownTo = (owner: string) => knownGeneration(database, owner);

  /**
   * Whether the host may have been restored unnoticed: it names generations, and could not be asked for the present one.
   * Hosts that never named one are what they were.
   */
  async function mayBeRestored(met: string | null): Promise<boolean> {
    const owner = userId();
    return met === null && owner !== null && (await knownTo(owner)) !== undefined;
  }

  return {
    /**
     * Compares the host's generation with the last one that this user met here. A new one leads to everything being
     * asked for anew and sent again; the first read after it deletes nothing.
     * @returns the present generation; null when nobody is signed in or the host cannot be asked
     */
    async meet(): Promise<string | null> {
      const owner = userId();
      if (owner === null) return null;
      for (;;) {
        const known = await knownTo(owner);
        const generation = await readGeneration();
        if (generation === null || generation === (await knownTo(owner))) return generation;
        const canTellMailed = definitionOf(await definitions(), 'salestool--message').attributes.includes(
          'delivery',
        );
        const isMet = await database.write([marks, queue, packLog, ...pushableTables(database)], async () => {
          // Somebody else met another one while this answer was on its way: it may be of the host before.
          if ((await knownTo(owner)) !== known) return false;
          await marks.put({ id: generationMark(owner), value: generation });
          if (known === undefined) return true;
          await forgetEtagsOf(database, owner);
          await sendAgain(owner, canTellMailed);
          return true;
        });
        if (isMet) return generation;
      }
    },

    /** The generation that this user met last; null when there was none yet. */
    known: async (owner: string): Promise<string | null> => (await knownTo(owner)) ?? null,

    mayBeRestored,

    /**
     * Whether what the host does not name any more stays on this device for now.
     * @param whats all that may have told of it; that one of them was read since a restore is enough
     * @param met what `meet` answered
     */
    async isSparing(whats: readonly string[], met: string | null): Promise<boolean> {
      const owner = userId();
      if (owner === null) return false;
      if (await mayBeRestored(met)) return true;
      const found = await marks.bulkGet(whats.map((what) => readMark(what, owner)));
      const reads = found.flatMap((mark) => (mark ? [mark.value] : []));
      return reads.length > 0 && !reads.includes(await knownTo(owner));
    },

    /**
     * After all of it was read: what is missing from now on was taken away by somebody.
     * @param met as of `isSparing`; of a host that could not be asked nobody knows what was read
     */
    async wasRead(what: string, met: string | null) {
      const owner = userId();
      if (owner !== null && met !== null) await marks.put({ id: readMark(what, owner), value: met });
    },
  };
}

export type HostGeneration = ReturnType<typeof createHostGeneration>;
