import type { Connection } from './connection.ts';
import { RemoteFailure } from './failure.ts';
import { type Answer, readAnswer } from './read-answer.ts';

export interface Call {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: BodyInit;
  headers?: Record<string, string>;
  /** A call that runs signed out too, without the bearer header (API-02). */
  open?: boolean;
  /** In place of that of the session, and never renewed: of somebody who is about to be signed in, or out. */
  token?: string;
  /** UUID of the account whose work it is; it never goes out under another one's token. */
  owner?: string | undefined;
  timeoutMs?: number;
  /** The type of text that is wanted in place of JSON, for example text/csv; `body` is that text then. */
  text?: string;
  /** About one record: a page without errors of JSON:API is no word about it. */
  ofRecord?: boolean;
  /** Whoever calls asks for something else where a page comes instead of an answer: that alone is no outage. */
  looksIntoPages?: boolean;
  signal?: AbortSignal | undefined;
  /** In place of the one for all calls. */
  fetch?: typeof fetch;
}

export type Request = (address: string, call?: Call) => Promise<Answer>;

export interface Credentials {
  accessToken(): string | null;
  /** UUID of the account that the token is for; null before it is known. */
  owner(): string | null;
  /**
   * Another token than this one: what another window or call got meanwhile, else by one refresh for all.
   * @throws RemoteFailure signed-out when the host refuses, unreachable or busy when it could not be asked
   */
  renew(token: string): Promise<string>;
  /** The host does not take a renewed token either at this address. */
  rejected(refusal: RemoteFailure, address: string): void;
}

export interface RequestParts {
  /** The bearer header goes to these origins only. */
  trusted: () => ReadonlySet<string>;
  credentials: Credentials;
  /** Told what every call met. */
  connection: Pick<Connection, 'outages' | 'answered' | 'unreachable'>;
  fetch?: typeof fetch;
  /** Aborted after so many ms. */
  timeout?: (ms: number) => AbortSignal;
}

const defaultTimeoutMs = 60_000;

/** Calls of the content host: bearer, one refresh and one retry, and failures sorted by what happens next. */
export function createRequest({
  trusted,
  credentials,
  connection,
  fetch = globalThis.fetch,
  timeout = (ms) => AbortSignal.timeout(ms),
}: RequestParts): Request {
  // Tokens that a 403 brought about and that met a 403 again: the right is missing, not the token.
  const freshButForbidden = new Set<string>();

  function tellOf({ failure }: RemoteFailure, { looksIntoPages = false }: Call, outages: number) {
    if (failure.kind !== 'unreachable') connection.answered(outages);
    else if (failure.why !== 'not-json' || !looksIntoPages) connection.unreachable();
  }

  async function attempt(address: string, token: string | null, call: Call): Promise<Answer> {
    const {
      method = 'GET',
      body,
      headers,
      timeoutMs = defaultTimeoutMs,
      signal,
      text,
      ofRecord = false,
    } = call;
    const timesOut = timeout(timeoutMs);
    const outages = connection.outages();
    try {
      const response = await (call.fetch ?? fetch)(address, {
        method,
        ...(body === undefined ? {} : { body }),
        headers: {
          Accept: text ?? 'application/vnd.api+json, application/json',
          ...headers,
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        },
        // A session cookie beside the bearer header would ask for a CSRF token.
        credentials: 'omit',
        // The bearer header must not follow anybody elsewhere, and a portal's redirect is no answer.
        redirect: 'error',
        cache: 'no-store',
        signal: signal ? AbortSignal.any([signal, timesOut]) : timesOut,
      });
      const answer = await readAnswer(response, { ofRecord, ...(text !== undefined && { text }) });
      connection.answered(outages);
      return answer;
    } catch (error) {
      if (signal?.aborted) throw error;
      const failure =
        error instanceof RemoteFailure
          ? error
          : new RemoteFailure({ kind: 'unreachable', why: 'no-response' }, error);
      tellOf(failure, call, outages);
      throw failure;
    }
  }

  function wantsRefresh(error: unknown, token: string): error is RemoteFailure {
    if (!(error instanceof RemoteFailure) || error.failure.kind !== 'refused') return false;
    return error.failure.status === 401 || (error.failure.status === 403 && !freshButForbidden.has(token));
  }

  /** Somebody else may have signed in since the work began, in another window too. */
  function refuseOthers({ owner }: Call) {
    if (owner !== undefined && credentials.owner() !== owner) throw new RemoteFailure({ kind: 'signed-out' });
  }

  return async (address, call = {}) => {
    if (call.open) return attempt(address, null, call);
    const isTrusted = trusted().has(new URL(address).origin);
    if (call.token !== undefined) return attempt(address, isTrusted ? call.token : null, call);
    const token = credentials.accessToken();
    if (token === null) throw new RemoteFailure({ kind: 'signed-out' });
    refuseOthers(call);
    if (!isTrusted) return attempt(address, null, call);
    try {
      return await attempt(address, token, call);
    } catch (error) {
      if (!wantsRefresh(error, token)) throw error;
      const renewed = await credentials.renew(token);
      refuseOthers(call);
      try {
        return await attempt(address, renewed, call);
      } catch (again) {
        if (again instanceof RemoteFailure && again.failure.kind === 'refused') {
          // A fresh token is not valid either: nothing that another try would change; signing in again may.
          if (again.failure.status === 401) {
            credentials.rejected(again, address);
            throw new RemoteFailure({ kind: 'signed-out' }, again);
          }
          if (again.failure.status === 403) freshButForbidden.add(renewed);
        }
        throw again;
      }
    }
  };
}
