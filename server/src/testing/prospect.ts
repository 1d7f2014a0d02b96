import { afterAll, beforeAll, beforeEach } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { sendPack } from './send-pack.ts';
import { type Fetch, startTestHost, type TestHost } from './test-host.ts';

/** What a browser of today says it is. */
export const browser = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
};

export interface Item {
  id: string;
  type: string;
  name: string;
}

export const mediaSection = ({ id, type, name }: Item) => ({
  id: newUuid(),
  type: 'media',
  title: name,
  showTitle: true,
  introText: '',
  options: { hideTitle: false },
  data: { media: { id, type, mediaType: null, name, url: null, thumbnail: null } },
});

export const bundleSection = ({ id, type, title }: { id: string; type: string; title: string }) => ({
  id: newUuid(),
  type,
  title,
  showTitle: true,
  introText: '',
  options: { hideTitle: false },
  data: { bundle: { id, type } },
});

export const textSection = (title: string, content: string) => ({
  id: newUuid(),
  type: 'text',
  title,
  showTitle: true,
  introText: '',
  options: { hideTitle: false },
  data: { content },
});

/** A pack as it is sent. */
export const snapshot = (elements: unknown[], title = 'Café Linnea') =>
  JSON.stringify({ title, pack_data: JSON.stringify({ version: 2, elements }) });

/** Asks for an address as a prospect's browser does. */
export const openAsProspect = (host: TestHost, path: string, headers: Record<string, string> = browser) =>
  host.fetch(path, { headers });

/** What a page carries to report with. */
export const sessionIn = (html: string) => /data-session="([^"]*)"/.exec(html)?.[1] ?? '';

/** With which sums its visit goes on; null where it begins. */
export const totalsIn = (html: string) =>
  JSON.parse(/data-before="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? 'null');

/** For the tests of one file: a host with the small world, its rep Nora, and what her prospects do. */
export function prospectsOfNora(options: Parameters<typeof startTestHost>[0] = {}) {
  let host: TestHost;
  let signedIn: Fetch;
  beforeAll(async () => {
    host = await startTestHost(options);
  });
  /** The tests move the clock, so the last sign-in may have run out. */
  const signInAgain = async () => {
    signedIn = await host.signIn('nora');
  };
  beforeEach(signInAgain);
  afterAll(() => host.stop());

  const nora: Fetch = (path, init) => signedIn(path, init);
  const open = (path: string, headers?: Record<string, string>) => openAsProspect(host, path, headers);
  return {
    get host() {
      return host;
    },
    nora,
    signInAgain,
    open,
    /** Makes a message with Nora's pack; a link, unless its attributes say that it is mailed. */
    send: (attributes: Record<string, unknown> = {}, signatureId?: string) =>
      sendPack(nora, {
        packId: host.world.packs.nora.id,
        attributes,
        ...(signatureId && { signatureId }),
      }),
    pageOf: async (token: string) => (await open(`/p/${token}`)).text(),
  };
}
