import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { packsOf } from '#testing/new-pack.ts';
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

const channel = () => ({ data: { type: 'salestool--channel', id: host.world.channels.retail.id } });

describe('[API-28] a save that is refused says why, and leaves nothing behind:', () => {
  const cases: [string, () => unknown, number, string | RegExp, string?][] = [
    ['no type', () => ({ attributes: {} }), 400, 'Resource object must include a "type".'],
    ['a list', () => [newPack()], 400, 'Resource object must include a "type".'],
    ['another type', () => ({ ...newPack(), type: 'salestool--message' }), 409, /takes salestool--pack/],
    [
      'an id in capitals',
      () => ({ ...newPack(), id: newUuid().toUpperCase() }),
      422,
      /properly generated and formatted UUIDs/,
    ],
    [
      'no title',
      () => newPack({ title: undefined }),
      422,
      'title: This value should not be null.',
      '/data/attributes/title',
    ],
    ['an empty title', () => newPack({ title: '' }), 422, /should not be null/, '/data/attributes/title'],
    [
      'no channel',
      () => newPack({}, { channel: { data: null } }),
      422,
      /channel: /,
      '/data/relationships/channel',
    ],
    [
      'a long title',
      () => newPack({ title: 'x'.repeat(256) }),
      422,
      /255 characters or less/,
      '/data/attributes/title',
    ],
    ['a NUL character', () => newPack({ notes: 'a\0b' }), 422, /NUL/, '/data/attributes/notes'],
    [
      'an unknown field',
      () => newPack({ foo: 1 }),
      422,
      'The attribute foo does not exist on the salestool--pack resource type.',
      '/data/attributes/foo',
    ],
    [
      'an unknown relationship',
      () => newPack({}, { ghost: { data: null } }),
      422,
      'The attribute ghost does not exist on the salestool--pack resource type.',
      '/data/relationships/ghost',
    ],
    [
      'a relationship as attribute',
      () => newPack({ channel: 'x' }),
      422,
      'The following relationship fields were provided as attributes: [ channel ]',
    ],
    [
      'a word for a truth value',
      () => newPack({ archived: 'yes' }),
      422,
      /primitive type/,
      '/data/attributes/archived',
    ],
    ['a wrong colour', () => newPack({ color: 'red;}' }), 422, /colour/, '/data/attributes/color'],
    ['no JSON', () => newPack({ meta: '{' }), 422, /not valid JSON/, '/data/attributes/meta'],
    [
      'an object for text',
      () => newPack({ pack_data: { version: 2 } }),
      422,
      /primitive type/,
      '/data/attributes/pack_data',
    ],
    [
      'no pack data',
      () => newPack({ pack_data: '{"hello":1}' }),
      422,
      /version 1 or 2/,
      '/data/attributes/pack_data',
    ],
    [
      'newer pack data',
      () => newPack({ pack_data: '{"version":3,"elements":[]}' }),
      422,
      /newer app/,
      '/data/attributes/pack_data',
    ],
    [
      'two channels',
      () => newPack({}, { channel: { data: [channel().data, channel().data] } }),
      422,
      /cannot hold more than 1 values/,
    ],
    [
      'a user as media',
      () => newPack({}, { medias: { data: [{ type: 'user--user', id: newUuid() }] } }),
      422,
      /cannot be referenced/,
    ],
    ['a relationship without data', () => newPack({}, { medias: 'x' }), 400, /needs "data"/],
  ];
  test.each(cases)('%s', async (_what, data, status, detail, pointer) => {
    const before = await nora.get('salestool/pack');
    const answer = await nora.post('salestool/pack', data());
    expect([answer.status, answer.errors[0]?.status]).toEqual([status, String(status)]);
    expect(answer.errors[0]?.detail).toMatch(detail);
    if (pointer) expect(answer.errors[0]?.source?.pointer).toBe(pointer);
    expect((await nora.get('salestool/pack')).count).toBe(before.count);
  });

  test('several mistakes at once', async () => {
    const answer = await nora.post('salestool/pack', newPack({ title: '', archived: 3, foo: 1 }));
    expect(answer.errors.map(({ source }) => source?.pointer)).toEqual([
      '/data/attributes/title',
      '/data/attributes/archived',
      '/data/attributes/foo',
    ]);
  });

  test('a channel that does not exist, and in the same words one of other people', async () => {
    const words = async (id: string) => {
      const answer = await nora.post(
        'salestool/pack',
        newPack({}, { channel: { data: { type: 'salestool--channel', id } } }),
      );
      expect(answer.status).toBe(404);
      return answer.errors[0]?.detail.replace(id, 'ID');
    };
    const unknown = await words(newUuid());
    expect(unknown).toBe(
      'The resource identified by `salestool--channel:ID` (given as a relationship item) could not be found.',
    );
    expect(await words(host.world.channels.transit.id)).toBe(unknown);
  });
});

describe('[API-28] a body that is no JSON:API is refused:', () => {
  const send = async (body: string, type: string | undefined) =>
    noraFetch('/jsonapi/salestool/pack', {
      method: 'POST',
      body,
      headers: type ? { 'content-type': type } : {},
    });
  const json = 'application/vnd.api+json';
  test.each([
    ['plain JSON', JSON.stringify({ data: newPackLike() }), 'application/json', 415],
    ['a form', 'a=b', 'application/x-www-form-urlencoded', 415],
    ['text', 'hello', undefined, 415],
    ['nothing', '', json, 400],
    ['broken JSON', '{"data":', json, 400],
    ['JSON nested without end', '['.repeat(100_000), json, 400],
    ['relationships outside of data', '{"relationships":{},"data":{"type":"salestool--pack"}}', json, 400],
  ])('%s', async (_what, body, type, status) => {
    const answer = await send(body, type);
    expect(answer.status).toBe(status);
    expect((await answer.json()).errors[0].detail).not.toMatch(/\/work|\.ts|node_modules|SQL/i);
  });

  test('one that is too large', async () => {
    const answer = await send(`{"data":"${'x'.repeat(host.config.limits.bodyBytes)}"}`, json);
    expect(answer.status).toBe(413);
  });

  test('one that is large is taken in from nobody whom the host does not know', async () => {
    const post = (body: BodyInit) =>
      host.fetch('/jsonapi/salestool/pack', {
        method: 'POST',
        headers: { 'content-type': json },
        body,
        duplex: 'half',
      } as RequestInit);
    // Read, it would be refused for what it is.
    const text = `{${'x'.repeat(2 * 1024 * 1024)}`;
    expect((await post(text)).status).toBe(401);
    expect((await post(new Blob([text]).stream())).status).toBe(401);
    expect((await post('{x')).status).toBe(400);
  });
});

function newPackLike() {
  return { type: 'salestool--pack', attributes: { title: 'x' } };
}
