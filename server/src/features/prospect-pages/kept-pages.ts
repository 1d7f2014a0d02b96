import { personalTokens } from '@satchel/core/contract/personal-tokens.ts';
import { LRUCache } from 'lru-cache';
import type { Config } from '#config.ts';
import type { HostDatabase, ReadTransaction } from '#database/database.ts';
import type { StartedPage } from '#http/html-page.ts';
import { type OpenGzip, openGzip } from '#http/open-gzip.ts';
import { hashToken, type Keys } from '#keys.ts';
import { addedByFilling, markersIn } from '#mail/filled-length.ts';
import type { Threads } from '#threads/threads.ts';
import { type PageState, pageState } from './link-store.ts';
import { type PackOutline, type PageData, packOutline, pageBody, renderedBody } from './page-body.ts';
import { packDocument } from './page-document.ts';
import { pageOfMessage } from './page-of-message.ts';
import { sentMessage, sentSnapshot } from './sent-pack-store.ts';

interface KeptPage extends Pick<StartedPage, 'policy'> {
  /** Null of a long page, which is kept compressed only. */
  plain: Buffer | null;
  gzip: OpenGzip;
  /** How many sections it has. */
  sections: number;
}

interface Kept {
  /** As text, and the object it was last found to be equal to. */
  state: string;
  found: PageState;
  page: KeptPage;
}

interface Parts {
  config: Config;
  database: HostDatabase;
  keys: Keys;
  threads: Threads;
}

const memoryBytes = 16 * 1024 * 1024;
const largestBytes = memoryBytes / 4;
const overheadBytes = 2000;
// Nearly everybody takes gzip, and long pages of a pack have little to tell that is new.
const longestPlain = 1024 * 1024;

/**
 * Pages of links as they were made last, in bounded memory. None is ever out of date: it is known by the state that the
 * database had when the request came, so what somebody changed, in whatever process, leads to another page.
 */
export function createKeptPages({ config, database, keys, threads }: Parts) {
  const kept = new LRUCache<string, Kept>({
    maxSize: memoryBytes,
    maxEntrySize: largestBytes,
    sizeCalculation: ({ page }) => (page.plain?.length ?? 0) + page.gzip.bytes.length + overheadBytes,
  });
  const underWay = new Map<string, Promise<KeptPage | null>>();

  const stateIn = async (trx: ReadTransaction, token: string) =>
    (await pageState(hashToken(token)).execute(trx)).rows[0];

  async function make(id: string, token: string): Promise<KeptPage | null> {
    const snapshot = await database.read((trx) => sentSnapshot(trx, id));
    if (snapshot === undefined) return null;
    const outline = await threads.run(pageBody, packOutline, snapshot, snapshot.length);
    if (!outline) return null;
    const read = await database.read(async (trx) => {
      const state = await stateIn(trx, token);
      const message = state && (await sentMessage(trx, state.id));
      if (!message) return null;
      if (message.pack_snapshot !== snapshot) return 'changed meanwhile';
      return { state, page: await pageOfMessage(trx, { config, keys }, message, outline, token) };
    });
    if (read === 'changed meanwhile') return make(id, token);
    if (!read) return null;
    const size = filledLength(snapshot, read.page, outline);
    const body = await threads.run(pageBody, renderedBody, { page: read.page, snapshot }, size);
    const { start, policy } = packDocument(config.brand, read.page, body);
    const plain = Buffer.from(start);
    const gzip = await openGzip(plain);
    const page = {
      plain: plain.length > longestPlain ? null : plain,
      gzip,
      policy,
      sections: outline.sections,
    };
    kept.set(read.state.id, { state: JSON.stringify(read.state), found: read.state, page });
    return page;
  }

  return {
    /** @returns null when the message went meanwhile, or what was sent cannot be read */
    async page(state: PageState, token: string): Promise<KeptPage | null> {
      const known = kept.get(state.id);
      if (known?.found === state) return known.page;
      const present = JSON.stringify(state);
      if (known?.state === present) {
        known.found = state;
        return known.page;
      }
      // Whoever else opens the same page just now waits for it, too.
      const begun = underWay.get(present);
      if (begun) return begun;
      const making = make(state.id, token).finally(() => underWay.delete(present));
      underWay.set(present, making);
      return making;
    },
  };
}

/** Of all texts of a page as it is sanitised: the pack's and those around it, with their tokens filled in. */
function filledLength(snapshot: string, page: PageData, outline: PackOutline) {
  const values = page.tokens === 'names' ? personalTokens : page.tokens;
  const around = textsAround(page, outline);
  const unfilled = around.reduce((sum, text) => sum + text.length, snapshot.length);
  return unfilled + addedByFilling(outline.markers, values) + addedByFilling(markersIn(around), values);
}

/** Texts that a page brings besides the pack; a bundle's as often as the pack names it. */
function textsAround({ headerHtml = '', footerHtml = '', bundles }: PageData, outline: PackOutline) {
  const ofBundles = outline.bundles.flatMap((id) => {
    const bundle = Object.hasOwn(bundles, id) ? bundles[id] : undefined;
    return bundle === undefined || bundle === 'missing' ? [] : [bundle.title, bundle.bodyHtml ?? ''];
  });
  return [headerHtml, footerHtml, ...ofBundles];
}
