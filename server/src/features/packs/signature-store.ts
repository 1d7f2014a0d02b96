import { newInternalId } from '#database/ids.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import type { RecordStore } from '#features/content/record-store.ts';
import { HttpError } from '#http/errors.ts';
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
      picture_id: null,
      ...columns,
      id,
      internal_id: newInternalId(now),
      created: now,
      changed: now,
      shared: 0,
      image_id: null,
      owner_id: viewer.accountId,
      source: null,
    });
    await bumpRevision(trx, ownerScope(viewer.accountId));
  },

  async update({ trx, viewer, now }, stored, { columns: { shared: _, ...columns } }) {
    if (Object.keys(columns).length === 0) return;
    const changed = Math.max(now, Number(stored.changed) + 1);
    await updateRow(trx, 'signature', String(stored.id), { ...columns, changed });
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
