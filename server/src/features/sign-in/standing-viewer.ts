import type { Role } from '@satchel/core/contract/roles.ts';
import { sql } from 'kysely';
import type { HostDatabase } from '#database/database.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import type { AccessClaims } from '#keys.ts';

interface Fact {
  kind: 'account' | 'role' | 'channel';
  value: string;
  internal_id: number;
  expires: number;
}

interface Standing {
  viewer: SignedInViewer;
  /** From this moment on the session has run out. */
  expires: number;
}

/** Who is behind a session that was not ended, all by one statement; undefined when nobody is. */
export async function standingViewer(
  database: HostDatabase,
  { sessionId, accountId, scope }: AccessClaims,
): Promise<Standing | undefined> {
  const facts = await database.lookUp(sql<Fact>`
    select 'account' as kind, account.id as value, account.internal_id, session.expires from session
      inner join account on account.id = session.account_id
      where session.id = ${sessionId} and account.id = ${accountId}
      and session.revoked is null and account.active = 1
    union all select 'role', role, 0, 0 from account_role where account_id = ${accountId}
    union all select 'channel', channel_id, 0, 0 from account_channel where account_id = ${accountId}`);
  const account = facts.find(({ kind }) => kind === 'account');
  if (!account) return undefined;
  const valuesOf = (wanted: Fact['kind']) =>
    facts.flatMap(({ kind, value }) => (kind === wanted ? value : [])).sort();
  const viewer: SignedInViewer = {
    kind: 'user',
    accountId,
    internalId: account.internal_id,
    roles: withinScope(valuesOf('role') as Role[], scope),
    channelIds: valuesOf('channel'),
    sessionId,
  };
  return { viewer, expires: account.expires };
}

/** Sales roles count when they were asked for; being administrator is no scope an app asks for, so it always does. */
function withinScope(roles: Role[], scope: string) {
  const asked = new Set([...scope.split(' '), 'administrator']);
  return roles.filter((role) => asked.has(role));
}
