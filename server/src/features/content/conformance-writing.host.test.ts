import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { changeOf, packsOf } from '#testing/new-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let noraFetch: Fetch;
let nora: Content;
let tomas: Content;
let newPack: ReturnType<typeof packsOf>;

beforeAll(async () => {
  host = await startTestHost();
  noraFetch = await host.signIn('nora');
  nora = contentOf(noraFetch);
  tomas = contentOf(await host.signIn('tomas'));
  newPack = packsOf(host.world.channels.retail.id);
});
afterAll(() => host.stop());

const json = 'application/vnd.api+json';
const uid = (id: string) => ({ uid: { data: { type: 'user--user', id } } });
const made = async (attributes: Record<string, unknown> = {}) => {
  const answer = await nora.post('salestool/pack', newPack(attributes));
  expect(answer.errors).toEqual([]);
  return answer;
};
const pathOf = ({ id }: { id: string }) => `salestool/pack/${id}`;

test('[C37] a create is 201 with the record, its own address as Location, and no uuid among the attributes', async () => {
  const { status, headers, record } = await made();
  const self = `http://satchel.test/jsonapi/${pathOf(record)}`;
  expect([status, headers.get('location'), headers.get('content-type')]).toEqual([
    201,
    self,
    expect.stringContaining(json),
  ]);
  expect(record).toMatchObject({ links: { self: { href: self } } });
  expect(record.attributes).not.toHaveProperty('uuid');
  expect(record.attributes.drupal_internal__id).toBeTypeOf('number');
});

test('[C37] without an id the host gives one', async () => {
  const { id: _, ...withoutId } = newPack();
  const { status, record } = await nora.post('salestool/pack', withoutId);
  expect(status).toBe(201);
  expect((await nora.get(pathOf(record))).status).toBe(200);
});

test('[C38] creates and changes answer with what `include` and `fields` ask for', async () => {
  const query = '?include=channel&fields[salestool--pack]=title,channel&fields[salestool--channel]=title';
  const pack = newPack();
  const created = await nora.post(`salestool/pack${query}`, pack);
  const changed = await nora.patch(`${pathOf(pack)}${query}`, changeOf(pack.id, { title: 'New' }));
  for (const answer of [created, changed]) {
    expect(Object.keys(answer.record.attributes)).toEqual(['title']);
    expect(answer.included).toMatchObject([
      { id: host.world.channels.retail.id, attributes: { title: 'Retail & Hospitality' } },
    ]);
  }
  const wrong = await nora.post('salestool/pack?include=ghost', newPack());
  expect(wrong.status).toBe(400);
  expect((await nora.post('salestool/pack?resourceVersion=rel:latest-version', newPack())).status).toBe(400);
  expect((await nora.delete(`${pathOf(pack)}?resourceVersion=rel:latest-version`)).status).toBe(400);
});

describe('a body', () => {
  const send = async (body: string, type: string | undefined, method = 'POST', path = 'salestool/pack') => {
    const answer = await noraFetch(`/jsonapi/${path}`, {
      method,
      body: new TextEncoder().encode(body),
      headers: type ? { 'content-type': type } : {},
    });
    const { errors } = (await answer.json()) as { errors?: { status: string; detail: string }[] };
    return { status: answer.status, detail: errors?.[0]?.detail };
  };

  test.each([
    ['no content type', undefined],
    ['plain JSON', 'application/json'],
    ['XML', 'text/xml'],
    ['a form', 'application/x-www-form-urlencoded'],
  ])('[C39] with %s is 415, on create and on change', async (_what, type) => {
    const body = JSON.stringify({ data: newPack() });
    const { record } = await made();
    expect((await send(body, type)).status).toBe(415);
    expect((await send(body, type, 'PATCH', pathOf(record))).status).toBe(415);
  });

  test('[C39] with parameters on its content type is taken', async () => {
    const body = JSON.stringify({ data: newPack() });
    expect((await send(body, `${json}; charset=utf-8`)).status).toBe(201);
  });

  test.each([
    ['that is empty', '', /Empty request body/],
    ['that is no JSON', '{"data":', /Syntax error/],
    ['without a type', '{"data":{"attributes":{}}}', /must include a "type"/],
    ['without data', '{}', /must include a "type"/],
    ['with a list', '{"data":[]}', /must include a "type"/],
    ['with attributes that are a list', '{"data":{"type":"salestool--pack","attributes":[]}}', /an object/],
    ['with relationships on top', '{"relationships":{},"data":{"type":"salestool--pack"}}', /top level/],
  ])('[C40] %s is 400', async (_what, body, detail) => {
    const answer = await send(body, json);
    expect([answer.status, answer.detail]).toEqual([400, expect.stringMatching(detail)]);
  });
});

test('[C40] a record of another type than its address is 409', async () => {
  const answer = await nora.post('salestool/pack', { ...newPack(), type: 'salestool--signature' });
  expect([answer.status, answer.errors[0]?.source?.pointer]).toEqual([409, '/data/type']);
});

test('[C41] a free id is kept, a used one is 409, a malformed one 422', async () => {
  const pack = newPack();
  expect((await nora.post('salestool/pack', pack)).record.id).toBe(pack.id);
  const again = await nora.post('salestool/pack', pack);
  expect([again.status, again.errors[0]?.detail]).toEqual([409, 'Conflict: Entity already exists.']);
  expect(again.errors[0]?.links?.about?.href).toBe(`http://satchel.test/jsonapi/${pathOf(pack)}`);
  for (const id of ['7', pack.id.toUpperCase(), `${pack.id}0`, 12, null, '']) {
    const answer = await nora.post('salestool/pack', { ...newPack(), id });
    expect([id, answer.status, answer.errors[0]?.source?.pointer]).toEqual([id, 422, '/data/id']);
  }
  const invalid = await nora.post('salestool/pack', { ...pack, attributes: { title: '' } });
  expect(invalid.status).toBe(422);
});

test('[C41] a create that is sent again is 409 even when what it names is gone meanwhile', async () => {
  const pack = newPack();
  await nora.post('salestool/pack', pack);
  const { db } = host.database;
  const place = { account_id: host.world.people.nora.id, channel_id: host.world.channels.retail.id };
  await db.deleteFrom('account_channel').where('account_id', '=', place.account_id).execute();
  const again = await nora.post('salestool/pack', pack);
  await db.insertInto('account_channel').values(place).execute();
  expect([again.status, again.errors[0]?.links?.about?.href]).toEqual([
    409,
    expect.stringContaining(pack.id),
  ]);
});

test('[C41] of many creates with one id at once, every refusal leads to the record', async () => {
  const pack = newPack();
  const answers = await Promise.all(Array.from({ length: 6 }, () => nora.post('salestool/pack', pack)));
  const refusals = answers.filter(({ status }) => status === 409);
  expect(refusals).toHaveLength(5);
  for (const { errors } of refusals) expect(errors[0]?.links?.about?.href).toContain(pack.id);
});

test('[C42] what answers call missing is missing when it is sent back', async () => {
  const to = (id: string) => ({ channel: { data: { type: 'salestool--channel', id } } });
  for (const [id, said] of [
    ['missing', 'missing'],
    ['\0', 'missing'],
    ['No Such 7', 'nosuch7'],
  ] as const) {
    const answer = await nora.post('salestool/pack', newPack({}, to(id)));
    expect([answer.status, answer.errors[0]?.detail]).toEqual([
      404,
      `The resource identified by \`salestool--channel:${said}\` (given as a relationship item) could not be found.`,
    ]);
  }
});

test('[C42] what a relationship names has to exist for the caller: else 404 in one wording', async () => {
  for (const id of [newUuid(), host.world.channels.transit.id]) {
    const answer = await nora.post(
      'salestool/pack',
      newPack({}, { channel: { data: { type: 'salestool--channel', id } } }),
    );
    expect([answer.status, answer.errors[0]?.detail]).toEqual([
      404,
      `The resource identified by \`salestool--channel:${id}\` (given as a relationship item) could not be found.`,
    ]);
  }
});

test('[C43] a change is 200 with the record, and touches only what was sent', async () => {
  const { record } = await made({ notes: 'Keep me' });
  const answer = await nora.patch(pathOf(record), changeOf(record.id, { title: 'New' }));
  expect([answer.status, answer.record.attributes]).toMatchObject([200, { title: 'New', notes: 'Keep me' }]);
  expect((await nora.get(pathOf(record))).record).toEqual(answer.record);
  const nothing = await nora.patch(pathOf(record), { type: 'salestool--pack', id: record.id });
  expect([nothing.status, nothing.record]).toEqual([200, answer.record]);
});

test('[C43] an id that is missing or not that of the address is 400', async () => {
  const { record } = await made();
  for (const id of [undefined, newUuid()]) {
    const answer = await nora.patch(pathOf(record), { ...changeOf(record.id, {}), id });
    expect([answer.status, answer.errors[0]?.detail]).toEqual([
      400,
      `The selected entity (${record.id}) does not match the ID in the payload (${id ?? ''}).`,
    ]);
  }
});

test('[C43] a field of the host is 403 with its pointer, unless it says what is so already', async () => {
  const { record } = await made();
  for (const [attributes, relationships, pointer] of [
    [{ changed: '2020-01-01T00:00:00Z' }, undefined, '/data/attributes/changed'],
    [{ pack_type: 'channel' }, undefined, '/data/attributes/pack_type'],
    [{}, uid(host.world.people.tomas.id), '/data/relationships/uid'],
  ] as const) {
    const answer = await nora.patch(pathOf(record), changeOf(record.id, attributes, relationships));
    expect([answer.status, answer.errors[0]?.source?.pointer]).toEqual([403, pointer]);
  }
  const { changed, created, pack_type } = record.attributes;
  const same = changeOf(record.id, { changed, created, pack_type }, uid(host.world.people.nora.id));
  expect((await nora.patch(pathOf(record), same)).status).toBe(200);
});

test('[C44] every mistake of a body has its own entry and pointer', async () => {
  const { errors, status } = await nora.post(
    'salestool/pack',
    newPack({ title: null, archived: 'yes', color: 'red' }, { ghost: { data: null } }),
  );
  expect(status).toBe(422);
  expect(errors.map(({ status: each, source }) => [each, source?.pointer])).toEqual([
    ['422', '/data/attributes/title'],
    ['422', '/data/attributes/archived'],
    ['422', '/data/attributes/color'],
    ['422', '/data/relationships/ghost'],
  ]);
});

test('[C45] an unknown attribute and a relationship sent as one are 422', async () => {
  const { record } = await made();
  for (const [attributes, detail] of [
    [{ foo: 1 }, 'The attribute foo does not exist on the salestool--pack resource type.'],
    [{ constructor: 1 }, 'The attribute constructor does not exist on the salestool--pack resource type.'],
    [{ medias: [] }, 'The following relationship fields were provided as attributes: [ medias ]'],
  ] as const) {
    const answer = await nora.patch(pathOf(record), changeOf(record.id, attributes));
    expect([answer.status, answer.errors[0]?.detail]).toEqual([422, detail]);
  }
});

test('[C46] an unknown property is 422 and names those that may be written', async () => {
  const messages = await nora.post('salestool/message', {
    type: 'salestool--message',
    attributes: { subject: 'Hello', message: { value: '<p>Hi</p>', form: 'basic_html' } },
    relationships: { pack: { data: { type: 'salestool--pack', id: host.world.packs.nora.id } } },
  });
  expect([messages.status, messages.errors[0]?.detail]).toEqual([
    422,
    expect.stringMatching(/'form' do not exist\. Writable properties are: 'value', 'format'/),
  ]);
  expect(messages.errors[0]?.source?.pointer).toBe('/data/attributes/message');
});

describe('times', () => {
  const message = (date_sent: unknown) => ({
    type: 'salestool--message',
    attributes: { subject: 'Hello', date_sent },
    relationships: { pack: { data: { type: 'salestool--pack', id: host.world.packs.nora.id } } },
  });

  test.each([
    ['2026-08-01T10:00:00+00:00', '2026-08-01T10:00:00+00:00'],
    ['2026-08-01T10:00:00Z', '2026-08-01T10:00:00+00:00'],
    ['2026-08-01T12:00:00+02:00', '2026-08-01T10:00:00+00:00'],
    ['2026-08-01T10:00:00.123Z', '2026-08-01T10:00:00+00:00'],
    [1785578400, '2026-08-01T10:00:00+00:00'],
    ['1785578400', '2026-08-01T10:00:00+00:00'],
  ])('[C47] %s is taken, and what is answered can be sent back', async (sent, answered) => {
    const { record } = await nora.post('salestool/message', message(sent));
    expect(record.attributes.date_sent).toBe(answered);
    const path = `salestool/message/${record.id}`;
    const back = await nora.patch(path, { ...message(answered), id: record.id });
    expect(back.record).toEqual(record);
  });

  test.each(['yesterday', '2026-08-01', '2026-02-30T10:00:00Z', '2026-08-01T10:00:00', 1.5, {}, true])(
    '[C47] %s is 422',
    async (sent) => {
      const answer = await nora.post('salestool/message', message(sent));
      expect([answer.status, answer.errors[0]?.source?.pointer]).toEqual([422, '/data/attributes/date_sent']);
    },
  );
});

test('[C49] a delete is 204 without a body, and then 404', async () => {
  const { record } = await made();
  const gone = await noraFetch(`/jsonapi/${pathOf(record)}`, { method: 'DELETE' });
  expect([gone.status, await gone.text()]).toEqual([204, '']);
  expect((await nora.delete(pathOf(record))).status).toBe(404);
  expect((await nora.get(pathOf(record))).status).toBe(404);
});

test('what may not be seen does not exist for any method', async () => {
  const { record } = await made();
  const list = `${pathOf(record)}/relationships/medias`;
  for (const answer of [
    await tomas.get(pathOf(record)),
    await tomas.patch(pathOf(record), changeOf(record.id, { title: 'Mine' })),
    await tomas.delete(pathOf(record)),
    await tomas.patch(list, []),
    await tomas.post(list, []),
    await tomas.delete(list, []),
  ]) {
    expect([answer.status, answer.errors[0]?.detail]).toEqual([404, 'There is no such record.']);
  }
});

test('[C45] an attribute uuid is taken and changes nothing: the id of the document counts', async () => {
  const { record } = await made();
  const other = newUuid();
  const changed = await nora.patch(pathOf(record), changeOf(record.id, { title: 'Again', uuid: other }));
  expect([changed.status, changed.record.id, changed.record.attributes.title]).toEqual([
    200,
    record.id,
    'Again',
  ]);
  const document = newPack();
  const created = await nora.post('salestool/pack', {
    ...document,
    attributes: { ...document.attributes, uuid: other },
  });
  expect([created.status, created.record.id === other]).toEqual([201, false]);
  expect(changed.record.attributes).not.toHaveProperty('uuid');
});

test('an address says which methods it takes', async () => {
  const { record } = await made();
  for (const [method, path, allow] of [
    ['PUT', 'salestool/pack', 'GET, HEAD, POST'],
    ['PUT', pathOf(record), 'GET, HEAD, PATCH, DELETE'],
    ['PATCH', `${pathOf(record)}/channel`, 'GET, HEAD, POST'],
    ['PUT', `${pathOf(record)}/relationships/medias`, 'GET, HEAD, POST, PATCH, DELETE'],
    ['PUT', `${pathOf(record)}/relationships/channel`, 'GET, HEAD, PATCH'],
    ['DELETE', 'salestool/channel', 'GET, HEAD'],
  ] as const) {
    const answer = await noraFetch(`/jsonapi/${path}`, { method });
    expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, 405, allow]);
  }
  const jsonToRecord = await nora.post(pathOf(record), newPack());
  expect(jsonToRecord.status).toBe(415);
});
