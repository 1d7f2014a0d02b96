import { sql } from 'kysely';
import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import { newInternalId } from '#database/ids.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import type { OwnedRow, RecordChanges, RecordStore, StoredValue } from '#features/content/record-store.ts';
import { HttpError, unprocessable } from '#http/errors.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import { checkedPackData } from './pack-data.ts';
import { packTexts } from './texts.ts';

// Enough to find what an overwritten edit said, and little enough to keep for every pack.
const versionsKept = 20;

const versioned = ['title', 'notes', 'color', 'pack_data', 'meta', 'archived'] as const;

export type PackVersion = { changed: number } & Record<(typeof versioned)[number], StoredValue>;

/** Private packs of reps. What the host owns is set here: owner, kind, times. */
export const packStore: RecordStore = {
  async create({ trx, viewer, now }, id, { columns, lists }) {
    if (!columns.channel_id) {
      throw unprocessable([{ detail: packTexts.needsChannel, pointer: '/data/relationships/channel' }]);
    }
    const row = {
      notes: null,
      color: null,
      pack_data: null,
      meta: null,
      archived: 0,
      ...withCheckedData(columns),
    };
    await insertRow(trx, 'pack', {
      ...row,
      id,
      internal_id: newInternalId(now),
      created: now,
      changed: now,
      owner_id: viewer.accountId,
      pack_type: 'private',
      source: null,
    });
    await replaceLists(trx, id, lists);
    await bumpRevision(trx, ownerScope(viewer.accountId));
  },

  async update({ trx, viewer, now }, stored, { columns, lists }) {
    const checked = withCheckedData(columns);
    const different = Object.entries(checked).filter(([name, value]) => stored[name] !== value);
    const hasNewLists = await replaceLists(trx, String(stored.id), lists);
    if (different.length === 0 && !hasNewLists) return;
    await keepVersion(trx, stored);
    // Two saves within one millisecond are two states all the same.
    const changed = Math.max(now, Number(stored.changed) + 1);
    await updateRow(trx, 'pack', String(stored.id), { ...Object.fromEntries(different), changed });
    await bumpRevision(trx, ownerScope(viewer.accountId));
  },

  async remove({ trx, viewer }, { id }) {
    const message = await trx
      .selectFrom('message')
      .select('id')
      .where('pack_id', '=', String(id))
      .executeTakeFirst();
    if (message) throw new HttpError(409, packTexts.packIsSent);
    await trx.deleteFrom('pack').where('id', '=', String(id)).execute();
    await bumpRevision(trx, ownerScope(viewer.accountId));
  },
};

const withCheckedData = (columns: RecordChanges['columns']) =>
  columns.pack_data === undefined
    ? columns
    : { ...columns, pack_data: checkedPackData(columns.pack_data as string | null) };

/** Inserts a row whose columns were checked against the table of record kinds. */
export const insertRow = (
  trx: WriteTransaction,
  table: 'pack' | 'message' | 'signature',
  row: Record<string, StoredValue>,
) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(trx);

export const updateRow = (
  trx: WriteTransaction,
  table: 'pack' | 'message' | 'signature',
  id: string,
  row: Record<string, StoredValue>,
) =>
  sql`update ${sql.table(table)}
    set ${sql.join(Object.entries(row).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    where id = ${id}`.execute(trx);

/** Makes the lists that were sent be exactly these; answers whether any was different. */
async function replaceLists(trx: WriteTransaction, packId: string, lists: RecordChanges['lists']) {
  let isDifferent = false;
  for (const [name, ids] of Object.entries(lists)) {
    const [join, target] = name === 'bundles' ? ['pack_bundle', 'bundle_id'] : ['pack_media', 'media_id'];
    const { rows } = await sql<{ id: string }>`select ${sql.ref(target)} as id from ${sql.table(join)}
      where pack_id = ${packId} order by position`.execute(trx);
    if (rows.length === ids.length && rows.every(({ id }, position) => id === ids[position])) continue;
    isDifferent = true;
    await sql`delete from ${sql.table(join)} where pack_id = ${packId}`.execute(trx);
    for (const [position, id] of ids.entries()) {
      await sql`insert into ${sql.table(join)} (pack_id, ${sql.ref(target)}, position)
        values (${packId}, ${id}, ${position})`.execute(trx);
    }
  }
  return isDifferent;
}

async function keepVersion(trx: WriteTransaction, stored: OwnedRow) {
  const packId = String(stored.id);
  const document = JSON.stringify(Object.fromEntries(versioned.map((name) => [name, stored[name] ?? null])));
  await trx
    .insertInto('pack_version')
    .values({ pack_id: packId, changed: Number(stored.changed), document })
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

/** Earlier versions of one's own pack, the newest first; undefined when it is not one's own. */
export function packVersions(
  { read }: HostDatabase,
  viewer: SignedInViewer,
  packId: string,
): Promise<PackVersion[] | undefined> {
  return read(async (trx) => {
    const pack = await trx
      .selectFrom('pack')
      .select('id')
      .where('id', '=', packId)
      .where('owner_id', '=', viewer.accountId)
      .executeTakeFirst();
    if (!pack) return undefined;
    const rows = await trx
      .selectFrom('pack_version')
      .selectAll()
      .where('pack_id', '=', packId)
      .orderBy('changed', 'desc')
      .execute();
    return rows.map(({ changed, document }) => ({ changed, ...JSON.parse(document) }));
  });
}
