import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { newUuid } from '#database/ids.ts';
import type { Fetch } from './test-host.ts';

interface Sending {
  packId: string;
  signatureId?: string;
  attributes?: Record<string, unknown>;
}

/** Saves a message as the app does; answers its id and its link's token. Throws when the host refuses it. */
export async function sendPack(as: Fetch, { packId, signatureId, attributes = {} }: Sending) {
  const id = newUuid();
  const token = makeLinkToken();
  const reference = (type: string, recordId: string) => ({ data: { type, id: recordId } });
  const answer = await as('/jsonapi/salestool/message', {
    method: 'POST',
    headers: { 'content-type': jsonApiMediaType },
    body: JSON.stringify({
      data: {
        type: 'salestool--message',
        id,
        attributes: {
          subject: 'Eleven counters',
          email: 'daniel@brightwater.example',
          first_name: 'Daniel',
          last_name: 'Okafor',
          company: 'Brightwater',
          message: { value: '<p>Dear {{recipient_name}}</p>', format: 'basic_html' },
          sent: false,
          link_token: token,
          ...attributes,
        },
        relationships: {
          pack: reference('salestool--pack', packId),
          ...(signatureId && { signature: reference('salestool--signature', signatureId) }),
        },
      },
    }),
  });
  if (answer.status !== 201)
    throw new Error(`The message was refused: ${answer.status} ${await answer.text()}`);
  return { id, token };
}
