import { expect, test } from 'vitest';
import { configurationFor } from '#testing/device.ts';
import { hostAddresses } from './host-address.ts';

const page = 'https://app.example';
const configuration = configurationFor('');

const addressesOf = (auth: Partial<typeof configuration.auth>, url = '/oauth/token') =>
  hostAddresses({ ...configuration, auth: { ...configuration.auth, ...auth } }, { url, client: 'c' }, page);

test('[AUTH-27] all addresses of signing in come from the configuration, relative or whole', () => {
  const addresses = addressesOf(
    {
      me: { url: '/who' },
      logout: { mode: 'api', url: 'https://id.example/user/logout' },
      reset: { mode: 'api', url: '/rpc' },
    },
    'https://id.example/token',
  );
  expect(addresses).toMatchObject({
    token: 'https://id.example/token',
    me: `${page}/who`,
    revoke: 'https://id.example/user/logout',
    reset: `${page}/rpc`,
  });
});

test('[AUTH-27] without an address of its own the user is read beside the sign-in', () => {
  expect(addressesOf({}, 'https://id.example/oauth/token').me).toBe('https://id.example/oauth/api/me');
});

test('[AUTH-15] what happens on a page of the host is no call of the app', () => {
  const { revoke, reset } = addressesOf({
    logout: { mode: 'link', url: 'https://id.example/bye' },
    reset: { mode: 'link', url: 'https://id.example/reset' },
  });
  expect([revoke, reset]).toEqual([null, null]);
});

test('[API-01] the host, its API, the sign-in and the user may each have an origin of their own, and all are trusted', () => {
  const { me, ...auth } = configuration.auth;
  const { trusted } = hostAddresses(
    {
      ...{ ...configuration, host: 'https://host.example', api: 'https://api.example/jsonapi' },
      auth: { ...auth, me: { ...me, url: 'https://people.example/me' } },
    },
    { url: 'https://id.example/oauth/token', client: 'c' },
    page,
  );
  expect([...trusted].sort()).toEqual([
    'https://api.example',
    'https://host.example',
    'https://id.example',
    'https://people.example',
  ]);
});
