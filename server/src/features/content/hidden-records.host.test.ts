import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import {
  collectionPath,
  type ResourceTypeName,
  resourceTypeOf,
} from '@satchel/core/contract/resource-types.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInternalId, newUuid } from '#database/ids.ts';
import { bumpRevision, channelScope } from '#database/revision.ts';
import { contentAccess } from '#testing/content-access.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { sendPack } from '#testing/send-pack.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let tomas: Content;
let made: { noras: { id: string }; tomass: { id: string }; forManagers: { id: string } };

beforeAll(async () => {
  host = await startTestHost();
  const { packs } = host.world;
  tomas = contentOf(await host.signIn('tomas'));
  made = {
    noras: await sendPack(await host.signIn('nora'), { packId: packs.nora.id }),
    tomass: await sendPack(await host.signIn('tomas'), { packId: packs.tomas.id }),
    forManagers: { id: newUuid() },
  };
  // It looks for mails now and then, and statements are counted here.
  await host.outbox.stop();
});
afterAll(() => host.stop());

/** A record of the kind that Tomas does not see. */
function hiddenOf(type: ResourceTypeName) {
  const { retail, nora } = contentAccess[type].seenBy;
  const [first] = Object.values((retail ?? nora)?.(host.world, made) ?? {});
  return first?.id ?? undefined;
}

type Ask = (id: string) => Promise<{ status: number; text: string }>;

/** Asked about the one and about nothing at all, a caller gets the same words for the same work. */
async function expectNoDifference(what: string, hidden: string, ask: Ask) {
  const seen = [];
  // The first time there may be something to do that is done afterwards, such as leaving a list empty.
  await ask(newUuid());
  for (const id of [newUuid(), hidden]) {
    // Who asks is read again only after a change: now it is, both times.
    await host.database.write((trx) => bumpRevision(trx, 'shared'));
    host.statements.length = 0;
    const { status, text } = await ask(id);
    seen.push([what, status, text.replaceAll(id, '{id}'), host.statements.length]);
  }
  expect(seen[1]).toEqual(seen[0]);
}

/** As Tomas, with the whole text of the answer. */
async function asTomas(method: string, path: string, data?: unknown) {
  const authorization = await bearer();
  const answer = await host.fetch(`/jsonapi/${path}`, {
    method,
    body: data === undefined ? null : JSON.stringify({ data }),
    headers: { authorization, ...(data !== undefined && { 'content-type': 'application/vnd.api+json' }) },
  });
  return { status: answer.status, text: await answer.text() };
}
let known: string | undefined;
const bearer = async () => {
  known ??= await host.authorization('tomas');
  return known;
};

const kindsWithHidden = resourceTypeNames.filter(
  (type) => contentAccess[type].seenBy.retail ?? contentAccess[type].seenBy.nora,
);

test.each(kindsWithHidden)(
  '[PERM-16] a hidden record of %s is told from none by no address',
  async (type) => {
    const hidden = String(hiddenOf(type));
    const path = collectionPath(type);
    const fields = Object.entries(resourceTypeOf(type).relationships);
    const same = (what: string, ask: Ask) => expectNoDifference(what, hidden, ask);
    await same('read', (id) => asTomas('GET', `${path}/${id}`));
    await same('filter', (id) => asTomas('GET', `${path}?filter[id]=${id}`));
    await same('change', (id) => asTomas('PATCH', `${path}/${id}`, { type, id, attributes: {} }));
    await same('remove', (id) => asTomas('DELETE', `${path}/${id}`));
    for (const [field, { many }] of fields) {
      await same(field, (id) => asTomas('GET', `${path}/${id}/${field}`));
      await same(field, (id) => asTomas('GET', `${path}/${id}/relationships/${field}`));
      await same(field, (id) => asTomas('PATCH', `${path}/${id}/relationships/${field}`, many ? [] : null));
    }
  },
);

/** Every relationship of every kind that leads to a kind of which something is hidden. */
const paths = resourceTypeNames.flatMap((type) =>
  Object.entries(resourceTypeOf(type).relationships).flatMap(([field, { targets, writable, many }]) =>
    targets
      .filter((target) => kindsWithHidden.includes(target))
      .map((target) => ({ type, field, target, writable, many })),
  ),
);

test.each(paths)(
  '[PERM-16] a hidden $target is told from none by no filter through $type $field',
  async ({ type, field, target }) => {
    const hidden = String(hiddenOf(target));
    const path = collectionPath(type);
    for (const name of [`${field}.id`, `${field}.entity:${target}.id`])
      for (const operator of ['=', '<>'])
        await expectNoDifference(`${name} ${operator}`, hidden, (id) =>
          asTomas(
            'GET',
            `${path}?filter[${name}][value]=${id}&filter[${name}][operator]=${encodeURIComponent(operator)}`,
          ),
        );
  },
);

test.each(paths.filter(({ writable }) => writable === 'always' || writable === 'create'))(
  '[PERM-16] a hidden $target is told from none by naming it in $type $field',
  async ({ type, field, target, many }) => {
    const hidden = String(hiddenOf(target));
    const { packs } = host.world;
    const own =
      { 'salestool--pack': packs.tomas.id, 'salestool--message': made.tomass.id }[type as string] ?? '';
    const name = (id: string) => (many ? [{ type: target, id }] : { type: target, id });
    const path = collectionPath(type);
    const relationships = (id: string) => ({ [field]: { data: name(id) } });
    await expectNoDifference('change', hidden, (id) =>
      asTomas('PATCH', `${path}/${own}`, { type, id: own, relationships: relationships(id) }),
    );
    await expectNoDifference('relate', hidden, (id) =>
      asTomas('PATCH', `${path}/${own}/relationships/${field}`, name(id)),
    );
    const attributes = { title: 'New', subject: 'New' };
    const only = type === 'salestool--pack' ? { title: attributes.title } : { subject: attributes.subject };
    const channel = { data: { type: 'salestool--channel', id: host.world.channels.transit.id } };
    await expectNoDifference('make', hidden, async (id) => {
      const answer = await asTomas('POST', path, {
        type,
        attributes: only,
        relationships: { ...(type === 'salestool--pack' && { channel }), ...relationships(id) },
      });
      // A pack may name what has gone; it is a new one each time.
      return answer.status === 201 ? { ...answer, text: '' } : answer;
    });
  },
);

/** Everything that Tomas can ask about records of a kind, by one and two relationships. */
function questionsAbout(type: ResourceTypeName) {
  const valuesOf = (kind: ResourceTypeName) =>
    Object.entries(resourceTypeOf(kind).attributes).flatMap(([name, attribute]) => {
      if ('hidden' in attribute || !['text', 'rich-text', 'integer', 'time'].includes(attribute.kind))
        return [];
      return [attribute.kind === 'rich-text' ? `${name}.value` : name];
    });
  const relationshipsOf = (kind: ResourceTypeName) => Object.entries(resourceTypeOf(kind).relationships);
  const oneAway = relationshipsOf(type).flatMap(([field, { targets }]) =>
    [...new Set(targets.flatMap((target) => ['id', ...valuesOf(target)]))].map(
      (value) => `${field}.${value}`,
    ),
  );
  const twoAway = relationshipsOf(type).flatMap(([field, { targets }]) =>
    targets.flatMap((target) => relationshipsOf(target).map(([next]) => `${field}.${next}`)),
  );
  const includes = [...relationshipsOf(type).map(([field]) => field), ...new Set(twoAway)];
  return [
    'page[limit]=200',
    ...includes.map((include) => `include=${include}`),
    ...relationshipsOf(type).flatMap(([field]) =>
      ['IS NULL', 'IS NOT NULL'].map(
        (operator) => `filter[a][condition][path]=${field}&filter[a][condition][operator]=${operator}`,
      ),
    ),
    ...[...new Set([...oneAway, ...twoAway.map((path) => `${path}.id`)])].flatMap((path) => [
      `sort=${path}`,
      `filter[a][condition][path]=${path}&filter[a][condition][operator]=IS NOT NULL`,
    ]),
  ];
}

async function answersFor(round: number) {
  const answers: Record<string, unknown> = {};
  for (const type of resourceTypeNames) {
    const all = questionsAbout(type);
    const questions = ['salestool--pack', 'salestool--message'].includes(type) ? all : all.slice(0, 12);
    for (const question of questions) {
      // A name of its own, so that no answer is one that was kept.
      const answer = await asTomas('GET', `${collectionPath(type)}?${question}&probe_${round}=1`);
      const { data, meta, included, errors } = JSON.parse(answer.text);
      answers[`${type} ${question}`] = { status: answer.status, data, meta, included, errors };
    }
  }
  return answers;
}

test('[PERM-16] whatever happens to what somebody does not see, no list, count, filter, sort or include of theirs changes', async () => {
  const { packs, channels, documents, bundles, signatures, people } = host.world;
  const { db } = host.database;
  await db.updateTable('pack').set({ channel_id: null }).where('id', '=', packs.tomas.id).execute();
  const before = await answersFor(1);
  // Their own pack and message now name things of a channel that they have left.
  const named = { pack_id: packs.tomas.id, position: 5 };
  await db
    .updateTable('pack')
    .set({ channel_id: channels.retail.id })
    .where('id', '=', packs.tomas.id)
    .execute();
  await db
    .insertInto('pack_media')
    .values({ ...named, media_id: documents.guide.id })
    .execute();
  await db
    .insertInto('pack_media')
    .values({ ...named, position: 6, media_id: documents.film.id })
    .execute();
  await db
    .insertInto('pack_bundle')
    .values({ ...named, bundle_id: bundles.counter.id })
    .execute();
  await db
    .updateTable('message')
    .set({ signature_id: signatures.nora.id })
    .where('id', '=', made.tomass.id)
    .execute();
  // And what they do not see is renamed, made and removed.
  await db.updateTable('media').set({ name: 'AAA' }).where('id', '=', documents.guide.id).execute();
  await db.updateTable('bundle').set({ title: 'AAA' }).where('id', '=', bundles.counter.id).execute();
  await db.updateTable('account').set({ notify_opens: 1 }).where('id', '=', people.nora.id).execute();
  await db
    .insertInto('pack')
    .values({ ...packs.nora, id: newUuid(), internal_id: newInternalId(), title: 'AAA' })
    .execute();
  await db.deleteFrom('message').where('id', '=', made.noras.id).execute();
  const after = await answersFor(2);
  expect(Object.keys(before).length).toBeGreaterThan(200);
  for (const [question, answer] of Object.entries(after))
    expect([question, answer]).toEqual([question, before[question]]);
});

test('[PERM-16] an ETag ends by nothing that somebody does not see', async () => {
  const { packs, channels } = host.world;
  const nora = contentOf(await host.signIn('nora'));
  const tags = async () => {
    const all: Record<string, string | null> = {};
    for (const type of resourceTypeNames)
      all[type] = (await tomas.get(collectionPath(type))).headers.get('etag');
    return all;
  };
  const before = await tags();
  const id = newUuid();
  const about = { data: { type: 'salestool--channel', id: channels.retail.id } };
  const type = 'salestool--pack';
  const written = [
    await nora.post('salestool/pack', {
      type,
      id,
      attributes: { title: 'New' },
      relationships: { channel: about },
    }),
    await nora.patch(`salestool/pack/${id}`, { type, id, attributes: { title: 'Newer' } }),
    await nora.patch(`salestool/signature/${host.world.signatures.nora.id}`, {
      ...{ type: 'salestool--signature', id: host.world.signatures.nora.id },
      attributes: { telephone: '1' },
    }),
    await nora.delete(`salestool/pack/${id}`),
  ];
  expect(written.map(({ status }) => status)).toEqual([201, 200, 200, 204]);
  await sendPack(await host.signIn('nora'), { packId: packs.nora.id });
  await host.database.write((trx) => bumpRevision(trx, channelScope(channels.retail.id)));
  expect(await tags()).toEqual(before);
  for (const [name, etag] of Object.entries(before)) {
    const again = await tomas.get(
      collectionPath(name as ResourceTypeName),
      {},
      { 'if-none-match': String(etag) },
    );
    expect([name, again.status]).toEqual([name, 304]);
  }
});
