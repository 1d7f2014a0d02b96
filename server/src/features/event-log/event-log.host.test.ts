import { eventTypes } from '@satchel/core/contract/events.ts';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Fetch;
beforeAll(async () => {
  host = await startTestHost();
  nora = await host.signIn('nora');
});
afterAll(() => host.stop());

const event = (attributes: Record<string, unknown> = {}, id: string = newUuid()) => ({
  type: 'salestool--log',
  id,
  attributes: {
    event_type_id: eventTypes.PACK_VIEWED,
    description: 'Café Linnea',
    date: '2026-11-20T09:00:00Z',
    ...attributes,
  },
});
const log = (data: unknown, as: Fetch = nora) =>
  as('/salestool/log', {
    method: 'POST',
    headers: { 'content-type': jsonApiMediaType, accept: jsonApiMediaType },
    body: JSON.stringify({ data }),
  });
const stored = (id: string) =>
  host.database.db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirst();

test('[API-47, API-48, API-49] one event is taken, answered as a list, and kept with all it carries', async () => {
  const { packs, channels, documents } = host.world;
  const one = event({
    channel_id: channels.retail.id,
    pack_id: packs.nora.id,
    media_id: documents.guide.id,
    message_id: null,
  });
  const answer = await log(one);
  expect([answer.status, await answer.json()]).toEqual([200, [{ status: 'ok', id: one.id }]]);
  expect(await stored(one.id)).toMatchObject({
    event_type_id: 11,
    account_id: host.world.people.nora.id,
    description: 'Café Linnea',
    date: Date.UTC(2026, 10, 20, 9),
    channel_id: channels.retail.id,
    pack_id: packs.nora.id,
    media_id: documents.guide.id,
    message_id: null,
  });
});

test('[LOG-02, LOG-03, LOG-04, LOG-05, LOG-06] every event type of the specification is taken by its number', async () => {
  const numbers = [1, 2, 3, 5, 10, 11, 20, 21, 30, 31, 35];
  const events = numbers.map((event_type_id) => event({ event_type_id }));
  const answers = await (await log(events)).json();
  expect(answers).toEqual(events.map(({ id }) => ({ status: 'ok', id })));
  for (const [index, { id }] of events.entries()) {
    expect((await stored(id))?.event_type_id).toBe(numbers[index]);
  }
});

test('asked again the same event is ok and kept once, as it came first', async () => {
  const one = event();
  const changed = event({ description: 'Changed' }, one.id.toUpperCase());
  for (const data of [one, changed, [one, one]]) {
    expect((await (await log(data)).json())[0]).toEqual({ status: 'ok', id: one.id });
  }
  expect((await stored(one.id))?.description).toBe('Café Linnea');
});

test('one that cannot be taken says why and holds up no other', async () => {
  const good = event({ date: 1_763_000_000 });
  const bad = [
    event({ event_type_id: 99 }),
    event({ date: 'yesterday' }),
    event({ channel_id: 'no uuid' }),
    event({ description: 'x'.repeat(10_001) }),
    { ...event(), type: 'node--page' },
    { ...event(), id: '1' },
    null,
    'event',
  ];
  const answers = await (await log([...bad, good])).json();
  expect(
    answers
      .slice(0, -1)
      .every((each: { status: string; message: string }) => each.status === 'error' && each.message),
  ).toBe(true);
  expect(answers.at(-1)).toEqual({ status: 'ok', id: good.id });
  expect((await stored(good.id))?.date).toBe(1_763_000_000_000);
});

test('whose event it is tells the token alone, and nobody logs without one', async () => {
  const one = event({ account_id: host.world.people.nora.id, uid: host.world.people.nora.id });
  await log(one, await host.signIn('tomas'));
  expect((await stored(one.id))?.account_id).toBe(host.world.people.tomas.id);
  expect((await log(event(), host.fetch)).status).toBe(401);
});

test.each([
  ['no data', { nothing: [] }, 400],
  ['a text', 'x', 400],
  ['too many', { data: Array.from({ length: 1001 }, () => event()) }, 413],
])('a body with %s is refused', async (_, body, status) => {
  const answer = await nora('/salestool/log', {
    method: 'POST',
    headers: { 'content-type': jsonApiMediaType },
    body: JSON.stringify(body),
  });
  expect([answer.status, (await answer.json()).errors[0].status]).toEqual([status, String(status)]);
});

test('another content type is refused', async () => {
  const answer = await nora('/salestool/log', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
  });
  expect(answer.status).toBe(415);
});
