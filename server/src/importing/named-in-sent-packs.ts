import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#database/schema.ts';

const idsPerPage = 500;
const charactersAtOnce = 4_000_000;
const sliceLength = 64 * 1024;

// A key stands in an address of a file, whose slashes JSON within JSON may have escaped.
const idOrKey =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=files\\{0,4}\/)[A-Za-z0-9_-]{32}(?=\\{0,4}\/)/g;
// As much as belongs to one match with what stands around it.
const longestMatch = 60;

export type SentPacks = ReturnType<typeof createSentPacks>;

/**
 * What packs name as they were sent: prospects still read them. The first look reads all messages, a few megabytes at a
 * time, and others get their turn in between; later ones read what was sent since.
 */
export function createSentPacks() {
  const counts = new Map<string, number>();
  /** When each message was last changed, of those that were read. */
  const read = new Map<string, number>();

  async function count(db: Kysely<Database>, ids: readonly string[]) {
    const rows = await db
      .selectFrom('message')
      .select(['id', 'changed', 'pack_snapshot'])
      .where('id', 'in', ids)
      .execute();
    for (const { id, changed, pack_snapshot } of rows) {
      const isRead = read.has(id);
      for (const each of await namedIn(pack_snapshot)) {
        const present = counts.get(each) ?? 0;
        // One that was changed since may name what it did before, and is counted for that.
        if (!isRead || present === 0) counts.set(each, present + 1);
      }
      read.set(id, Number(changed));
    }
  }

  return {
    /** In how many sent packs an id of a record or a key of a file is named, as far as they were read. */
    naming: (idOrKey: string) => counts.get(idOrKey) ?? 0,

    /** Reads what was sent since the last look. */
    async look(db: Kysely<Database>) {
      for (let after = ''; ; ) {
        const page = await db
          .selectFrom('message')
          .select(['id', 'changed', sql<number>`octet_length(pack_snapshot)`.as('size')])
          .where('id', '>', after)
          .orderBy('id')
          .limit(idsPerPage)
          .execute();
        const unread = page.filter(({ id, changed }) => read.get(id) !== Number(changed));
        for (const ids of batchesOf(unread)) await count(db, ids);
        const last = page.at(-1);
        if (!last || page.length < idsPerPage) return;
        after = last.id;
      }
    },
  };
}

function* batchesOf(rows: readonly { id: string; size: number }[]) {
  let batch: string[] = [];
  let total = 0;
  for (const { id, size } of rows) {
    if (batch.length > 0 && total + Number(size) > charactersAtOnce) {
      yield batch;
      [batch, total] = [[], 0];
    }
    batch.push(id);
    total += Number(size);
  }
  if (batch.length > 0) yield batch;
}

async function namedIn(text: string) {
  const named = new Set<string>();
  for (let at = 0; at < text.length; at += sliceLength) {
    const slice = text.slice(Math.max(0, at - longestMatch), at + sliceLength);
    for (const [found] of slice.matchAll(idOrKey)) named.add(found);
    if (text.length > sliceLength) await setImmediate();
  }
  return named;
}
