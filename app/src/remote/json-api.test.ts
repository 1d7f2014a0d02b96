import { expect, test } from 'vitest';
import { configurationFor } from '#testing/device.ts';
import { hostAddresses } from './host-address.ts';
import { createJsonApi } from './json-api.ts';

test.each([
  ['/jsonapi', 'https://content.example'],
  ['https://api.example/drupal/jsonapi', 'https://api.example/drupal'],
])('[API-54] the first page and those after it are asked for where the API is (%s)', async (api, base) => {
  const configuration = { ...configurationFor('https://content.example'), api };
  const addresses = hostAddresses(configuration, { url: '/oauth/token', client: 'c' }, 'https://app.example');
  const { pathname } = new URL(`${base}/jsonapi/salestool/pack`);
  const asked: string[] = [];
  const { list } = createJsonApi(async (address) => {
    asked.push(address);
    // A host behind a proxy knows itself by another name.
    const next = { href: `http://inside:8080${pathname}?page%5Boffset%5D=50` };
    const body = { data: [], links: asked.length === 1 ? { next } : {} };
    return { status: 200, headers: new Headers(), body };
  }, addresses);
  await list('salestool--pack', {});
  const places = asked.map((address) => address.split('?')[0]);
  expect(places).toEqual(Array(2).fill(`${base}/jsonapi/salestool/pack`));
  expect(new URL(asked[1]!).searchParams.get('page[offset]')).toBe('50');
});

const pack = { type: 'salestool--pack' as const, id: '0a000000-0000-4000-8000-000000000001', attributes: {} };

test.each([
  ['null', null],
  ['a text', 'x'],
  ['one record', pack],
  ['a list with something else in it', [pack, null]],
  ['a list with a record without attributes', [pack, { ...pack, attributes: null }]],
  ['a list with a record of another kind', [pack, { ...pack, type: 'salestool--message' }]],
])(
  '[F34] a list whose data are %s is no answer: nothing is taken for gone on its word',
  async (_what, data) => {
    const configuration = configurationFor('https://content.example');
    const addresses = hostAddresses(
      configuration,
      { url: '/oauth/token', client: 'c' },
      'https://app.example',
    );
    const answer = { status: 200, headers: new Headers(), body: { data } };
    const { list } = createJsonApi(async () => answer, addresses);
    await expect(list('salestool--pack', {})).rejects.toMatchObject({
      failure: { kind: 'unreachable', why: 'not-json' },
    });
    answer.body.data = [pack];
    expect(await list('salestool--pack', {})).toMatchObject({ records: [{ id: pack.id }] });
  },
);

test.each([
  ['another record', { ...pack, id: '0a000000-0000-4000-8000-000000000002' }],
  ['a record of another kind', { ...pack, type: 'salestool--message' }],
  ['several records', [pack]],
])('[F34] an answer about one record that tells of %s is none, read or written', async (_what, data) => {
  const configuration = configurationFor('https://content.example');
  const addresses = hostAddresses(configuration, { url: '/oauth/token', client: 'c' }, 'https://app.example');
  const answer = { status: 200, headers: new Headers(), body: { data } };
  const { one, create, update } = createJsonApi(async () => answer, addresses);
  // Told again, a host that gives ids of its own would have it twice.
  const isConflict = { failure: { kind: 'refused', status: 409 } };
  const isNone = { failure: { kind: 'unreachable', why: 'not-json' } };
  await expect(one('salestool--pack', pack.id)).rejects.toMatchObject(isNone);
  await expect(create(pack)).rejects.toMatchObject(Array.isArray(data) ? isNone : isConflict);
  await expect(update(pack)).rejects.toMatchObject(isNone);
  answer.body.data = pack;
  expect(await one('salestool--pack', pack.id)).toMatchObject({ record: { id: pack.id } });
  expect(await create(pack)).toMatchObject({ record: { id: pack.id } });
});
