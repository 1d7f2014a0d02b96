import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { packsOf, textPack } from '#testing/new-pack.ts';
import { sendPack } from '#testing/send-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Fetch;
/** What each pack was saved with, by its id. */
const saved = new Map<string, string | null>();

/** Some have no contents, some have few, and some have more than a megabyte. */
const contentsOf = (at: number) =>
  [null, textPack(`<p>Counter ${at}</p>`), textPack(`<p>${`Counter ${at}, "éclair". `.repeat(60_000)}</p>`)][
    at % 3
  ] ?? null;

beforeAll(async () => {
  host = await startTestHost();
  nora = await host.signIn('nora');
  const made = packsOf(host.world.channels.retail.id);
  for (let at = 0; at < 18; at++) {
    const pack_data = contentsOf(at);
    const data = made({ title: `Pack ${at}`, ...(pack_data && { pack_data }) });
    const body = JSON.stringify({ data });
    const answer = await nora('/jsonapi/salestool/pack', {
      method: 'POST',
      headers: { 'content-type': jsonApiMediaType },
      body,
    });
    expect(answer.status).toBe(201);
    expect((await answer.json()).data.attributes.pack_data).toBe(pack_data);
    saved.set(data.id, pack_data);
  }
});
beforeEach(() => {
  host.statements.length = 0;
});
afterAll(() => host.stop());

interface Pack {
  type: string;
  id: string;
  attributes: { pack_data: string | null };
}

const ask = async (path: string) => {
  const answer = await nora(path);
  expect(answer.status).toBe(200);
  return answer.json();
};

function expectTexts(packs: readonly Pack[]) {
  const mine = packs.filter(({ id }) => saved.has(id));
  expect(new Map(mine.map(({ id, attributes }) => [id, attributes.pack_data]))).toEqual(saved);
}

test('a list has the contents of every pack, and long ones are read when it is their turn', async () => {
  const { data } = await ask('/jsonapi/salestool/pack?sort=-title');
  expectTexts(data);
  const titles = data.map(({ attributes }: { attributes: { title: string } }) => attributes.title);
  expect(titles).toEqual(titles.toSorted().toReversed());
  // A list of them all at once would be held in one piece, and would hold up everybody.
  const alone = host.statements.filter((text) => /^select id, "pack_data"\s+from "pack"/.test(text));
  expect(alone.length).toBeGreaterThanOrEqual(6);
});

test('a pack by itself has its contents, and none that were not asked for', async () => {
  for (const [id, text] of saved) {
    const whole = await ask(`/jsonapi/salestool/pack/${id}`);
    expect(whole.data.attributes.pack_data).toBe(text);
  }
  host.statements.length = 0;
  const { data } = await ask('/jsonapi/salestool/pack?fields[salestool--pack]=title');
  expect(data[0].attributes).not.toHaveProperty('pack_data');
  expect(host.statements.join()).not.toContain('pack_data');
});

test('packs that are included and related have their contents, and so have messages', async () => {
  const snapshots = new Map<string, string>();
  for (const [packId, pack_data] of saved) {
    if (pack_data === null) continue;
    const pack_snapshot = JSON.stringify({ title: 'Sent', pack_data });
    const { id } = await sendPack(nora, { packId, attributes: { pack_snapshot } });
    snapshots.set(id, pack_snapshot);
    const related = await ask(`/jsonapi/salestool/message/${id}/pack`);
    expect(related.data.attributes.pack_data).toBe(pack_data);
  }
  const { data, included } = await ask('/jsonapi/salestool/message?include=pack');
  const contentIn = (text: string) => JSON.parse(JSON.parse(text).pack_data).elements[0].data.content;
  const sent = data.filter(({ id }: Pack) => snapshots.has(id));
  expect(sent).toHaveLength(snapshots.size);
  for (const { id, attributes } of sent)
    expect(contentIn(attributes.pack_snapshot)).toBe(contentIn(snapshots.get(id) ?? ''));
  const found = included.filter(({ type }: Pack) => type === 'salestool--pack');
  const contents = new Map(found.map(({ id, attributes }: Pack) => [id, attributes.pack_data]));
  for (const [id, text] of saved) if (text !== null) expect(contents.get(id)).toBe(text);
});

test('what a pack said before is found in its versions, however long it was, and the same again changes nothing', async () => {
  const [[id, text] = ['', null]] = [...saved].filter(([, text]) => (text?.length ?? 0) > 1_000_000);
  const change = async (attributes: object) => {
    const body = JSON.stringify({ data: { type: 'salestool--pack', id, attributes } });
    const headers = { 'content-type': jsonApiMediaType };
    const answer = await nora(`/jsonapi/salestool/pack/${id}`, { method: 'PATCH', headers, body });
    expect(answer.status).toBe(200);
    return (await answer.json()).data.attributes;
  };
  const { changed } = await change({});
  expect((await change({ pack_data: text })).changed).toBe(changed);
  expect(await change({ title: 'Another' })).toMatchObject({ title: 'Another', pack_data: text });
  const { results } = await ask(`/salestool/pack/${id}/versions`);
  expect(results).toHaveLength(1);
});
