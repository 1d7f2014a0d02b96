import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let tomasFetch: Fetch;
let tomas: Content;

beforeAll(async () => {
  host = await startTestHost();
  tomasFetch = await host.signIn('tomas');
  tomas = contentOf(tomasFetch);
});
afterAll(() => host.stop());

const signature = (attributes: Record<string, unknown>, id = newUuid()) => ({
  type: 'salestool--signature',
  id,
  attributes: { title: 'Tomas Adeyemi', ...attributes },
});

test('[API-28, MODEL-18] a signature is created, changed and deleted by its owner, and is never shared', async () => {
  const sent = signature({ job_title: 'Account manager', telephone: '+44 20 7946 0142', shared: true });
  const created = await tomas.post('salestool/signature', sent);
  expect([created.status, created.record.attributes]).toMatchObject([
    201,
    { title: 'Tomas Adeyemi', job_title: 'Account manager', telephone: '+44 20 7946 0142', shared: false },
  ]);
  expect(created.record.relationships.uid?.data).toMatchObject({ id: host.world.people.tomas.id });
  const path = `salestool/signature/${sent.id}`;
  const changed = await tomas.patch(path, {
    ...sent,
    attributes: { email: 'tomas@velden.example', shared: true },
  });
  expect(changed.record.attributes).toMatchObject({
    email: 'tomas@velden.example',
    shared: false,
    title: 'Tomas Adeyemi',
  });
  expect((await tomas.delete(path)).status).toBe(204);
  expect((await tomas.get(path)).status).toBe(404);
});

test('[PERM-16] a channel’s own signature is read by members and changed by none', async () => {
  const { transit } = host.world.channels;
  const path = `salestool/signature/${transit.signature.id}`;
  expect((await tomas.get(path)).status).toBe(200);
  expect((await tomas.patch(path, signature({ title: 'Mine' }, transit.signature.id))).status).toBe(403);
  expect((await tomas.delete(path)).status).toBe(403);
});

describe('a picture', () => {
  const octets = 'application/octet-stream';
  const upload = (
    id: string,
    bytes: Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
    base = '/salestool/signature',
  ) =>
    tomasFetch(`${base}/${id}/picture`, {
      method: 'POST',
      body: bytes,
      headers: {
        accept: 'application/vnd.api+json',
        'content-type': octets,
        'content-disposition': 'file; filename="face.png"',
        ...headers,
      },
    });
  const face = async (background = '#aa8866') =>
    new Uint8Array(
      await sharp({ create: { width: 20, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    );
  const mine = () => host.world.signatures.tomas.id;

  test.each(['/salestool/signature', '/jsonapi/salestool/signature'])(
    '[API-37, API-38, API-39] is stored by POST to %s and answered as data',
    async (base) => {
      const bytes = await face(base === '/salestool/signature' ? '#102030' : '#405060');
      const answer = await upload(mine(), bytes, {}, base);
      const { data } = await answer.json();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('application/vnd.api+json'),
      ]);
      expect(data).toMatchObject({
        type: 'file--file',
        attributes: { filename: 'face.png', filemime: 'image/png' },
      });
      const read = await tomas.get(`salestool/signature/${mine()}`, { include: 'picture' });
      expect(read.record.relationships.picture?.data).toMatchObject({
        id: data.id,
        meta: { width: 20, height: 30 },
      });
      const served = await host.fetch(data.attributes.uri.url);
      expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
    },
  );

  test('that replaces another takes its place; the old one is gone', async () => {
    const first = (await (await upload(mine(), await face('#111111'))).json()).data;
    await upload(mine(), await face('#222222'));
    expect((await host.fetch(first.attributes.uri.url)).status).toBe(404);
    expect((await tomas.get(`file/file/${first.id}`)).status).toBe(404);
  });

  test('is named without folders', async () => {
    const answer = await upload(mine(), await face(), {
      'content-disposition': 'file; filename="../../etc/face.png"',
    });
    expect((await answer.json()).data.attributes.filename).toBe('face.png');
  });

  const refused: [
    string,
    (good: Uint8Array<ArrayBuffer>) => [Uint8Array<ArrayBuffer>, Record<string, string>],
    number,
    RegExp,
  ][] = [
    [
      'another content type',
      (good) => [good, { 'content-type': 'image/png' }],
      415,
      /content type|octet-stream/,
    ],
    [
      'a header without a name',
      (good) => [good, { 'content-disposition': 'file' }],
      400,
      /^No filename found/,
    ],
    [
      'a name without quotes',
      (good) => [good, { 'content-disposition': 'file; filename=face.png' }],
      400,
      /^No filename found/,
    ],
    [
      'an extended name',
      (good) => [good, { 'content-disposition': 'file; filename*="face.png"' }],
      400,
      /extended "filename\*"/,
    ],
    [
      'a page that says it is a picture',
      () => [new TextEncoder().encode('<script>alert(1)</script>'), {}],
      422,
      /Only pictures/,
    ],
    [
      'a drawing that can run',
      () => [
        new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        { 'content-disposition': 'file; filename="a.svg"' },
      ],
      422,
      /Only pictures/,
    ],
    ['no bytes', () => [new Uint8Array(), {}], 422, /Only pictures/],
    ['too many bytes', () => [new Uint8Array(11 * 1024 * 1024), {}], 413, /larger than this host takes/],
  ];
  test.each(refused)('is refused with %s', async (_what, request, status, detail) => {
    const before = (await tomas.get(`salestool/signature/${mine()}`)).record.relationships.picture;
    const [bytes, headers] = request(await face());
    const answer = await upload(mine(), bytes, headers);
    expect(answer.status).toBe(status);
    expect((await answer.json()).errors[0].detail).toMatch(detail);
    expect((await tomas.get(`salestool/signature/${mine()}`)).record.relationships.picture).toEqual(before);
  });

  test('needs a header with its name', async () => {
    const answer = await tomasFetch(`/salestool/signature/${mine()}/picture`, {
      method: 'POST',
      body: await face(),
      headers: { 'content-type': octets },
    });
    expect([answer.status, (await answer.json()).errors[0].detail]).toEqual([
      400,
      expect.stringMatching(/header is required/),
    ]);
  });

  test('[PERM-16] is put under nobody else’s signature, nor a channel’s', async () => {
    const { signatures, channels } = host.world;
    for (const id of [signatures.nora.id, newUuid(), 'nonsense']) {
      expect((await upload(id, await face())).status).toBe(404);
    }
    expect((await upload(channels.transit.signature.id, await face())).status).toBe(403);
    const anonymous = await host.fetch(`/salestool/signature/${mine()}/picture`, {
      method: 'POST',
      body: await face(),
      headers: { 'content-type': octets },
    });
    expect(anonymous.status).toBe(401);
  });
});
