import { newUuid } from '#database/ids.ts';
import type { TestHost } from './test-host.ts';

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
