import { describe, expect, test, vi } from 'vitest';
import { createConnection } from './connection.ts';
import { type Credentials, createRequest } from './create-request.ts';
import { failureOf, failureText, RemoteFailure } from './failure.ts';

const host = 'https://host.example';

type Step = (headers: Headers, init: RequestInit) => Response | Promise<Response>;

const json = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    statusText: status === 422 ? 'Unprocessable Content' : '',
    headers: { 'content-type': 'application/vnd.api+json', ...headers },
  });

const page = (status: number) =>
  new Response('<html>Log in to the WLAN</html>', { status, headers: { 'content-type': 'text/html' } });

function caller(step: Step, token: string | null = 'old', origins: readonly string[] = [host]) {
  const owner = { now: 'nora' as string | null };
  const seen = { renewals: 0, rejections: 0, tokens: [] as (string | null)[], online: [] as boolean[] };
  let current = token;
  const credentials: Credentials = {
    accessToken: () => current,
    owner: () => owner.now,
    async renew() {
      seen.renewals += 1;
      current = `new ${seen.renewals}`;
      return current;
    },
    rejected() {
      seen.rejections += 1;
    },
  };
  const request = createRequest({
    trusted: () => new Set(origins),
    credentials,
    connection: {
      outages: () => 0,
      answered: () => seen.online.push(true),
      unreachable: () => seen.online.push(false),
    },
    fetch: async (_address, init) => {
      const headers = new Headers(init?.headers);
      seen.tokens.push(headers.get('authorization'));
      return step(headers, init ?? {});
    },
  });
  const failing = async (address = `${host}/jsonapi`, call = {}) => {
    try {
      await request(address, call);
    } catch (error) {
      return failureOf(error);
    }
    throw new Error('The call was expected to fail');
  };
  return { request, seen, failing, owner };
}

test.each([
  ['stays away', false],
  ['is there again', true],
])(
  '[SYNC-42] what was answered before the line went says nothing of a host that %s',
  async (_what, isThere) => {
    let asked = 0;
    const browser = { onLine: () => true, onChange() {}, setTimeout: () => 0, clearTimeout() {} };
    const connection = createConnection({
      browser,
      probe: async () => {
        asked += 1;
        return isThere;
      },
    });
    const answer = Promise.withResolvers<Response>();
    const request = createRequest({
      trusted: () => new Set([host]),
      credentials: {
        accessToken: () => 'token',
        owner: () => 'nora',
        renew: async () => 'token',
        rejected() {},
      },
      connection,
      fetch: (address) =>
        String(address).endsWith('/first')
          ? answer.promise
          : Promise.reject(new TypeError('Failed to fetch')),
    });
    const first = request(`${host}/first`);
    await expect(request(`${host}/second`)).rejects.toThrow(RemoteFailure);
    expect(connection.isOnline()).toBe(false);
    answer.resolve(Response.json({ data: [] }));
    await first;
    await vi.waitFor(() => expect(asked).toBe(1));
    expect(connection.isOnline()).toBe(isThere);
  },
);

describe('the bearer header', () => {
  test('[API-01] goes with every call of the content host', async () => {
    const { request, seen } = caller(() => json(200));
    await request(`${host}/jsonapi/node/help_page`);
    expect(seen.tokens).toEqual(['Bearer old']);
  });

  test('of one person never carries the work of another, who had signed in here before', async () => {
    const { request, seen, failing, owner } = caller(() => {
      owner.now = 'henrik';
      return json(401);
    });
    expect(await failing(`${host}/jsonapi`, { owner: 'nora' })).toEqual({ kind: 'signed-out' });
    expect(await failing(`${host}/jsonapi`, { owner: 'nora' })).toEqual({ kind: 'signed-out' });
    expect(seen.tokens).toEqual(['Bearer old']);
    owner.now = 'nora';
    await expect(request(`${host}/jsonapi`)).rejects.toThrow('You are not logged in');
  });

  test('goes to no other origin', async () => {
    const { request, seen } = caller(() => json(200));
    await request('https://elsewhere.example/jsonapi');
    expect(seen.tokens).toEqual([null]);
  });

  test('[API-01] is left out of the sign-in call, whoever was signed in before', async () => {
    const { request, seen } = caller(() => json(200));
    await request(`${host}/oauth/token`, { method: 'POST', open: true });
    expect(seen.tokens).toEqual([null]);
  });

  test('[API-01] is that of the call where it brings one of its own, which nobody renews and no other host sees', async () => {
    const { request, failing, seen } = caller(() => json(401));
    expect(await failing(`${host}/oauth/api/me`, { token: 'fresh' })).toMatchObject({ kind: 'refused' });
    await expect(request('https://elsewhere.example/api/me', { token: 'fresh' })).rejects.toThrow();
    expect(seen).toMatchObject({ tokens: ['Bearer fresh', null], renewals: 0 });
  });

  const others = ['https://api.example', 'https://login.example'];
  test.each(others)('[API-01] goes to every address of the host that is configured (%s)', async (other) => {
    const { request, seen } = caller(() => json(200), 'old', [host, ...others]);
    await request(`${other}/jsonapi`);
    await request('https://elsewhere.example/jsonapi');
    expect(seen.tokens).toEqual(['Bearer old', null]);
  });

  test('[API-02] is left out on open calls', async () => {
    const { request, seen } = caller(() => json(200), null);
    await request(`${host}/jsonrpc`, { open: true });
    expect(seen.tokens).toEqual([null]);
  });

  test('[ERR-04] a call that needs it is not made without somebody signed in', async () => {
    const { failing, seen } = caller(() => json(200), null);
    const failure = await failing();
    expect(failureText(failure!)).toBe('You are not logged in');
    expect(seen.tokens).toEqual([]);
  });

  test('never travels with cookies or along a redirect', async () => {
    const { request } = caller((_headers, init) => {
      expect(init).toMatchObject({ credentials: 'omit', redirect: 'error' });
      return json(200);
    });
    await request(`${host}/jsonapi`);
  });
});

describe('a token the host does not take', () => {
  test.each([401, 403])('[AUTH-18] a %i brings one refresh and one retry', async (status) => {
    const { request, seen } = caller((headers) =>
      json(headers.get('authorization') === 'Bearer old' ? status : 200, { data: 1 }),
    );
    expect((await request(`${host}/jsonapi`)).body).toEqual({ data: 1 });
    expect(seen.tokens).toEqual(['Bearer old', 'Bearer new 1']);
    expect(seen.renewals).toBe(1);
  });

  test('[AUTH-18] a 401 that asks for a bearer token is believed without JSON', async () => {
    const challenge = { 'content-type': 'text/html', 'www-authenticate': 'Bearer realm="OAuth"' };
    const { request, seen } = caller((headers) =>
      headers.get('authorization') === 'Bearer old'
        ? new Response('Denied', { status: 401, headers: challenge })
        : json(200, { data: 1 }),
    );
    expect((await request(`${host}/jsonapi`)).body).toEqual({ data: 1 });
    expect(seen.renewals).toBe(1);
  });

  test('[AUTH-18] a retry is not refreshed again', async () => {
    const { failing, seen } = caller(() => json(401));
    expect(await failing()).toEqual({ kind: 'signed-out' });
    expect(seen).toMatchObject({ renewals: 1, rejections: 1 });
  });

  test('a right that is missing costs one refresh, not one per call', async () => {
    const { failing, seen } = caller(() => json(403));
    expect(await failing()).toMatchObject({ kind: 'refused', status: 403 });
    expect(await failing()).toMatchObject({ kind: 'refused', status: 403 });
    expect(seen).toMatchObject({ renewals: 1, rejections: 0 });
  });

  test('[AUTH-18] the sign-in call itself never refreshes', async () => {
    const { failing, seen } = caller(() => json(401));
    expect(await failing(`${host}/oauth/token`, { open: true })).toMatchObject({ kind: 'refused' });
    expect(seen.renewals).toBe(0);
  });
});

describe('what a call met', () => {
  test('[ERR-14] no answer at all', async () => {
    const { failing, seen } = caller(() => Promise.reject(new TypeError('Failed to fetch')));
    const failure = await failing();
    expect(failure).toEqual({ kind: 'unreachable', why: 'no-response' });
    expect(failureText(failure!)).toBe('No response');
    expect(seen.online).toEqual([false]);
  });

  test.each([200, 302, 403, 511])(
    'a page where data was due is no answer of the host (%i)',
    async (status) => {
      const { failing, seen } = caller(() => page(status));
      expect(await failing()).toEqual({ kind: 'unreachable', why: 'not-json' });
      expect(seen.online).toEqual([false]);
      expect(seen.renewals).toBe(0);
    },
  );

  test('a page is no word about the connection where the caller looks into it, and silence is', async () => {
    const looking = { looksIntoPages: true };
    const { failing, seen } = caller(() => page(403));
    expect(await failing(undefined, looking)).toEqual({ kind: 'unreachable', why: 'not-json' });
    expect(seen.online).toEqual([]);
    const silent = caller(() => Promise.reject(new TypeError('Failed to fetch')));
    await silent.failing(undefined, looking);
    expect(silent.seen.online).toEqual([false]);
  });

  test('a proxy’s page that says that too much was sent is a refusal', async () => {
    const { failing, seen } = caller(() => page(413));
    expect(await failing()).toMatchObject({ kind: 'refused', status: 413 });
    expect(seen.online).toEqual([true]);
  });

  test('broken JSON is no answer of the host either', async () => {
    const { failing } = caller(
      () => new Response('{"data":', { headers: { 'content-type': 'application/vnd.api+json' } }),
    );
    expect(await failing()).toEqual({ kind: 'unreachable', why: 'not-json' });
  });

  test('a host that is busy says when to come back', async () => {
    const { failing, seen } = caller(() => json(503, {}, { 'retry-after': '7' }));
    expect(await failing()).toMatchObject({ kind: 'busy', retryAfterMs: 7000 });
    expect(seen.online).toEqual([true]);
  });

  test('[ERR-13] a refusal without details is told by its status', async () => {
    const { failing } = caller(() => json(422));
    expect(failureText((await failing())!)).toBe('Unprocessable Content (422)');
    const bare = caller(() => json(418));
    expect(failureText((await bare.failing())!)).toBe('Server error (418)');
  });

  test('[ERR-15] errors of a refusal are joined with their titles, statuses and details', async () => {
    const errors = [
      { title: 'Unprocessable Content', status: '422', detail: 'title: This value should not be null.' },
      { title: 'Forbidden', status: 403 },
    ];
    const { failing } = caller(() => json(422, { errors }));
    expect(failureText((await failing())!)).toBe(
      'Unprocessable Content (422) - title: This value should not be null.; Forbidden (403)',
    );
  });

  test('[ERR-03] a call that is not worth trying says that the app is offline', () => {
    expect(failureText({ kind: 'unreachable', why: 'offline' })).toBe('Application is offline');
  });

  test('an empty success is a success', async () => {
    const { request } = caller(() => new Response('', { status: 200 }));
    expect((await request(`${host}/oauth/revoke`)).body).toBeNull();
  });
});
