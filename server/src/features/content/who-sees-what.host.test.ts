import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Content, contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';
import type { Person } from '#testing/world.ts';

let host: TestHost;
const content = {} as Record<Person, Content>;
const persons: Person[] = ['nora', 'tomas', 'ines', 'henrik', 'mei'];

beforeAll(async () => {
  host = await startTestHost();
  for (const person of persons) content[person] = contentOf(await host.signIn(person));
  const nora = content.nora;
  const { packs } = host.world;
  const answer = await nora.post('salestool/message', {
    type: 'salestool--message',
    attributes: { subject: 'A quote' },
    relationships: { pack: { data: { type: 'salestool--pack', id: packs.nora.id } } },
  });
  messageId = answer.record.id;
});
afterAll(() => host.stop());

let messageId: string;

type World = TestHost['world'];

// Who sees a record of each kind that belongs to the first channel, or to its rep.
const members: Person[] = ['nora', 'ines', 'henrik', 'mei'];
const everyone = persons;
const cases: [what: string, path: string, id: (world: World) => string, seenBy: Person[]][] = [
  ['a channel', 'salestool/channel', (world) => world.channels.retail.id, members],
  ['a document bundle', 'salestool/document_bundle', (world) => world.bundles.counter.id, members],
  ['a content bundle', 'salestool/content_bundle', (world) => world.bundles.welcome.id, members],
  ['a mini-app', 'salestool/miniapp_bundle', (world) => world.bundles.calculator.id, members],
  ['a document', 'media/document', (world) => world.documents.guide.id, members],
  ['a picture', 'media/image', (world) => world.documents.photo.id, members],
  ['the picture of a channel', 'media/image', (world) => world.channels.retail.image.id, members],
  ['a picture beside the bundles', 'media/image', (world) => world.channels.retail.tile.id, members],
  ['a hosted video', 'media/remote_video', (world) => world.documents.film.id, members],
  ['a file', 'file/file', (world) => world.files.guide.id, members],
  ['a keyword', 'taxonomy_term/keywords', (world) => world.terms.keyword.id, members],
  ['a product', 'taxonomy_term/products', (world) => world.terms.product.id, members],
  ["the channel's signature", 'salestool/signature', (world) => world.channels.retail.signature.id, members],
  ['a channel pack', 'salestool/pack', (world) => world.packs.retail.id, members],
  ['a global pack', 'salestool/pack', (world) => world.packs.global.id, everyone],
  ['a private pack', 'salestool/pack', (world) => world.packs.nora.id, ['nora']],
  ['a message', 'salestool/message', () => messageId, ['nora']],
  ["a rep's signature", 'salestool/signature', (world) => world.signatures.nora.id, ['nora']],
  ["a rep's picture", 'file/file', (world) => world.files.face.id, ['nora']],
  ['a user', 'user/user', (world) => world.people.nora.id, ['nora']],
  ['a help page', 'node/help_page', (world) => world.help.id, everyone],
];

describe.each(cases)('[PERM-04, PERM-16] %s', (_what, path, idOf, seenBy) => {
  test('is read by those who may see it, and does not exist for the others', async () => {
    const id = idOf(host.world);
    for (const person of persons) {
      const maySee = seenBy.includes(person);
      const one = await content[person].get(`${path}/${id}`);
      const filtered = await content[person].get(path, {
        'filter[it][condition][path]': 'id',
        'filter[it][condition][value]': id,
      });
      const whole = await content[person].get(path, { 'page[limit]': '200' });
      expect([person, one.status], one.errors[0]?.detail).toEqual([person, maySee ? 200 : 404]);
      expect([person, filtered.count]).toEqual([person, maySee ? 1 : 0]);
      expect([person, whole.records.some((record) => record.id === id)]).toEqual([person, maySee]);
      expect(whole.count).toBe(whole.records.length);
    }
  });

  test('[API-03] is for nobody without a token', async () => {
    for (const address of [path, `${path}/${idOf(host.world)}`]) {
      const answer = await contentOf(host.fetch).get(address);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
  });
});

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
