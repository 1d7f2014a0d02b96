import type { Database } from '#storage/database.ts';
import { keepEtag, knownEtag } from './etags.ts';
import type { LoadParts } from './load-parts.ts';
import { putFromHost, tablesOf } from './store-records.ts';

const name = 'messages';
const weekMs = 7 * 24 * 60 * 60_000;
/** As long as the pack log keeps them (CONST-18). */
const weeks = 24;

/** What cards and dialogs show of a message; neither its text nor the pack as it was sent comes down again. */
const fields = [
  ...['subject', 'email', 'first_name', 'last_name', 'company', 'sent', 'date_sent', 'created', 'changed'],
  ...['delivery', 'delivery_detail', 'opened', 'last_opened', 'link', 'link_expires', 'link_max_views'],
  ...['link_download', 'link_revoked', 'drupal_internal__id', 'pack', 'channel', 'signature', 'user'],
];

/**
 * How the user's messages fared: whether their mail arrived, and whether they were opened. Also those that were sent from
 * another device.
 */
export function createLoadMessages({ database, jsonApi, user, now, definitions }: LoadParts) {
  return async () => {
    const userId = user()?.uuid;
    if (userId === undefined || !(await hasDelivery())) return;
    const since = await startOf(database, now());
    const etag = await knownEtag(database, `${name}/${since}`, userId);
    const answer = await jsonApi.list(
      'salestool--message',
      {
        fields: { 'salestool--message': fields },
        where: [
          { path: 'user.id', is: userId },
          { path: 'created', isAfter: since },
        ],
      },
      { etag },
    );
    if (answer === 'unchanged') return;
    await database.write([...tablesOf(database, answer.records), database.marks], async () => {
      await putFromHost(database, answer.records);
      await keepEtag(database, `${name}/${since}`, userId, answer.etag);
    });
  };

  /** Hosts of another kind tell nothing of a message that is not here already. */
  async function hasDelivery() {
    const known = (await definitions())?.['salestool--message'];
    return known?.attributes.includes('delivery') ?? false;
  }
}

/**
 * Beginning of the first week asked for, in seconds. Counted from the newest message where the device's clock is ahead,
 * so that a wrong one hides nothing.
 */
async function startOf(database: Database, now: number): Promise<number> {
  const messages = await database.records('salestool--message').toArray();
  const newest = Math.max(0, ...messages.map(({ created }) => created ?? 0)) || now;
  return (Math.floor(Math.min(now, newest) / weekMs - weeks) * weekMs) / 1000;
}
