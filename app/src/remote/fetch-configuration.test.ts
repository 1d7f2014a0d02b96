import { afterEach, expect, test, vi } from 'vitest';
import { configurationFor, memoryStorage } from '#testing/device.ts';
import { configurationKey, fetchConfiguration, keptConfiguration } from './fetch-configuration.ts';

afterEach(() => vi.unstubAllGlobals());

const configuration = configurationFor('https://host.example');
const { auth } = configuration;
const answers = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer());

/** Local storage that holds what some build kept, this one unless named. */
async function storageWith(kept: unknown, readBy?: string) {
  const storage = memoryStorage();
  answers(() => Response.json(configuration));
  await fetchConfiguration(storage);
  const { readBy: thisBuild } = JSON.parse(storage.getItem(configurationKey)!);
  storage.setItem(configurationKey, JSON.stringify({ ...(kept as object), readBy: readBy ?? thisBuild }));
  return storage;
}

test('what the host tells of itself is kept for a start without it, with what only a later build knows', async () => {
  answers(() => Response.json({ ...configuration, later: true }));
  const storage = memoryStorage();
  expect(await fetchConfiguration(storage)).toMatchObject({ generation: '1' });
  expect(JSON.parse(storage.getItem(configurationKey)!)).toMatchObject({ ...configuration, later: true });
  expect(await keptConfiguration(storage)).toMatchObject(configuration);
});

test.each([
  ['a page', '<html>Welcome</html>'],
  ['a list', '[]'],
  ['an answer of something else', '{"error":"Log in to the hotel"}'],
  ['nothing', 'null'],
])('[F19] %s in its place tells nothing, and takes nothing away', async (_, body) => {
  const storage = memoryStorage();
  storage.setItem(configurationKey, 'kept');
  answers(() => new Response(body));
  expect(await fetchConfiguration(storage)).toBeNull();
  expect(storage.getItem(configurationKey)).toBe('kept');
});

test('[F4] a browser without room for it has been answered all the same', async () => {
  answers(() => Response.json(configuration));
  const setItem = () => {
    throw new DOMException('No space', 'QuotaExceededError');
  };
  expect(await fetchConfiguration({ setItem })).toMatchObject({ generation: '1' });
});

test.each([
  ['host', { host: 'https://content.example.com:PORT' }],
  ['host', { host: 'https://' }],
  ['host', { host: 'https:' }],
  ['host', { host: 'http:' }],
  ['host', { host: 'localhost:3000' }],
  ['api', { api: 'https://[api]/jsonapi' }],
  ['prospectPage', { prospectPage: 'https://packs example/p/{token}' }],
  ['auth', { auth: null }],
  ['auth.login.url', { auth: { ...auth, login: { ...auth.login, url: 'https://id.example:PORT/token' } } }],
  ['auth.logout.url', { auth: { ...auth, logout: { mode: 'link', url: 'https://' } } }],
  ['auth.reset.url', { auth: { ...auth, reset: { mode: 'api', url: 'https://' } } }],
  ['auth.me.url', { auth: { ...auth, me: { url: 'https://' } } }],
  ['brand.color', { brand: { name: 'Velden', color: 'teal' } }],
  ['flags', { flags: undefined }],
  ['host, api', { host: 'https://', api: 'https://' }],
])(
  '[AUTH-14, API-01] a configuration whose %s would stop the app is refused by name and not kept: %j',
  async (fields, wrong) => {
    answers(() => Response.json({ ...configuration, ...wrong }));
    const storage = memoryStorage();
    storage.setItem(configurationKey, 'kept');
    await expect(fetchConfiguration(storage)).rejects.toThrow(`cannot be used. Missing or wrong: ${fields}.`);
    expect(storage.getItem(configurationKey)).toBe('kept');
  },
);

test.each([
  { host: '', api: '/jsonapi', prospectPage: '/p/{token}' },
  { host: 'http://localhost:8080', api: 'https://api.example/jsonapi' },
  { auth: { ...auth, logout: { mode: 'api', url: '' }, reset: null, me: { url: '' } } },
  { auth: { ...auth, login: { ...auth.login, url: 'oauth/token?realm=sales' } } },
  // A link that leads nowhere stops nothing.
  { terms: 'https://', feedback: 'mailto:help@velden.example' },
])(
  '[AUTH-27, API-54] addresses may be relative, absolute or left out where the app knows better: %j',
  async (told) => {
    answers(() => Response.json({ ...configuration, ...told }));
    expect(await fetchConfiguration(memoryStorage())).toMatchObject(told);
  },
);

test('what this build kept is not read anew', async () => {
  const storage = await storageWith({ generation: 'of this build' });
  expect(await keptConfiguration(storage)).toMatchObject({ generation: 'of this build' });
});

test('what another build kept is read anew once', async () => {
  const storage = await storageWith(configuration, 'another build');
  expect(await keptConfiguration(storage)).toEqual(configuration);
  expect(await keptConfiguration(storage)).toMatchObject({ readBy: expect.not.stringMatching('another') });
});

test.each([
  ['without a part that this build reads', JSON.stringify({ ...configuration, help: undefined })],
  ['with an address that is none', JSON.stringify({ ...configuration, host: 'https://' })],
  ['cut in the middle', JSON.stringify(configuration).slice(0, 100)],
  ['of nothing', 'null'],
])('[F33] what was kept counts as none %s', async (_, text) => {
  const storage = memoryStorage();
  storage.setItem(configurationKey, text);
  expect(await keptConfiguration(storage)).toBeNull();
});
