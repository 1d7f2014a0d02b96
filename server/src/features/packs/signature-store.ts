import type { HostDatabase } from '#database/database.ts';
import { newInternalId } from '#database/ids.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import type { RecordStore } from '#features/content/record-store.ts';
import type { FileRow } from '#files/file-store.ts';
import { HttpError } from '#http/errors.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import { insertRow, updateRow } from './pack-store.ts';
import { packTexts } from './texts.ts';

/** Signatures of people. None made by a client is ever shared: a channel's own comes with the channel. */
export const signatureStore: RecordStore = {
  async create({ trx, viewer, now }, id, { columns }) {
    await insertRow(trx, 'signature', {
      job_title: null,
      email: null,
      telephone: null,
      telephone2: null,
      ...columns,
      id,
      internal_id: newInternalId(now),
      created: now,
      changed: now,
      shared: 0,
      image_id: null,
      picture_id: null,
      owner_id: viewer.accountId,
      source: null,
    });
    await bumpRevision(trx, ownerScope(viewer.accountId));
  },

  async update({ trx, viewer, now }, stored, { columns }) {
    const changed = Math.max(now, Number(stored.changed) + 1);
    await updateRow(trx, 'signature', String(stored.id), { ...columns, shared: 0, changed });
    await bumpRevision(trx, ownerScope(viewer.accountId));
  },

  async remove({ trx, viewer }, { id }) {
    const used = await trx
      .selectFrom('message')
      .select('id')
      .where('signature_id', '=', String(id))
      .executeTakeFirst();
    if (used) throw new HttpError(409, packTexts.signatureIsUsed);
    await trx.deleteFrom('signature').where('id', '=', String(id)).execute();
    await bumpRevision(trx, ownerScope(viewer.accountId));
  },
};

/** Whose signature it is, as far as the viewer may know; undefined when there is none for them. */
export async function signatureOwner({ db }: HostDatabase, viewer: SignedInViewer, id: string) {
  const own = await db
    .selectFrom('signature')
    .select('owner_id')
    .where('id', '=', id)
    .where('owner_id', '=', viewer.accountId)
    .executeTakeFirst();
  return own?.owner_id ?? undefined;
}

/**
 * Puts a picture that lies safe in the file store under one's own signature; answers the key of an uploaded picture
 * that it replaced, whose bytes may go.
 */
export const setPicture = (
  { write }: HostDatabase,
  viewer: SignedInViewer,
  id: string,
  picture: FileRow,
  now: number,
) =>
  write(async (trx) => {
    const before = await trx
      .selectFrom('signature')
      .leftJoin('file', 'file.id', 'signature.picture_id')
      .select(['signature.changed', 'file.id as file_id', 'file.key', 'file.source'])
      .where('signature.id', '=', id)
      .where('signature.owner_id', '=', viewer.accountId)
      .executeTakeFirst();
    if (!before) throw new HttpError(404, packTexts.noSuchRecord);
    await trx.insertInto('file').values(picture).execute();
    await updateRow(trx, 'signature', id, {
      picture_id: picture.id,
      changed: Math.max(now, before.changed + 1),
    });
    await bumpRevision(trx, ownerScope(viewer.accountId));
    if (before.file_id === null || before.source !== null) return undefined;
    await trx.deleteFrom('file').where('id', '=', before.file_id).execute();
    return before.key ?? undefined;
  });
