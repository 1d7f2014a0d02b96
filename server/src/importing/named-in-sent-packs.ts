import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { HostDatabase } from '#database/database.ts';

const idsPerPage = 500;
const charactersAtOnce = 4_000_000;
const sliceLength = 64 * 1024;

// A key stands in an address of a file, whose slashes JSON within JSON may have escaped.
const idOrKey =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=files\\{0,4}\/)[A-Za-z0-9_-]{32}(?=\\{0,4}\/)/g;
// As much as belongs to one match with what stands around it.
const longestMatch = 60;

/**
 * Ids of records and keys of files that packs name as they were sent, each with the number of those packs: prospects still
 * read them. All messages are read, a few megabytes at a time, and others get their turn in between.
 */
export async function namedInSentPacks({ db }: HostDatabase): Promise<ReadonlyMap<string, number>> {
  const named = new Map<string, number>();
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('message')
      .select(['id', sql<number>`octet_length(pack_snapshot)`.as('size')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(idsPerPage)
      .execute();
    for (const ids of batchesOf(page)) {
      const rows = await db.selectFrom('message').select('pack_snapshot').where('id', 'in', ids).execute();
      for (const { pack_snapshot } of rows)
        for (const each of await namedIn(pack_snapshot)) named.set(each, (named.get(each) ?? 0) + 1);
    }
    const last = page.at(-1);
    if (!last || page.length < idsPerPage) return named;
    after = last.id;
  }
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
