import { isObject } from '@satchel/core/contract/is-object.ts';
import { salesRoles } from '@satchel/core/contract/roles.ts';
import type { Call, Request } from './create-request.ts';
import { failureOf, failureText, firstDetail, isRefusedWith, RemoteFailure } from './failure.ts';
import type { HostAddresses } from './host-address.ts';

export interface TokenAnswer {
  token: string;
  refreshToken: string;
  expiresIn: number;
}

export interface MeAnswer {
  uuid: string;
  id: number;
  name: string;
  mail: string;
  /** In the system that the account comes from. */
  remote_id?: string;
  preferred_langcode?: string;
  roles: string[];
  channels: string[];
}

interface TokenSettings {
  addresses: HostAddresses;
  scope: string;
  secret: string | undefined;
}

/** AUTH-01, API-09 */
const scopeOf = (configured: string) => configured || salesRoles.join(' ');

const asClient = (client: string, secret: string | undefined) => ({
  client_id: client,
  ...(secret ? { client_secret: secret } : {}),
});

async function askForTokens(request: Request, settings: TokenSettings, fields: Record<string, string>) {
  const { addresses, secret, scope } = settings;
  const form = new URLSearchParams({
    ...fields,
    ...asClient(addresses.client, secret),
    scope: scopeOf(scope),
  });
  const { body } = await request(addresses.token, {
    method: 'POST',
    open: true,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
    body: form.toString(),
    timeoutMs: 30_000,
  });
  return body;
}

function readTokens(body: unknown, previousRefreshToken: string | null): TokenAnswer {
  const { access_token: token, refresh_token: refresh, expires_in: expiresIn } = isObject(body) ? body : {};
  const refreshToken = typeof refresh === 'string' ? refresh : previousRefreshToken;
  if (typeof token !== 'string' || refreshToken === null) {
    throw new RemoteFailure({ kind: 'unreachable', why: 'not-json' });
  }
  return { token, refreshToken, expiresIn: typeof expiresIn === 'number' ? expiresIn : 300 };
}

/** Room for a few sentences in a banner. */
const longestReason = 300;

/** What the host says about a refused sign-in, else the status text (AUTH-10), which HTTP/2 has none of (decision 070). */
function reasonOf(error: unknown): string {
  const failure = failureOf(error);
  const said = firstDetail(error)?.trim();
  if (said) return said.length > longestReason ? `${said.slice(0, longestReason)}…` : said;
  if (failure?.kind === 'refused' && failure.statusText) return failure.statusText;
  return failure ? failureText(failure) : String(error);
}

/**
 * API-05
 * @throws Error 'Failed to log in: …'
 */
export async function signInCall(
  request: Request,
  settings: TokenSettings,
  { username, password }: { username: string; password: string },
): Promise<TokenAnswer> {
  try {
    const body = await askForTokens(request, settings, { grant_type: 'password', username, password });
    return readTokens(body, null);
  } catch (error) {
    throw new Error(`Failed to log in: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * API-07. A refused refresh token is RemoteFailure refused with 400, 401 or 403.
 * @throws RemoteFailure
 */
export async function refreshCall(request: Request, settings: TokenSettings, refreshToken: string) {
  const body = await askForTokens(request, settings, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  return readTokens(body, refreshToken);
}

/** AUTH-18 */
export const isTokenRefused = (error: unknown) => isRefusedWith(error, 401) || isRefusedWith(error, 403);

/** AUTH-21 */
export const refreshRefusal = (error: unknown) =>
  new Error(`Failed to refresh token: ${reasonOf(error)}`, { cause: error });

const single = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((item: unknown) => {
    if (typeof item === 'string') return [item];
    if (!isObject(item)) return [];
    // References as Drupal's own serialiser writes them.
    const id = item.target_uuid ?? item.uuid ?? item.id ?? item.target_id ?? item.value;
    return typeof id === 'string' ? [id] : [];
  });

/** The signed-in user out of either form of the me answer (API-16, API-17); null when it names nobody. */
export function readMe(body: unknown): MeAnswer | null {
  const answer = Array.isArray(body) ? body[0] : body;
  const user = isObject(answer) ? single(answer.user) : null;
  if (!isObject(user)) return null;
  const uuid = single(user.uuid);
  if (typeof uuid !== 'string' || uuid === '') return null;
  const text = (value: unknown) => (typeof single(value) === 'string' ? (single(value) as string) : '');
  const given = (name: string) => (text(user[name]) === '' ? {} : { [name]: text(user[name]) });
  return {
    uuid: uuid.toLowerCase(),
    id: Number(single(user.id)),
    name: text(user.name),
    mail: text(user.mail),
    ...given('remote_id'),
    ...given('preferred_langcode'),
    roles: texts(user.roles),
    channels: texts(user.channels).map((id) => id.toLowerCase()),
  };
}

/**
 * Null when the host took the call for nobody's: some answer so, and not with a refusal, once a token has run out.
 * @param token in place of that of whoever is signed in
 */
export async function meCall(
  request: Request,
  { me }: HostAddresses,
  token?: string,
): Promise<MeAnswer | null> {
  const headers = { Accept: 'application/json' };
  const { body } = await request(me, { headers, timeoutMs: 30_000, ...(token !== undefined && { token }) });
  return readMe(body);
}

/** RFC 7009. Resolves also when the token was unknown. */
export async function revokeCall(
  request: Request,
  { addresses: { revoke, client }, secret }: TokenSettings,
  { token, refreshToken }: Pick<TokenAnswer, 'token' | 'refreshToken'>,
) {
  if (revoke === null) return;
  const call: Call = {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
    body: new URLSearchParams({
      token: refreshToken,
      token_type_hint: 'refresh_token',
      ...asClient(client, secret),
    }).toString(),
    timeoutMs: 15_000,
  };
  try {
    await request(revoke, { ...call, token });
  } catch (error) {
    if (!isTokenRefused(error)) throw error;
    // It may have run out. To renew it would bring about another refresh token than the one to be forgotten.
    await request(revoke, { ...call, open: true });
  }
}
