import { linkTokenPattern } from '@satchel/core/contract/link-token.ts';
import { isKnownToHost } from '#remote/documents.ts';
import { definitionOf, type ModelDefinitions } from '#remote/model-definitions.ts';
import type { Database } from '#storage/database.ts';
import { forgetEtagsOf } from './load/etags.ts';
import { unknownToHost } from './save/host-ids.ts';
import { newQueueRow, type PushableRecord, pushableTables } from './save/pushable.ts';

interface GenerationParts {
  database: Database;
  definitions: () => Promise<ModelDefinitions | null>;
  /** The generation the host names now; null when it cannot be asked. */
  readGeneration: () => Promise<string | null>;
  userId: () => string | null;
}

const generationMark = (userId: string) => `generation:${userId}`;
const spareMark = (userId: string) => `spare:${userId}`;

/**
 * Follows the host's generation, which changes when it is restored from a backup. What the host lost then is created
 * there again under the same ids, by whoever made it: a mark per user, since each pushes their own work only.
 */
export function createHostGeneration({ database, definitions, readGeneration, userId }: GenerationParts) {
  const { marks, queue } = database;

  /** Only the device that made a message has its link's token and the pack as it was. */
  const isOwnWork = (record: PushableRecord): boolean => {
    if (record._meta?.stub) return false;
    if (record.type === 'salestool--pack') return record.pack_type === 'private';
    if (record.type !== 'salestool--message') return true;
    return Boolean(record.pack_snapshot) && linkTokenPattern.test(record.link_token ?? '');
  };

  /** As it is created again: a message says how its mail ended, so that nothing is mailed twice. */
  function again(record: PushableRecord): PushableRecord {
    const { base: _base, ownState: _state, ...meta } = record._meta ?? {};
    const isNewWork = meta.push === true;
    const lost = {
      ...unknownToHost(record),
      _meta: { ...meta, push: true, ...(!isNewWork && { again: true }) },
    };
    return lost.type === 'salestool--message' && lost.sent
      ? { ...lost, delivery: lost.delivery ?? 'sent' }
      : lost;
  }

  async function sendAgain(owner: string, canTellMailed: boolean) {
    for (const table of pushableTables(database)) {
      const own = await table.filter((record) => record.ownerId === owner).toArray();
      for (const record of own as PushableRecord[]) {
        const isMailed = record.type === 'salestool--message' && record.sent === true;
        if (!isKnownToHost(record) || !isOwnWork(record) || (isMailed && !canTellMailed)) continue;
        const lost = again(record);
        await database.dexie.table(record.type).put(lost);
        await queue.put(newQueueRow(lost));
      }
    }
    // What the old host refused, the restored one may take.
    await queue.filter((row) => row.ownerId === owner).modify({ refused: null, notBefore: 0 });
  }

  return {
    /**
     * Compares the host's generation with the last one that this user met here. A new one leads to everything being
     * asked for anew and sent again; the first sync after it deletes nothing.
     */
    async meet() {
      const owner = userId();
      const generation = owner === null ? null : await readGeneration();
      if (owner === null || generation === null) return;
      const known = (await marks.get(generationMark(owner)))?.value;
      if (known === generation) return;
      const canTellMailed = definitionOf(await definitions(), 'salestool--message').attributes.includes(
        'delivery',
      );
      await database.write([marks, queue, ...pushableTables(database)], async () => {
        // Another window may have been quicker.
        const before = (await marks.get(generationMark(owner)))?.value;
        if (before === generation) return;
        await marks.put({ id: generationMark(owner), value: generation });
        if (before === undefined) return;
        await forgetEtagsOf(database, owner);
        await marks.put({ id: spareMark(owner), value: true });
        await sendAgain(owner, canTellMailed);
      });
    },

    /** Whether what the host does not name any more stays on this device for now. */
    async isSparing(): Promise<boolean> {
      const owner = userId();
      return owner !== null && (await marks.get(spareMark(owner))) !== undefined;
    },

    /** After a whole sync: what is missing from now on was taken away by somebody. */
    async wasSynced() {
      const owner = userId();
      if (owner !== null) await marks.delete(spareMark(owner));
    },
  };
}

export type HostGeneration = ReturnType<typeof createHostGeneration>;
