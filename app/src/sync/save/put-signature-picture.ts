import { signaturePictureCall } from '#remote/account-calls.ts';
import type { Request } from '#remote/create-request.ts';
import { isKnownToHost } from '#remote/documents.ts';
import type { HostAddresses } from '#remote/host-address.ts';
import type { Database } from '#storage/database.ts';
import type { FileRecord, SignatureRecord } from '#storage/records.ts';

interface PictureParts {
  database: Database;
  request: Request;
  addresses: () => HostAddresses;
  now: () => number;
  /** Takes the user's signatures from the host, for one that does not say what it keeps. */
  loadSignatures: () => Promise<void>;
}

/** The host takes a picture of a signature that it has (PROF-13). */
export const takesPicture = (signature: SignatureRecord) => isKnownToHost(signature);

/** Uploads the picture of a signature that the host knows, while its owner is signed in, and shows what the host made of it. */
export const createPutSignaturePicture =
  ({ database, request, addresses, now, loadSignatures }: PictureParts) =>
  async (signatureId: string, picture: Blob, owner: string) => {
    const asked = { signatureId, picture, owner, now: now() };
    const stored = await signaturePictureCall(request, addresses(), asked);
    if (stored?.type !== 'file--file') return loadSignatures();
    const files = database.records('file--file');
    const signatures = database.records('salestool--signature');
    await database.write([files, signatures], async () => {
      await files.put(stored as FileRecord);
      await signatures.update(signatureId, { picture: { type: 'file--file', id: stored.id } });
    });
  };
