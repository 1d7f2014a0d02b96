import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BundleRecord } from '#storage/records.ts';
import { createAppFiles } from './app-files.ts';
import { appFileName, appFolder, readManifest } from './manifest.ts';

const origin = 'https://host.example';
const folder = `${origin}/sites/default/files/key/`;

const calculator: BundleRecord = {
  id: 'calculator',
  type: 'salestool--miniapp_bundle',
  miniapp_type: 'embed',
  urls: ['app.css', 'app.js'].map((name) => ({
    uri: `/sites/default/files/key/${name}`,
    title: '',
    options: [],
  })),
};

interface File {
  body: string;
  type?: string;
}

/** A host with some files, and a device that keeps some of them. */
function world({
  onHost = {},
  kept = {},
  offline = false,
}: Record<'onHost' | 'kept', Record<string, File>> & { offline?: boolean }) {
  const asked: string[] = [];
  const respond = ({ body, type = 'application/octet-stream' }: File) =>
    new Response(body, { headers: { 'content-type': type } });
  const appFiles = createAppFiles({
    origin: () => origin,
    caches: {
      match: async (key) => {
        const file = kept[String(key).replace(folder, '')];
        return file && respond(file);
      },
    },
    fetch: async (address) => {
      asked.push(String(address));
      if (offline) throw new TypeError('Failed to fetch');
      const file = onHost[String(address).replace(folder, '')];
      return file ? respond(file) : new Response('', { status: 404 });
    },
  });
  return { appFiles, asked };
}

const files = {
  'manifest.json': { body: '["app.css", "./app.js", "pictures/counter.svg"]' },
  'app.css': { body: 'body{}' },
  'app.js': { body: 'start()' },
  'pictures/counter.svg': { body: '<svg/>' },
};

describe('the files of an embed app', () => {
  test('[APP-07, APP-08] are those its manifest lists beside its scripts, by name', async () => {
    const { appFiles } = world({ onHost: files, kept: {} });
    const read = await appFiles(calculator);
    expect([...read.keys()]).toEqual(['app.css', 'app.js', 'pictures/counter.svg']);
    expect(await read.get('app.js')?.text()).toBe('start()');
  });

  test('[APP-07] come from this device when they are there, without asking the host', async () => {
    const { appFiles, asked } = world({ onHost: {}, kept: files, offline: true });
    const read = await appFiles(calculator);
    expect(await read.get('pictures/counter.svg')?.text()).toBe('<svg/>');
    expect(asked).toEqual([]);
  });

  test('have the type a browser runs them under, whatever the host calls them', async () => {
    const { appFiles } = world({ onHost: files, kept: {} });
    const read = await appFiles(calculator);
    expect([...read.values()].map(({ type }) => type)).toEqual([
      'text/css',
      'text/javascript',
      'image/svg+xml',
    ]);
  });

  test('are its scripts and styles alone where it has no manifest', async () => {
    const { 'manifest.json': _, ...rest } = files;
    const { appFiles } = world({ onHost: rest, kept: {} });
    expect([...(await appFiles(calculator)).keys()]).toEqual(['app.css', 'app.js']);
  });

  test.each([
    ['is not on this device, and the server cannot be reached', { onHost: {}, kept: {}, offline: true }],
    [
      'A file of the app is missing: counter.svg',
      { onHost: { ...files, 'pictures/counter.svg': undefined as never }, kept: {} },
    ],
    ['list of files cannot be read', { onHost: { ...files, 'manifest.json': { body: '<html>' } }, kept: {} }],
    ['list of files is no list', { onHost: { ...files, 'manifest.json': { body: '{"a":1}' } }, kept: {} }],
    [
      'A file of the app is missing: app.js',
      { onHost: { ...files, 'app.js': { body: 'Sign in', type: 'text/html' } }, kept: {} },
    ],
    [
      'more than 500 files',
      {
        onHost: {
          ...files,
          'manifest.json': { body: JSON.stringify(Array.from({ length: 501 }, (_, at) => `${at}.js`)) },
        },
        kept: {},
      },
    ],
  ])('are refused in words: %s', async (words, given) => {
    await expect(world(given).appFiles(calculator)).rejects.toThrow(words);
  });
});

describe('[APP-07] a host that falls silent', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A host whose answers come as told, until nobody waits for them any more. */
  function host(answer: (name: string, signal: AbortSignal) => Promise<Response>) {
    const asked: string[] = [];
    const appFiles = createAppFiles({
      origin: () => origin,
      caches: undefined,
      fetch: (address, init) => {
        const name = String(address).replace(folder, '');
        asked.push(name);
        return answer(name, init?.signal as AbortSignal);
      },
    });
    return { appFiles, asked };
  }

  const whole = async (name: string) => new Response(files[name as keyof typeof files].body);

  /** So much of a file as was pushed; whoever calls it off ends it. */
  function stream(signal: AbortSignal) {
    let push = (_text: string) => {};
    let end = () => {};
    const body = new ReadableStream({
      start(controller) {
        push = (text) => controller.enqueue(new TextEncoder().encode(text));
        end = () => controller.close();
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return { response: new Response(body), push, end };
  }

  const silent = (signal: AbortSignal) =>
    new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const words = 'The app is not on this device, and the server cannot be reached';

  test.each([
    ['before its first word', async (signal: AbortSignal) => silent(signal)],
    ['in the middle of a file', async (signal: AbortSignal) => stream(signal).response],
  ])(
    '%s is waited for as long as with files that are kept, then said to be out of reach',
    async (_when, answer) => {
      const { appFiles, asked } = host((name, signal) => (name === 'app.js' ? answer(signal) : whole(name)));
      const failure = appFiles(calculator).catch((error: Error) => error.message);
      await vi.waitFor(() => expect(asked).toContain('app.js'));
      await vi.advanceTimersByTimeAsync(89_000);
      expect(await Promise.race([failure, 'still waiting'])).toBe('still waiting');
      await vi.advanceTimersByTimeAsync(1000);
      expect(await failure).toBe(words);
    },
  );

  test('gives a file as long as parts of it come, however long that takes', async () => {
    let slow: ReturnType<typeof stream> | undefined;
    const { appFiles } = host(async (name, signal) => {
      if (name !== 'app.js') return whole(name);
      slow = stream(signal);
      return slow.response;
    });
    const reading = appFiles(calculator);
    await vi.waitFor(() => expect(slow).toBeDefined());
    for (const text of ['s', 't', 'art', '()']) {
      await vi.advanceTimersByTimeAsync(80_000);
      slow?.push(text);
    }
    slow?.end();
    expect(await (await reading).get('app.js')?.text()).toBe('start()');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a manifest', () => {
  const app = appFolder(calculator, origin);
  if (!app) throw new Error('The sample is no app');

  test('[APP-08] is resolved against its own address', () => {
    expect(app.manifest).toBe(`${folder}manifest.json`);
    expect(readManifest('["a.js", "./b/c.js", "/sites/default/files/key/d.js", "a.js?v=2"]', app)).toEqual([
      `${folder}a.js`,
      `${folder}b/c.js`,
      `${folder}d.js`,
    ]);
  });

  test.each([
    '../other/secret.pdf',
    '/sites/default/files/other/secret.pdf',
    'https://elsewhere.example/a.js',
    '//elsewhere.example/a.js',
    'a/%2e%2e/%2e%2e/other.js',
    'a%2f..%2f..%2fother.js',
    'a\\..\\..\\other.js',
    'data:text/javascript,1',
    'javascript:alert(1)',
    'a%00.js',
    'a%zz.js',
    'folder/',
  ])('cannot reach out of its folder by %j', (entry) => {
    expect(readManifest(JSON.stringify([entry]), app)).toEqual([]);
  });

  test('of any content gives only files of the folder', () => {
    const entry = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.webPath(),
      fc.constantFrom('..', '%2e%2e/', '\\..\\', '//x'),
    );
    const text = fc.oneof(
      fc.json(),
      fc.array(fc.array(entry).map((parts) => parts.join('/'))).map((list) => JSON.stringify(list)),
    );
    fc.assert(
      fc.property(text, (manifest) => {
        let urls: string[] = [];
        try {
          urls = readManifest(manifest, app);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
        for (const url of urls) {
          expect(url.startsWith(folder)).toBe(true);
          expect(appFileName(url, folder)).not.toMatch(/(^|\/)\.\.?(\/|$)|\\/);
        }
      }),
    );
  });
});

test.each(['iframe', 'link'])('an app of type %s has no files of its own', (miniapp_type) => {
  expect(appFolder({ ...calculator, miniapp_type } as BundleRecord, origin)).toBeNull();
});
