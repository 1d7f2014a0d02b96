import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { ContentBundle } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { type SamplePackOptions, samplePack, samplePackServices, samplePacks } from './sample-packs.ts';
import { showWorld } from './show-app.tsx';

export const file = (id: string, name: string) => ({ id, type: 'media--document' as const, name });

export const channel: ContentBundle[] = [
  {
    id: 't3',
    type: 'salestool--document_bundle',
    title: 'T3 Counter',
    availability: 'public',
    medias: [
      file('guide', 'T3 Counter product guide'),
      file('prices', 'Price list'),
      file('deck', 'Pitch deck for cafés'),
    ],
  },
  {
    id: 'm1',
    type: 'salestool--document_bundle',
    title: 'M1 Mobile',
    availability: null,
    medias: [file('leaflet', 'M1 leaflet'), file('case', 'Brightwater case study')],
  },
  {
    id: 'secret',
    type: 'salestool--document_bundle',
    title: 'Pricing and contracts',
    availability: 'internal',
    medias: [file('discounts', 'Discount matrix')],
  },
  {
    id: 'visit',
    type: 'salestool--content_bundle',
    title: 'Before the visit',
    availability: 'public',
    medias: [],
  },
];

const group = (id: string, name: string, medias: { id: string; name: string }[]) => ({
  id,
  type: 'salestool--document_bundle',
  name,
  children: medias.map((media) => ({ type: 'media--document', ...media })),
});

/** A pack of version 1. */
export const older = samplePack({
  id: 'older',
  title: 'Older pack',
  notes: 'He haggles.',
  pack_data: JSON.stringify([
    group('t3', 'T3 Counter', [
      { id: 'guide', name: 'T3 Counter product guide' },
      { id: 'prices', name: 'Price list' },
    ]),
    group('m1', 'M1 Mobile', [{ id: 'leaflet', name: 'M1 leaflet' }]),
  ]),
});

export const withoutBuilder = { flags: { packBuilder2Enabled: false } };
const world = (options: SamplePackOptions = {}) =>
  samplePackServices({ contents: channel, packs: [older, ...samplePacks], ...options });
export const show = (path: string, options: SamplePackOptions = {}) => showWorld(path, world(options));

export const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const tab = (name: string) => page.getByRole('tab', { name, exact: true });
export const row = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
export const name = () => page.getByRole('textbox', { name: 'Name' });
export const color = () => page.getByRole('textbox', { name: 'Color' });
export const filter = () => page.getByRole('searchbox', { name: 'Filter' });
export const list = () => page.getByRole('list', { name: 'In this pack, in order' });
export const treeNames = () =>
  page
    .getByRole('treeitem')
    .elements()
    .map((element) => element.textContent);
export const ticked = async (treeRow: string) => {
  await expect.element(row(treeRow)).toBeVisible();
  return row(treeRow).element().getAttribute('aria-checked');
};
export const order = () =>
  list()
    .getByRole('listitem')
    .elements()
    .map((element) => element.querySelector('[class*="name"]')?.textContent);
export const spoken = () =>
  [...document.querySelectorAll('[role="status"][aria-live="assertive"]')].map(
    (element) => element.textContent,
  );
export const dataOf = (pack: PackRecord | undefined) => JSON.parse(pack?.pack_data ?? 'null') as unknown;

/** Opens a bundle of the tree by its name. */
export const open = async (bundle: string) => row(bundle).getByText(bundle, { exact: true }).click();
export const box = (treeRow: string) => ({
  click: async () => {
    await expect.element(row(treeRow)).toBeVisible();
    row(treeRow).element().querySelector<HTMLElement>('[data-box]')?.click();
  },
});
