import { sql } from 'kysely';
import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import { type Dialect, numbered } from '#database/dialect.ts';
import { newInternalId } from '#database/ids.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import type { RecordChanges, RecordStore, StoredValue } from '#features/content/record-store.ts';
import { HttpError, unprocessable } from '#http/errors.ts';
import type { Threads } from '#threads/threads.ts';
import { checkedPackData, packData } from './pack-data.ts';
import { keepVersion } from './pack-version-store.ts';
import { packTexts } from './texts.ts';

interface Parts {
  database: HostDatabase;
  threads: Threads;
}

/** Private packs of reps. What the host owns is set here: owner, kind, times. */
export const createPackStore = ({ database, threads }: Parts): RecordStore => ({
  prepare: (columns) => withCheckedData(columns, threads),

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
      ...columns,
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
    await replaceLists(trx, database.dialect, id, lists);
    await bumpRevision(trx, ownerScope(viewer.accountId));
  },

  async update({ trx, viewer, now }, stored, { columns, lists }) {
    const different = Object.entries(columns).filter(([name, value]) => stored[name] !== value);
    if (different.length === 0 && Object.keys(lists).length === 0) return;
    await keepVersion(trx, stored);
    await replaceLists(trx, database.dialect, String(stored.id), lists);
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
});

/** Throws 422 for what is no pack. */
async function withCheckedData(columns: RecordChanges['columns'], threads: Threads) {
  const { pack_data: text } = columns;
  if (typeof text !== 'string') return columns;
  const checked = await threads.run(packData, checkedPackData, text, text.length);
  if (checked.ok) return { ...columns, pack_data: checked.text };
  const reason = checked.because === 'from-a-newer-app' ? packTexts.newerPackData : packTexts.noPackData;
  throw unprocessable([{ detail: `pack_data: ${reason}`, pointer: '/data/attributes/pack_data' }]);
}

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

const joins = {
  bundles: { join: 'pack_bundle', target: 'bundle_id' },
  medias: { join: 'pack_media', target: 'media_id' },
} as const;

type ListName = keyof typeof joins;

// A statement that writes more keeps everybody else waiting on SQLite.
const rowsAtOnce = 1000;

/** Makes the lists that were sent be exactly these. */
async function replaceLists(
  trx: WriteTransaction,
  dialect: Dialect,
  packId: string,
  lists: RecordChanges['lists'],
) {
  for (const [name, ids] of Object.entries(lists)) {
    const { join, target } = joins[name as ListName];
    await sql`delete from ${sql.table(join)} where pack_id = ${packId}`.execute(trx);
    for (let start = 0; start < ids.length; start += rowsAtOnce) {
      const some = numbered(ids.slice(start, start + rowsAtOnce), dialect);
      await sql`insert into ${sql.table(join)} (pack_id, ${sql.ref(target)}, position)
        select cast(${packId} as text), value, position + ${start} from ${some}`.execute(trx);
    }
  }
}
