import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import type { Request } from './create-request.ts';
import { type FlatRecord, readRecord } from './documents.ts';
import type { HostAddresses } from './host-address.ts';

/** API-20. @throws RemoteFailure */
export async function changePasswordCall(
  request: Request,
  { api }: Pick<HostAddresses, 'api'>,
  { userId, existing, wanted }: { userId: string; existing: string; wanted: string },
) {
  await request(`${api}/user/user/${encodeURIComponent(userId)}`, {
    method: 'PATCH',
    headers: { 'Content-Type': jsonApiMediaType, Accept: jsonApiMediaType },
    body: JSON.stringify({
      data: { id: userId, type: 'user--user', attributes: { pass: { existing, value: wanted } } },
    }),
    timeoutMs: 30_000,
  });
}

/**
 * Puts a picture on a signature (API-37).
 * @returns the picture as the host keeps it (API-38); null when it did not say
 * @throws RemoteFailure
 */
export async function signaturePictureCall(
  request: Request,
  { origin }: Pick<HostAddresses, 'origin'>,
  { signatureId, picture, owner, now }: { signatureId: string; picture: Blob; owner: string; now: number },
): Promise<FlatRecord | null> {
  const { body } = await request(`${origin}/salestool/signature/${encodeURIComponent(signatureId)}/picture`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/octet-stream',
      Accept: jsonApiMediaType,
      'Content-Disposition': 'file; filename="picture.jpg"',
    },
    owner,
    // Of a blob the browser would send the type it knows.
    body: await picture.arrayBuffer(),
    timeoutMs: 120_000,
  });
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  return readRecord(data, now);
}
