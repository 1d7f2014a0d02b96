import { refuse } from './host-answers.ts';

interface Session {
  account: string;
  refresh: string;
  /** What the refresh token before was exchanged for: a lost answer may be asked for again. */
  before: string | null;
  access: Set<string>;
}

/** Sign-in, renewal and sign-out as the host does them; none of it is part of a backup. */
export function createHostSessions(people: ReadonlyMap<string, string>) {
  let sessions: Session[] = [];
  let made = 0;

  const newToken = (kind: string) => {
    made += 1;
    return `${kind}-${made}`;
  };

  function tokensOf(session: Session) {
    const access = newToken('access');
    session.access.add(access);
    return { access_token: access, refresh_token: session.refresh, expires_in: 300, token_type: 'Bearer' };
  }

  function renew(refresh: string) {
    const session = sessions.find((each) => each.refresh === refresh || each.before === refresh);
    if (!session) throw refuse(400, 'invalid_grant');
    if (session.refresh === refresh) {
      session.before = refresh;
      session.refresh = newToken('refresh');
    }
    return tokensOf(session);
  }

  return {
    token(form: URLSearchParams) {
      if (form.get('grant_type') === 'refresh_token') return renew(form.get('refresh_token') ?? '');
      const account = people.get(form.get('username') ?? '');
      if (account === undefined || form.get('password') !== 'right') throw refuse(400, 'invalid_grant');
      const session = { account, refresh: newToken('refresh'), before: null, access: new Set<string>() };
      sessions.push(session);
      return tokensOf(session);
    },

    /** Whose token it is. @throws Refusal 401 */
    accountOf(authorization: string | null): string {
      const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '';
      const session = sessions.find(({ access }) => access.has(token));
      if (!session) throw refuse(401, 'The session has ended. Sign in again.');
      return session.account;
    },

    revoke(refresh: string | null) {
      sessions = sessions.filter((each) => each.refresh !== refresh && each.before !== refresh);
    },

    /** Every access token ends; refresh tokens stay good. */
    endAccess() {
      for (const { access } of sessions) access.clear();
    },

    /** Everybody signs in anew. */
    endAll() {
      sessions = [];
    },
  };
}
