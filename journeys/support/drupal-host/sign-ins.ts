import { randomBytes } from 'node:crypto';
import { type Manners, wrongPassword, wrongRefreshToken } from './manners.ts';
import { type HostAnswer, jsonAnswer } from './refusal.ts';

/** Asks the host behind and gives its JSON. */
export type AskBehind = (
  path: string,
  init: RequestInit,
) => Promise<{ status: number; body: unknown; headers: Headers }>;

const isTokens = (body: unknown): body is { access_token: string; refresh_token: string } =>
  typeof body === 'object' && body !== null && 'access_token' in body && 'refresh_token' in body;

/** The tokens of this host: a pair dies the moment its refresh token is used, with no grace for a lost answer. */
export class SignIns {
  readonly #manners: Manners;
  /** The access token that came with each refresh token. */
  readonly #pairs = new Map<string, string>();
  /** What stands for each of its access tokens at the host behind, whose own may be the same twice in a second. */
  readonly #behind = new Map<string, string>();
  readonly #dead = new Set<string>();

  constructor(manners: Manners) {
    this.#manners = manners;
  }

  async token(form: string, ask: AskBehind): Promise<HostAnswer> {
    const { league } = this.#manners;
    const fields = new URLSearchParams(form);
    const used = fields.get('refresh_token');
    const refusal = used === null ? wrongPassword(league) : wrongRefreshToken(league);
    if (used !== null && this.#dead.has(used)) return jsonAnswer(refusal.status, refusal.body);
    const { status, body } = await ask('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    });
    if (!isTokens(body)) {
      const isTurnedAway = status === 400 || status === 401;
      return isTurnedAway ? jsonAnswer(refusal.status, refusal.body) : jsonAnswer(status, body);
    }
    const before = used === null ? undefined : this.#pairs.get(used);
    if (used !== null) this.#dead.add(used);
    if (before !== undefined) this.#dead.add(before);
    const access = randomBytes(48).toString('base64url');
    this.#pairs.set(body.refresh_token, access);
    this.#behind.set(access, body.access_token);
    return jsonAnswer(200, { ...body, access_token: access });
  }

  /** The header as the host behind takes it. */
  authorizationBehind(authorization: string | undefined) {
    const access = authorization?.replace(/^Bearer /, '') ?? '';
    return `Bearer ${this.#behind.get(access) ?? access}`;
  }

  isDead(authorization: string | undefined) {
    return authorization !== undefined && this.#dead.has(authorization.replace(/^Bearer /, ''));
  }

  /** Time passes: every access token given so far has run out. */
  expireAccessTokens() {
    for (const access of this.#pairs.values()) this.#dead.add(access);
  }

  /** As after a password change elsewhere: nothing that was given so far is good any more. */
  endAll() {
    this.expireAccessTokens();
    for (const refresh of this.#pairs.keys()) this.#dead.add(refresh);
  }
}

/** Before any route is looked up, so in no format of the routes. */
export const unauthorized = (): HostAnswer => ({
  status: 401,
  headers: {
    'content-type': 'text/html; charset=UTF-8',
    'www-authenticate':
      'Bearer realm="OAuth", error="access_denied", error_description="The resource owner or authorization server denied the request."',
  },
  body: 'The resource owner or authorization server denied the request.',
});

/** What `me` says to somebody who is signed out. */
export const nobody = () => jsonAnswer(200, [{ login_status: [false], user: [] }]);
