import { sql } from 'kysely';
import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import type { FileRow } from '#files/file-store.ts';
import { HttpError } from '#http/errors.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import { contentTexts } from './texts.ts';

/** How long bytes wait for the record that names them. */
const patienceMs = 24 * 3_600_000;

// A signature has one picture; this is for clients that send many before they save.
const mostUnnamed = 50;

interface UnnamedLimit {
  /** Of all files together that no record names yet. */
  bytes: number;
}

/**
 * Says before the first byte is written under a key whose it is, so that nothing is left behind whatever happens. Throws
 * 429 when too much of the same person waits for a name already.
 */
export const expectFile = (
  { write }: HostDatabase,
  { accountId }: SignedInViewer,
  key: string,
  now: number,
  limit: UnnamedLimit,
) =>
  write(async (trx) => {
    const waiting = await trx
      .selectFrom('loose_file')
      .leftJoin('file', 'file.id', 'loose_file.file_id')
      .select(({ fn }) => [
        fn.countAll().as('count'),
        fn.sum('file.size').as('bytes'),
        fn.min('loose_file.remove_after').as('until'),
      ])
      .where('loose_file.owner_id', '=', accountId)
      .where('loose_file.remove_after', '>', now)
      .executeTakeFirstOrThrow();
    if (Number(waiting.count) >= mostUnnamed || Number(waiting.bytes ?? 0) >= limit.bytes) {
      const waitS = Math.max(1, Math.ceil((Number(waiting.until) - now) / 1000));
      throw new HttpError(429, contentTexts.tooManyUnnamed, { headers: { 'retry-after': String(waitS) } });
    }
    await trx
      .insertInto('loose_file')
      .values({ key, file_id: null, owner_id: accountId, remove_after: now + patienceMs })
      .execute();
  });

/** The same for files of an import, several at once. */
export const expectKeys = ({ write }: HostDatabase, keys: readonly string[], now: number) =>
  write((trx) =>
    trx
      .insertInto('loose_file')
      .values(keys.map((key) => ({ key, file_id: null, owner_id: null, remove_after: now + patienceMs })))
      .execute(),
  );

/** The bytes are there: from now on their owner sees the file and may name it in a record. */
export async function addUpload(
  trx: WriteTransaction,
  { accountId }: SignedInViewer,
  file: FileRow,
  now: number,
) {
  await trx.insertInto('file').values(file).execute();
  const { numUpdatedRows } = await trx
    .updateTable('loose_file')
    .set({ file_id: file.id })
    .where('key', '=', file.key)
    .where('remove_after', '>', now)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new HttpError(408, contentTexts.tooSlow);
  await bumpRevision(trx, ownerScope(accountId));
}

/** An import's record names the bytes now. False when they came so late that they may have been cleared away. */
export async function holdKey(trx: WriteTransaction, key: string) {
  const { numDeletedRows } = await trx
    .deleteFrom('loose_file')
    .where('key', '=', key)
    .where('file_id', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Nothing names these bytes any more; they go with the next sweep, if not before. */
export const dropKey = (trx: WriteTransaction, key: string, now: number) =>
  trx.insertInto('loose_file').values({ key, file_id: null, owner_id: null, remove_after: now }).execute();

/** Which of these files the caller has uploaded and no record names yet. */
export async function ownUploads(
  trx: WriteTransaction,
  { accountId }: SignedInViewer,
  ids: readonly string[],
) {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('loose_file')
    .select('file_id')
    .where('owner_id', '=', accountId)
    .where('file_id', 'in', [...ids])
    .execute();
  return rows.flatMap(({ file_id }) => file_id ?? []);
}

/** A record names the file now. */
export const holdFile = (trx: WriteTransaction, fileId: string) =>
  trx.deleteFrom('loose_file').where('file_id', '=', fileId).execute();

export const describeFile = (trx: WriteTransaction, fileId: string, alt: string) =>
  trx.updateTable('file').set({ alt }).where('id', '=', fileId).execute();

/** What the file shows, in words. */
export async function descriptionOf(trx: WriteTransaction, fileId: string) {
  const file = await trx.selectFrom('file').select('alt').where('id', '=', fileId).executeTakeFirst();
  return file?.alt;
}

/** Takes an uploaded file back that a record named before; its bytes go with the next sweep. */
export async function dropFile(
  trx: WriteTransaction,
  { accountId }: SignedInViewer,
  fileId: string,
  now: number,
) {
  const file = await trx
    .selectFrom('file')
    .select(['key', 'source'])
    .where('id', '=', fileId)
    .executeTakeFirst();
  // What the import brought is the import's.
  if (!file || file.source !== null || (await isNamed(trx, fileId))) return;
  await trx.deleteFrom('file').where('id', '=', fileId).execute();
  await trx
    .insertInto('loose_file')
    .values({ key: file.key, file_id: null, owner_id: accountId, remove_after: now })
    .execute();
}

async function isNamed(trx: WriteTransaction, fileId: string) {
  const { rows } = await sql`select 1 from signature where ${fileId} in (image_id, picture_id)
    union all select 1 from bundle where image_id = ${fileId}
    union all select 1 from message_media where ${fileId} in (file_id, preview_id)
    union all select 1 from media
      where ${fileId} in (file_id, thumbnail_id, thumbnail_image_id, preview_image_id)
    union all select 1 from message_media where ${fileId} in (file_id, preview_id)
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Keys of bytes whose time is up, some of them. */
export async function dueKeys({ db }: HostDatabase, now: number) {
  const rows = await db
    .selectFrom('loose_file')
    .select('key')
    .where('remove_after', '<=', now)
    .orderBy('remove_after')
    .limit(100)
    .execute();
  return rows.map(({ key }) => key);
}

/** Nobody sees or names the file from here on; false when a record has come to name it meanwhile. */
export const takeBack = ({ write }: HostDatabase, key: string) =>
  write(async (trx) => {
    const loose = await trx.selectFrom('loose_file').selectAll().where('key', '=', key).executeTakeFirst();
    if (!loose) return false;
    if (loose.file_id === null) return true;
    await trx.deleteFrom('file').where('id', '=', loose.file_id).execute();
    if (loose.owner_id !== null) await bumpRevision(trx, ownerScope(loose.owner_id));
    return true;
  });

/** The bytes are gone. */
export const forgetKeys = ({ write }: HostDatabase, keys: readonly string[]) =>
  write((trx) =>
    trx
      .deleteFrom('loose_file')
      .where('key', 'in', [...keys])
      .execute(),
  );
