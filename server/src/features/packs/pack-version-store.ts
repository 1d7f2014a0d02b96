import { sql } from 'kysely';
import type { HostDatabase, ReadTransaction, WriteTransaction } from '#database/database.ts';
import type { OwnedRow, StoredValue } from '#features/content/record-store.ts';
import type { SignedInViewer } from '#http/viewer.ts';

// Enough to find what an overwritten edit said, and little enough to keep for every pack.
const versionsKept = 20;

/** What a list shows of each version. The rest may be megabytes. */
const listed = ['title', 'notes', 'color', 'archived'] as const;
const whole = [...listed, 'pack_data', 'meta'] as const;

const joins = {
  bundles: { join: 'pack_bundle', table: 'bundle', target: 'bundle_id' },
  medias: { join: 'pack_media', table: 'media', target: 'media_id' },
} as const;

type ListName = keyof typeof joins;

type Version<Name extends string> = { changed: number } & Record<Name, StoredValue> &
  Record<ListName, { type: string; id: string }[]>;

/** `size` is that of the whole version, in bytes. */
export type ListedVersion = Version<(typeof listed)[number]> & { size: number };
export type PackVersion = Version<(typeof whole)[number]>;

const pick = (names: readonly string[], stored: OwnedRow) =>
  Object.fromEntries(names.map((name) => [name, stored[name] ?? null]));

/** Keeps a pack as it is before it is changed, and lets the oldest such state go. */
export async function keepVersion(trx: WriteTransaction, stored: OwnedRow) {
  const packId = String(stored.id);
  const lists = {
    bundles: await namedBy(trx, packId, 'bundles'),
    medias: await namedBy(trx, packId, 'medias'),
  };
  await trx
    .insertInto('pack_version')
    .values({
      pack_id: packId,
      changed: Number(stored.changed),
      document: JSON.stringify({ ...pick(whole, stored), ...lists }),
      summary: JSON.stringify({ ...pick(listed, stored), ...lists }),
    })
    .execute();
  const oldest = await trx
    .selectFrom('pack_version')
    .select('changed')
    .where('pack_id', '=', packId)
    .orderBy('changed', 'desc')
    .offset(versionsKept)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await trx
    .deleteFrom('pack_version')
    .where('pack_id', '=', packId)
    .where('changed', '<=', oldest.changed)
    .execute();
}

async function namedBy(trx: WriteTransaction, packId: string, name: ListName) {
  const { join, table, target } = joins[name];
  const { rows } = await sql<{ type: string; id: string }>`select t.type, t.id from ${sql.table(join)} as j
    inner join ${sql.table(table)} as t on t.id = ${sql.ref(`j.${target}`)}
    where j.pack_id = ${packId} order by j.position`.execute(trx);
  return rows.map(({ type, id }) => ({ type, id }));
}

const isOwn = async (trx: ReadTransaction, { accountId }: SignedInViewer, packId: string) =>
  (await trx
    .selectFrom('pack')
    .select('id')
    .where('id', '=', packId)
    .where('owner_id', '=', accountId)
    .executeTakeFirst()) !== undefined;

/** Earlier versions of one's own pack, the newest first; undefined when it is not one's own. */
export const packVersions = (
  { read }: HostDatabase,
  viewer: SignedInViewer,
  packId: string,
): Promise<ListedVersion[] | undefined> =>
  read(async (trx) => {
    if (!(await isOwn(trx, viewer, packId))) return undefined;
    const rows = await trx
      .selectFrom('pack_version')
      .select(['changed', 'summary', sql<number>`octet_length(document)`.as('size')])
      .where('pack_id', '=', packId)
      .orderBy('changed', 'desc')
      .execute();
    return rows.map(({ changed, summary, size }) => ({ ...JSON.parse(summary), changed, size }));
  });

/** One of them, whole. */
export const packVersion = (
  { read }: HostDatabase,
  viewer: SignedInViewer,
  packId: string,
  changed: number,
): Promise<PackVersion | undefined> =>
  read(async (trx) => {
    if (!(await isOwn(trx, viewer, packId))) return undefined;
    const row = await trx
      .selectFrom('pack_version')
      .select('document')
      .where('pack_id', '=', packId)
      .where('changed', '=', changed)
      .executeTakeFirst();
    return row && { ...JSON.parse(row.document), changed };
  });
