import { expect, test } from 'vitest';
import { startDevice } from '#testing/device.ts';

const { database, channels, bundles } = startDevice({ origin: 'https://host.example' });
const channel = { id: 'c', type: 'salestool--channel', title: 'C' } as const;
const html = (processed: string) => ({ value: 'raw', format: 'basic_html', processed });

test('[MODEL-01, MODEL-03] a channel shows its news, and what its packs begin and end with, as its host sanitised them', async () => {
  await database.records('salestool--channel').put({
    ...channel,
    news: html('<p>New range</p>'),
    pack_header: html('<p>Velden</p>'),
    pack_footer: html('<p>Imprint</p>'),
  });
  expect(await channels.view('c')).toMatchObject({
    newsHtml: '<p>New range</p>',
    packHeaderHtml: '<p>Velden</p>',
    packFooterHtml: '<p>Imprint</p>',
  });
  await database.records('salestool--channel').put({ ...channel, news: html('') });
  expect(await channels.view('c')).toMatchObject({
    newsHtml: null,
    packHeaderHtml: null,
    packFooterHtml: null,
  });
});

test('[MODEL-03] they show as they were written where the host sends that alone', async () => {
  const written = (value: string) => ({ value, format: 'basic_html' });
  await database.records('salestool--channel').put({
    ...channel,
    body: written('<p>Terminals</p>'),
    news: written('<p>New range</p>'),
    pack_header: written('<p>Velden</p>'),
    pack_footer: written('<p>Imprint</p>'),
  });
  expect(await channels.view('c')).toMatchObject({
    summary: 'Terminals',
    newsHtml: '<p>New range</p>',
    packHeaderHtml: '<p>Velden</p>',
    packFooterHtml: '<p>Imprint</p>',
  });
});

test('[MODEL-02, MODEL-03] a channel’s bundles have their colours', async () => {
  const type = 'salestool--document_bundle' as const;
  const colors = { plain: '#123456', faint: { color: '#abcdef', opacity: 0.4 }, none: null };
  const ids = Object.keys(colors);
  await database
    .records(type)
    .bulkPut(Object.entries(colors).map(([id, color]) => ({ id, type, title: id, color })));
  await database.records('salestool--channel').put({ ...channel, bundles: ids.map((id) => ({ id, type })) });
  const found = await bundles.inChannel('c', [type]);
  expect(found.map(({ id, color }) => [id, color])).toEqual([
    ['plain', '#123456'],
    ['faint', '#abcdef'],
    ['none', null],
  ]);
});
