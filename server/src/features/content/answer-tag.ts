import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '#database/dialect.ts';
import { isOneOf } from '#database/dialect.ts';
import { channelScope, ownerScope } from '#database/revision.ts';
import { isAdministrator, type SignedInViewer } from '#http/viewer.ts';

export interface Revision {
  scope: string;
  value: number;
}

/** The revisions of all that this viewer's answers can depend on. */
export function revisionsFor(viewer: SignedInViewer, dialect: Dialect): RawBuilder<Revision> {
  const scopes = [ownerScope(viewer.accountId), 'shared', ...viewer.channelIds.map(channelScope)];
  const everyChannel = isAdministrator(viewer) ? sql`or scope like 'channel:%'` : sql``;
  return sql<Revision>`select scope, value from revision
    where ${isOneOf(sql.ref('scope'), scopes, dialect)} ${everyChannel} order by scope`;
}

/** Equal tags mean equal answers, so nothing else has to be read to say 304 or to answer what is kept. */
export interface AnswerTags {
  /** Made from what was asked, who asked and saw what, and the revisions of all that it can depend on. */
  own: string;
  /** The same for everyone with the same roles and channels, for an answer that did not depend on who asked. */
  shared: string;
}

/**
 * @param question what was asked, whole
 * @param release of the host: another one may answer the same records in another form
 */
export function answerTags(
  question: readonly string[],
  viewer: SignedInViewer,
  revisions: readonly Revision[],
  release: string,
): AnswerTags {
  const personal = ownerScope(viewer.accountId);
  const common = revisions.filter(({ scope }) => scope !== personal);
  const shared = [release, question, viewer.roles, viewer.channelIds, ...common.map(pairOf)];
  const own = [viewer.accountId, ...revisions.map(pairOf)];
  return { own: digestOf([shared, own]), shared: digestOf([shared]) };
}

const pairOf = ({ scope, value }: Revision) => [scope, value];

const digestOf = (parts: unknown) => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 27);

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
