import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ReadTransaction } from '#database/database.ts';
import { isOneOf } from '#database/dialect.ts';
import { channelScope, ownerScope } from '#database/revision.ts';
import { isAdministrator } from '#http/viewer.ts';
import type { Sight } from './visibility.ts';

/**
 * The ETag of an answer: what was asked, who asked and saw what, and the revisions of all that it can depend on, read
 * by one statement. Equal tags mean equal answers, so nothing else has to be read to say 304.
 */
export async function answerTag(
  trx: ReadTransaction,
  address: string,
  { viewer, dialect }: Sight,
  release: string,
): Promise<string> {
  const scopes = [ownerScope(viewer.accountId), 'shared', ...viewer.channelIds.map(channelScope)];
  const everyChannel = isAdministrator(viewer) ? sql`or scope like 'channel:%'` : sql``;
  const { rows } = await sql<{ scope: string; value: number }>`select scope, value from revision
    where ${isOneOf(sql.ref('scope'), scopes, dialect)} ${everyChannel} order by scope`.execute(trx);
  const seen = [
    // Another release may answer the same records in another form.
    release,
    viewer.accountId,
    viewer.roles,
    viewer.channelIds,
    rows.map(({ scope, value }) => [scope, value]),
  ];
  return createHash('sha256')
    .update(JSON.stringify([address, seen]))
    .digest('base64url')
    .slice(0, 27);
}

/** Weak, because the same answer travels compressed or not. A record's own state stands in front for `If-Match`. */
export const etagOf = (tag: string, changed?: number) =>
  `W/"${changed === undefined ? '' : `${changed.toString(36)}.`}${tag}"`;

const tagsIn = (header: string) =>
  [...header.matchAll(/(?:W\/)?"([^"]*)"/g)].map((match) => match[1] as string);

/** The ETag the caller has already, when it stands for the present answer. */
export function knownEtag(ifNoneMatch: string | undefined, tag: string) {
  const known = tagsIn(ifNoneMatch ?? '').find((each) => each.split('.').at(-1) === tag);
  return known === undefined ? undefined : `W/"${known}"`;
}

/** Whether `If-Match` names the state that a record is in now. */
export const namesState = (ifMatch: string, changed: number) =>
  ifMatch.trim() === '*' || tagsIn(ifMatch).some((known) => known.split('.')[0] === changed.toString(36));
