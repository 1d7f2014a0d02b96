// Also runs on a thread: a pack can have ten megabytes.
import { sanitiseOnHost } from '@satchel/core/html/sanitise-on-host.ts';
import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { readSnapshot } from '@satchel/core/pack/pack-snapshot.ts';
import type { PackPage, PackPageMedia } from '@satchel/core/pack-page/pack-page.ts';
import { renderPackPage } from '@satchel/core/pack-page/render-pack-page.ts';
import { type Markers, markersIn } from '#mail/filled-length.ts';

export const pageBody = import.meta.filename;

/** What has to be known of a sent pack to read from the database what its page shows. */
export interface PackOutline {
  title: string;
  /** How many sections it has. */
  sections: number;
  /** Ids of bundles, as often as they are named. */
  bundles: string[];
  /** Of files that its words name, each once. */
  fileKeys: string[];
  /** Of all its words, and of the titles of its sections. */
  markers: Markers;
}

/** Null when the snapshot cannot be read. */
export function packOutline(snapshot: string): PackOutline | null {
  const read = readSnapshot(snapshot);
  if (!read.ok) return null;
  const { elements } = read.pack;
  return {
    title: read.title,
    sections: elements.length,
    bundles: elements.flatMap(bundlesOf),
    fileKeys: [...new Set(elements.flatMap(wordsOf).flatMap(fileKeysIn))],
    markers: markersIn(elements.flatMap((element) => [...titleOf(element), ...wordsOf(element)])),
  };
}

function bundlesOf(element: PackElement): string[] {
  if (element.type === 'text' || element.type === 'media' || element.type === 'unknown') return [];
  return element.data.bundle ? [element.data.bundle.id] : [];
}

const wordsOf = (element: PackElement) =>
  element.type === 'unknown' ? [] : [element.introText, element.type === 'text' ? element.data.content : ''];

const titleOf = (element: PackElement) => (element.type === 'unknown' ? [] : [element.title]);

/** All that a page shows but the pack itself. */
export interface PageData extends Omit<PackPage, 'sections' | 'sanitise' | 'resolve' | 'holdsPicture'> {
  medias: ReadonlyMap<string, PackPageMedia | 'missing'>;
  addresses: Addresses;
}

interface Addresses {
  publicUrl: string;
  /** The page's own. */
  base: string;
  /** Of content files, by their keys. */
  pictures: Map<string, string>;
}

/** The body of a page; the snapshot has to be one that can be read. */
export function renderedBody({ page, snapshot }: { page: PageData; snapshot: string }): string {
  const read = readSnapshot(snapshot);
  if (!read.ok) throw new Error(`The snapshot cannot be read: ${read.because}`);
  const { addresses, ...shown } = page;
  const sections = read.pack.elements;
  return renderPackPage({
    ...shown,
    sections,
    sanitise: sanitiseOnHost,
    resolve: resolver(addresses),
    holdsPicture: (address) => address.startsWith(`${addresses.base}/pictures/`),
  });
}

const fileAddress = /\/(?:sites\/default\/files|app\/pwa\/sitefiles)\/([A-Za-z0-9_-]{32})\//g;

export const fileKeysIn = (text: string | null | undefined) =>
  [...(text ?? '').matchAll(fileAddress)].map(([, key]) => key as string);

/** Content files in words get an address of this page; whatever else lies on the host leads to the page itself. */
function resolver({ publicUrl, base, pictures }: Addresses) {
  const { origin } = new URL(publicUrl);
  return (address: string) => {
    if (/^(?:mailto|tel):/i.test(address) || address.startsWith('#')) return address;
    const url = URL.parse(address, publicUrl);
    if (!url) return base;
    if (url.origin !== origin) return url.href;
    const [key = ''] = fileKeysIn(url.pathname);
    return pictures.get(key) ?? base;
  };
}
