import { JSDOM } from 'jsdom';
import { resolveAddress } from '#html/host-addresses.ts';
import { sanitiseOnHost } from '#html/sanitise-on-host.ts';
import { addMediasSection, addTextSection } from '#pack/edit-pack.ts';
import { emptyPack, type PackElement, type PackMedia } from '#pack/pack-data.ts';
import { readPackData } from '#pack/read-pack-data.ts';
import type { PackPage, PackPageMedia } from '#pack-page/pack-page.ts';
import { renderPackPage } from '#pack-page/render-pack-page.ts';

/** A page with everything on it, for tests that change one thing. */

export const guide: PackMedia = {
  id: 'm1',
  type: 'media--document',
  mediaType: 'document',
  name: 'Product guide',
  url: null,
  thumbnail: null,
};

export const shownGuide: PackPageMedia = {
  name: 'Guide of the channel',
  description: 'What is in the box',
  kind: 'media--document',
  typeLabel: 'PDF',
  sizeLabel: '4.2 MB',
  previewUrl: '/p/t/files/m1/thumbnail',
  openUrl: '/p/t/files/m1',
};

export const page: PackPage = {
  audience: 'prospect',
  title: 'Brightwater Cafés',
  summary: 'Eleven counters',
  ownerName: 'Velden Terminals',
  brandName: 'Velden',
  recipient: { name: 'Daniel Okafor', company: 'Brightwater' },
  sender: {
    name: 'Nora Lindqvist',
    job_title: 'Key account manager',
    email: 'nora@velden.example',
    telephone: '+46 (70) 555 01 42',
    telephone2: '+46 31 555 01 00',
    pictureUrl: '/p/t/files/sender',
  },
  headerHtml: '<p>Channel header</p>',
  footerHtml: '<p>Channel footer</p>',
  sections: [],
  tokens: {
    recipient_name: 'Daniel',
    recipient_company: 'Brightwater & Sons',
    sender_name: 'Nora',
    message_subject: 'Hello',
  },
  medias: new Map([['m1', shownGuide]]),
  bundles: {},
  links: { terms: '/terms', privacy: null },
  withdrawnText: 'No longer available',
  sanitise: sanitiseOnHost,
  resolve: (url) => resolveAddress(url, 'https://content.example'),
  holdsPicture: (address) => address.startsWith('https://content.example/'),
};

const { window } = new JSDOM('');

export function asBody(html: string): HTMLElement {
  const body = window.document.createElement('body');
  body.innerHTML = html;
  return body;
}

export const shown = (changes: Partial<PackPage> = {}) => asBody(renderPackPage({ ...page, ...changes }));

export const text = (element: ParentNode | null | undefined, selector: string) =>
  element?.querySelector(selector)?.textContent ?? null;

export const medias = (items: PackMedia[] = [guide]) =>
  addMediasSection(emptyPack, { title: 'The counter', medias: items });
export const words = (content: string, title = 'A word') => addTextSection(emptyPack, { title, content });

export function sectionsOf(stored: unknown): PackElement[] {
  const read = readPackData(JSON.stringify(stored));
  if (!read.ok) throw new Error(read.because);
  return read.pack.elements;
}
