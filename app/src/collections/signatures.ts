import { newId } from '@satchel/core/pack/new-id.ts';
import type { Signatures } from '#services.ts';
import type { SignatureRecord } from '#storage/records.ts';
import { localFiles } from '#sync/local-records.ts';
import { signaturePictureUrl } from '#sync/pictures.ts';
import { takesPicture } from '#sync/save/put-signature-picture.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';
import { collections } from './collections.ts';
import { runLoad } from './run-load.ts';

/** PROF-14 */
const signedOut = 'You must be logged in to update your signature';
const offline = 'You must be online to update your signature';

export function createSignatures(parts: CollectionParts): Signatures {
  const { database, origin } = parts;
  const records = database.records('salestool--signature');

  async function mine(): Promise<SignatureRecord | null> {
    const userId = userIdOf(parts);
    if (userId === null) return null;
    // A shared one is its channel's, whoever made it.
    const own = await records
      .filter(({ ownerId, shared }) => ownerId === userId && shared !== true)
      .toArray();
    return own.sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0))[0] ?? null;
  }

  /** UUID of the user, who may change the signature now. */
  function mayChange(): string {
    const userId = userIdOf(parts);
    if (userId === null || parts.session.current().tokens === null) throw new Error(signedOut);
    if (!parts.isOnline()) throw new Error(offline);
    return userId;
  }

  return {
    mine,

    async save(fields) {
      const ownerId = mayChange();
      const before = await mine();
      // The last change is the later one, whatever the device's clock says.
      const changed = Math.max(parts.now(), (before?.changed ?? 0) + 1);
      const signature: SignatureRecord = {
        id: newId(),
        type: 'salestool--signature',
        created: changed,
        ...before,
        ...fields,
        shared: false,
        changed,
        ownerId,
      };
      return (await parts.engine()).saves.saveSignature(signature, collections.signature.save);
    },

    async takesPicture(userId) {
      const signature = await mine();
      return signature !== null && signature.ownerId === userId && takesPicture(signature);
    },

    async uploadPicture(picture, userId) {
      mayChange();
      const signature = await mine();
      if (signature?.ownerId !== userId) throw new Error('Not found');
      await (await parts.engine()).putSignaturePicture(signature.id, picture, userId);
    },

    load: () =>
      runLoad(parts, collections.signature.load, {
        local: mine,
        isFresh: () => false,
        pull: async () => (await parts.engine()).loads.signatures(),
      }),
    async pictureUrl(signature) {
      const ids = [signature.picture?.id, signature.image?.id].flatMap((id) => id ?? []);
      const files = await localFiles(database, ids);
      return signaturePictureUrl(signature, { origin, file: (id) => files.get(id) });
    },
  };
}
