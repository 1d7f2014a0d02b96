import { expect, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { createActivity } from '#sync/activity.ts';
import { keepWholeSync } from '#sync/load/whole-syncs.ts';
import { createChannels } from './channels.ts';
import type { CollectionParts } from './collection-parts.ts';

const database = openDatabase('channel-summary');
const parts = {
  database,
  session: { current: () => ({ user: { uuid: 'nora', channels: ['c'] }, tokens: null }), subscribe() {} },
  activity: createActivity(),
  origin: 'https://host.example',
  isOnline: () => false,
} as unknown as CollectionParts;

async function summaryOf(given: { processed: string; summary?: string } | null) {
  const body = given && { value: 'raw', format: 'basic_html', ...given };
  await database.records('salestool--channel').put({ id: 'c', type: 'salestool--channel', title: 'C', body });
  const [channel] = await createChannels(parts, () => {}).mine();
  return channel?.summary;
}

const long = `<h2>Gates</h2><p>${'and chargers '.repeat(40)}</p>`;

test('[CHAN-06] a channel’s summary is the summary of its body', async () => {
  const summary = 'Everything at the <b>counter</b> &amp; table';
  expect(await summaryOf({ processed: long, summary })).toBe('Everything at the counter & table');
});

test('[CHAN-06, HTML-12] without one it is the first 150 characters of the processed text, and says that it was cut', async () => {
  const words = `Gates ${'and chargers '.repeat(40)}`;
  expect(await summaryOf({ processed: long, summary: '' })).toBe(`${words.slice(0, 150).trimEnd()}…`);
  expect(await summaryOf({ processed: '<p>Short and whole</p>' })).toBe('Short and whole');
  expect(await summaryOf(null)).toBe('');
});

test('[HOME-06] how much a channel holds is not known before it was taken in', async () => {
  const channels = createChannels(parts, () => {});
  const listed = { id: 'c', type: 'salestool--channel', title: 'C' } as const;
  await database.records('salestool--channel').put({ ...listed, _meta: { stub: true } });
  expect((await channels.view('c'))?.counts).toEqual({ bundles: null, files: null, apps: null, packs: null });
  await database.records('salestool--channel').put({ ...listed, bundles: [] });
  expect((await channels.view('c'))?.counts).toEqual({ bundles: 0, files: 0, apps: 0, packs: null });
  await keepWholeSync(database, 'c', 'nora', { at: 1, generation: null });
  expect((await channels.view('c'))?.counts).toEqual({ bundles: 0, files: 0, apps: 0, packs: 0 });
});
