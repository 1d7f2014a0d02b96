import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Content, contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';
import type { Person } from '#testing/world.ts';

let host: TestHost;
const content = {} as Record<Person, Content>;
const persons: Person[] = ['nora', 'tomas', 'ines', 'henrik', 'mei'];

beforeAll(async () => {
  host = await startTestHost();
  for (const person of persons) content[person] = contentOf(await host.signIn(person));
});
afterAll(() => host.stop());

test('[API-03] a wrong token is refused wherever it is shown', async () => {
  for (const path of ['/jsonapi', '/openapi/jsonapi?_format=json', '/jsonapi/salestool/channel']) {
    const answer = await host.fetch(path, { headers: { authorization: 'Bearer not.a.token' } });
    expect([path, answer.status]).toEqual([path, 401]);
  }
});

test('[PERM-16] what a rep may not see is not named by what they may: relationships and includes leave it out', async () => {
  const { packs, documents } = host.world;
  // Henrik packs things of both channels; then he leaves one.
  const henrik = content.henrik;
  const made = await henrik.post('salestool/pack', {
    type: 'salestool--pack',
    attributes: { title: 'Both' },
    relationships: {
      channel: { data: { type: 'salestool--channel', id: host.world.channels.transit.id } },
      medias: {
        data: [
          { type: 'media--document', id: documents.guide.id },
          { type: 'media--document', id: documents.drawing.id },
        ],
      },
    },
  });
  expect(made.status).toBe(201);
  await host.database.db
    .deleteFrom('account_channel')
    .where('account_id', '=', host.world.people.henrik.id)
    .where('channel_id', '=', host.world.channels.transit.id)
    .execute();
  try {
    const left = await henrik.get(`salestool/pack/${made.record.id}`, { include: 'medias,channel' });
    expect(left.record.relationships.medias?.data).toMatchObject([{ id: documents.guide.id }]);
    expect(left.record.relationships.channel?.data).toBeNull();
    expect(left.included.map(({ id }) => id)).toEqual([documents.guide.id]);
    const sorted = await henrik.get('salestool/pack', {
      sort: 'channel.title',
      'filter[channel.title]': 'Transit & Parking',
    });
    expect(sorted.count).toBe(0);
    expect((await henrik.get(`salestool/pack/${packs.transit.id}`)).status).toBe(404);
  } finally {
    await host.database.db
      .insertInto('account_channel')
      .values({ account_id: host.world.people.henrik.id, channel_id: host.world.channels.transit.id })
      .execute();
  }
});

test('[PERM-16] nobody else’s records are told by a filter that goes through them', async () => {
  const { people } = host.world;
  const byName = await content.tomas.get('salestool/pack', { 'filter[uid.name]': 'nora' });
  const byId = await content.tomas.get('salestool/pack', { 'filter[uid.id]': people.nora.id });
  const own = await content.nora.get('salestool/pack', { 'filter[uid.id]': people.nora.id });
  expect([byName.count, byId.count, own.count]).toEqual([0, 0, 1]);
});
