import type { Signatures } from '#services.ts';
import type { SignatureRecord } from '#storage/records.ts';
import { localFiles } from '#sync/local-records.ts';
import { signaturePictureUrl } from '#sync/pictures.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';
import { collections } from './collections.ts';
import { runLoad } from './run-load.ts';

export function createSignatures(parts: CollectionParts): Signatures {
  const { database, origin } = parts;
  const records = database.records('salestool--signature');

  async function mine(): Promise<SignatureRecord | null> {
    const userId = userIdOf(parts);
    if (userId === null) return null;
    const own = await records.filter(({ ownerId }) => ownerId === userId).toArray();
    return own.sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0))[0] ?? null;
  }

  return {
    mine,
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
