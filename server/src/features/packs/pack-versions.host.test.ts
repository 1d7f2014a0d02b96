import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Content, contentOf } from '#testing/document.ts';
import { changeOf, packsOf, textPack } from '#testing/new-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let noraFetch: Fetch;
let nora: Content;
let newPack: ReturnType<typeof packsOf>;

beforeAll(async () => {
  host = await startTestHost();
  noraFetch = await host.signIn('nora');
  nora = contentOf(noraFetch);
  newPack = packsOf(host.world.channels.retail.id);
});
afterAll(() => host.stop());

const create = async (attributes: Record<string, unknown> = {}) => {
  const answer = await nora.post('salestool/pack', newPack(attributes));
  expect(answer.errors).toEqual([]);
  return answer;
};

test('two edits of the same state: the second is told, and nothing of the first is lost', async () => {
  const { record, headers } = await create();
  const path = `salestool/pack/${record.id}`;
  const state = (await nora.get(path)).headers.get('etag') as string;
  expect(headers.get('etag')).toBeTruthy();
  const first = await nora.patch(path, changeOf(record.id, { title: 'From the tablet' }), {
    'if-match': state,
  });
  const second = await nora.patch(path, changeOf(record.id, { title: 'From the phone' }), {
    'if-match': state,
  });
  expect([first.status, second.status]).toEqual([200, 412]);
  expect((await nora.get(path)).record.attributes.title).toBe('From the tablet');
  const again = await nora.patch(path, changeOf(record.id, { title: 'From the phone' }), {
    'if-match': first.headers.get('etag') as string,
  });
  expect(again.status).toBe(200);
  const versions = await (await noraFetch(`/salestool/pack/${record.id}/versions`)).json();
  expect(versions.results.map(({ title }: { title: string }) => title)).toEqual([
    'From the tablet',
    'Café Linnea',
  ]);
});

test('another record’s change does not make a state stale', async () => {
  const { record } = await create();
  const path = `salestool/pack/${record.id}`;
  const state = (await nora.get(path)).headers.get('etag') as string;
  await create();
  expect((await nora.patch(path, changeOf(record.id, { title: 'Fine' }), { 'if-match': state })).status).toBe(
    200,
  );
});

test('the last 20 versions are kept, for the owner alone', async () => {
  const { record } = await create();
  for (let edit = 1; edit <= 23; edit++) {
    await nora.patch(`salestool/pack/${record.id}`, changeOf(record.id, { title: `Edit ${edit}` }));
  }
  const versions = await (await noraFetch(`/salestool/pack/${record.id}/versions`)).json();
  expect(versions.results).toHaveLength(20);
  expect(versions.results[0]).toMatchObject({ title: 'Edit 22', archived: false });
  const tomasFetch = await host.signIn('tomas');
  expect((await tomasFetch(`/salestool/pack/${record.id}/versions`)).status).toBe(404);
  expect((await host.fetch(`/salestool/pack/${record.id}/versions`)).status).toBe(401);
});

test('the list says what there is; one version with all that is in it has an address of its own', async () => {
  const image = 'x'.repeat(400_000);
  const { record } = await create({ notes: 'Mind the counter', pack_data: textPack(`<p>${image}</p>`) });
  const path = `/salestool/pack/${record.id}/versions`;
  await nora.patch(
    `salestool/pack/${record.id}`,
    changeOf(record.id, { pack_data: textPack('<p>Short</p>') }),
  );
  const list = await noraFetch(path);
  expect(Number(list.headers.get('content-length') ?? (await list.clone().text()).length)).toBeLessThan(2000);
  const [listed] = (await list.json()).results;
  expect(listed).toMatchObject({ title: 'Café Linnea', notes: 'Mind the counter', archived: false });
  expect(listed.size).toBeGreaterThan(400_000);
  expect(Object.keys(listed)).not.toContain('pack_data');

  const address = listed.links.self.href.replace('http://satchel.test', '');
  const { result } = await (await noraFetch(address)).json();
  expect(result).toMatchObject({ title: 'Café Linnea', changed: listed.changed, bundles: [], medias: [] });
  expect(result.pack_data).toContain(image);
  const tomasFetch = await host.signIn('tomas');
  expect((await tomasFetch(address)).status).toBe(404);
  expect((await host.fetch(address)).status).toBe(401);
  for (const other of ['0', '1', 'newest', '1e3', '9'.repeat(40), '-1'])
    expect((await noraFetch(`${path}/${other}`)).status).toBe(404);
});

test('the list does not read what it does not show', async () => {
  const { record } = await create();
  await nora.patch(`salestool/pack/${record.id}`, changeOf(record.id, { title: 'Once more' }));
  host.statements.length = 0;
  await noraFetch(`/salestool/pack/${record.id}/versions`);
  const asked = host.statements.filter((text) => text.includes('pack_version'));
  expect(asked).toEqual([expect.not.stringMatching(/select \*|"document"/)]);
});

test('a change that is sent again after its answer was lost is taken, and makes no version more', async () => {
  const { record, headers } = await create();
  const path = `salestool/pack/${record.id}`;
  const change = changeOf(record.id, { title: 'From the tablet' });
  const state = { 'if-match': headers.get('etag') as string };
  const first = await nora.patch(path, change, state);
  const again = await nora.patch(path, change, state);
  expect([first.status, again.status, again.headers.get('etag')]).toEqual([
    200,
    200,
    first.headers.get('etag'),
  ]);
  const versions = await (await noraFetch(`/salestool/pack/${record.id}/versions`)).json();
  expect(versions.results).toHaveLength(1);
});

test('every answer about one pack carries the state that If-Match takes', async () => {
  const created = await create();
  const path = `salestool/pack/${created.record.id}`;
  const read = await nora.get(path, { include: 'channel' });
  const step = async (answer: { headers: Headers }, title: string) => {
    const state = { 'if-match': answer.headers.get('etag') as string };
    const changed = await nora.patch(path, changeOf(created.record.id, { title }), state);
    expect(changed.status).toBe(200);
    return changed;
  };
  const changed = await step(read, 'One');
  await step(changed, 'Two');
  const stale = await nora.patch(path, changeOf(created.record.id, { title: 'Three' }), {
    'if-match': created.headers.get('etag') as string,
  });
  expect([stale.status, stale.errors[0]?.links?.about?.href]).toEqual([
    412,
    `http://satchel.test/jsonapi/${path}`,
  ]);
});

test('an earlier version names what the pack held then', async () => {
  const { guide, photo } = host.world.documents;
  const held = (...medias: { type: string; id: string }[]) => ({
    medias: { data: medias.map(({ type, id }) => ({ type, id })) },
  });
  const { record } = await nora.post('salestool/pack', newPack({}, held(guide, photo)));
  await nora.patch(`salestool/pack/${record.id}`, changeOf(record.id, {}, held(photo)));
  const versions = await (await noraFetch(`/salestool/pack/${record.id}/versions`)).json();
  expect(versions.results).toMatchObject([{ medias: [{ id: guide.id }, { id: photo.id }], bundles: [] }]);
});
