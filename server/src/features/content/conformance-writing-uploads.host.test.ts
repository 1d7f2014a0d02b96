import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '#config.ts';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';
import { face, octets, sendFile, settledFiles } from '#testing/uploads.ts';

let host: TestHost;
let tomasFetch: Fetch;
let tomas: Content;
let nora: Content;

beforeAll(async () => {
  host = await startTestHost({ config: { limits: { ...limits, uploadBytes: 200_000 } } });
  tomasFetch = await host.signIn('tomas');
  tomas = contentOf(tomasFetch);
  nora = contentOf(await host.signIn('nora'));
});
afterAll(() => host.stop());

const { limits } = readConfig({});
const dayMs = 24 * 3_600_000;
const beforeRecord = '/jsonapi/salestool/signature/picture';

const signature = (picture?: { id: string; meta?: object } | null, id: string = newUuid()) => ({
  type: 'salestool--signature',
  id,
  attributes: { title: 'Tomas Adeyemi' },
  ...(picture !== undefined && {
    relationships: { picture: { data: picture && { type: 'file--file', ...picture } } },
  }),
});

describe('a picture for a record that is there', () => {
  test('[C52] [API-37, API-38, API-39] is 200 with the file, and stands in the record at once', async () => {
    const made = await tomas.post('salestool/signature', signature());
    const path = `salestool/signature/${made.record.id}`;
    for (const base of ['/jsonapi/salestool', '/salestool']) {
      const { status, file } = await sendFile(
        tomasFetch,
        `${base}/signature/${made.record.id}/picture`,
        await face(),
      );
      expect([status, file.type]).toEqual([200, 'file--file']);
      const { record, headers } = await tomas.get(path);
      expect(record.relationships.picture?.data).toMatchObject({ id: file.id, meta: { width: 20 } });
      expect(headers.get('etag')).not.toBe(made.headers.get('etag'));
    }
  });

  test('that is replaced or goes with its record leaves nothing behind', async () => {
    const before = await settledFiles(host);
    const { record } = await tomas.post('salestool/signature', signature());
    const path = `/jsonapi/salestool/signature/${record.id}/picture`;
    const first = await sendFile(tomasFetch, path, await face('#111111'));
    await sendFile(tomasFetch, path, await face('#222222'));
    expect((await tomas.get(`file/file/${first.file.id}`)).status).toBe(404);
    await vi.waitFor(async () =>
      expect(await settledFiles(host)).toMatchObject({ rows: before.rows + 1, loose: before.loose }),
    );
    expect((await settledFiles(host)).files).toBe(before.files + 1);
    expect((await tomas.delete(`salestool/signature/${record.id}`)).status).toBe(204);
    await vi.waitFor(async () => expect(await settledFiles(host)).toEqual(before));
  });

  test('is taken away by an empty relationship', async () => {
    const before = await settledFiles(host);
    const { record } = await tomas.post('salestool/signature', signature());
    const path = `salestool/signature/${record.id}`;
    await sendFile(tomasFetch, `/jsonapi/${path}/picture`, await face());
    expect((await tomas.patch(`${path}/relationships/picture`, null)).status).toBe(204);
    expect((await tomas.get(path)).record.relationships.picture?.data).toBeNull();
    await vi.waitFor(async () => expect(await settledFiles(host)).toEqual(before));
  });
});

describe('a picture before its record', () => {
  test('[C52] is 201, waits for its owner alone, and is named by a create', async () => {
    const { status, headers, file } = await sendFile(tomasFetch, beforeRecord, await face());
    expect([status, file.type, headers.get('location')]).toEqual([
      201,
      'file--file',
      `http://satchel.test/jsonapi/file/file/${file.id}`,
    ]);
    const answers = [await tomas.get(`file/file/${file.id}`), await nora.get(`file/file/${file.id}`)];
    expect(answers.map((answer) => answer.status)).toEqual([200, 404]);
    const made = await tomas.post(
      'salestool/signature',
      signature({ id: file.id, meta: { alt: 'Tomas, smiling' } }),
    );
    expect([made.status, made.record.relationships.picture?.data]).toMatchObject([
      201,
      { id: file.id, meta: { alt: 'Tomas, smiling', height: 30 } },
    ]);
    host.advance(2 * dayMs);
    tomasFetch = await host.signIn('tomas');
    tomas = contentOf(tomasFetch);
    nora = contentOf(await host.signIn('nora'));
    await sendFile(tomasFetch, beforeRecord, await face());
    expect((await tomas.get(`file/file/${file.id}`)).status).toBe(200);
  });

  test('[C52] can be named by a change as well', async () => {
    const { record } = await tomas.post('salestool/signature', signature());
    const { file } = await sendFile(tomasFetch, beforeRecord, await face());
    const path = `salestool/signature/${record.id}`;
    const changed = await tomas.patch(path, signature({ id: file.id }, record.id));
    expect(changed.record.relationships.picture?.data).toMatchObject({ id: file.id });
    const again = await tomas.patch(path, signature({ id: file.id }, record.id));
    expect([again.status, again.record]).toEqual([200, changed.record]);
  });

  test('is described anew by a change that names it again, and by one of the relationship', async () => {
    const { file } = await sendFile(tomasFetch, beforeRecord, await face());
    const named = (alt: string) => ({ id: file.id, meta: { alt } });
    const { record } = await tomas.post('salestool/signature', signature(named('Tomas')));
    const path = `salestool/signature/${record.id}`;
    host.advance(2000);
    const smiling = await tomas.patch(path, signature(named('Tomas, smiling'), record.id));
    expect(smiling.record.relationships.picture?.data).toMatchObject(named('Tomas, smiling'));
    expect(smiling.record.attributes.changed).not.toBe(record.attributes.changed);
    const again = await tomas.patch(path, signature(named('Tomas, smiling'), record.id));
    expect(again.record).toEqual(smiling.record);

    host.advance(2000);
    const working = { type: 'file--file', ...named('Tomas at work') };
    expect((await tomas.patch(`${path}/relationships/picture`, working)).status).toBe(204);
    const { record: last } = await tomas.get(path);
    expect(last.relationships.picture?.data).toMatchObject(working);
    expect(last.attributes.changed).not.toBe(smiling.record.attributes.changed);
  });

  test('is for nobody else, and no record takes a file that came otherwise', async () => {
    const { file } = await sendFile(tomasFetch, beforeRecord, await face());
    const { transitImage, image } = host.world.files;
    for (const [as, id] of [
      [nora, file.id],
      [tomas, transitImage.id],
      [tomas, image.id],
      [tomas, newUuid()],
    ] as const) {
      const answer = await as.post('salestool/signature', signature({ id }));
      expect([answer.status, answer.errors[0]?.source?.pointer]).toEqual([
        404,
        '/data/relationships/picture',
      ]);
    }
    const first = await tomas.post('salestool/signature', signature({ id: file.id }));
    const second = await tomas.post('salestool/signature', signature({ id: file.id }));
    expect([first.status, second.status]).toEqual([201, 404]);
  });

  test('that nobody names is gone after a day', async () => {
    const { file } = await sendFile(tomasFetch, beforeRecord, await face());
    const { url } = file.attributes.uri as { url: string };
    expect((await host.fetch(url)).status).toBe(200);
    host.advance(dayMs + 1000);
    tomasFetch = await host.signIn('tomas');
    tomas = contentOf(tomasFetch);
    await sendFile(tomasFetch, beforeRecord, await face());
    expect((await tomas.get(`file/file/${file.id}`)).status).toBe(404);
    expect((await host.fetch(url)).status).toBe(404);
  });
});

describe('headers', () => {
  const sendWith = async (headers: Record<string, string>) => {
    const answer = await tomasFetch(beforeRecord, { method: 'POST', body: await face(), headers });
    return { status: answer.status, detail: (await answer.json()).errors?.[0]?.detail };
  };
  const named = { 'content-disposition': 'file; filename="face.png"' };

  test.each([
    ['without a name', { 'content-type': octets }, 400, /header is required/],
    ['with another content type', { ...named, 'content-type': 'image/png' }, 415, /content type/],
    ['as JSON:API', { ...named, 'content-type': 'application/vnd.api+json' }, 415, /content type/],
    [
      'with an empty name',
      { 'content-disposition': 'filename=""', 'content-type': octets },
      400,
      /^No filename/,
    ],
    [
      'with no quotes',
      { 'content-disposition': 'filename=a.png', 'content-type': octets },
      400,
      /^No filename/,
    ],
    [
      'with another key',
      { 'content-disposition': 'file; name="a.png"', 'content-type': octets },
      400,
      /^No filename/,
    ],
    [
      'with an extended name',
      { 'content-disposition': 'filename*="a.png"', 'content-type': octets },
      400,
      /"filename\*"/,
    ],
    [
      'with an encoded name',
      { 'content-disposition': "file; filename*=UTF-8''a.png", 'content-type': octets },
      400,
      /^No filename/,
    ],
  ])('[C53] %s are refused', async (_what, headers, status, detail) => {
    const answer = await sendWith(headers as Record<string, string>);
    expect([answer.status, answer.detail]).toEqual([status, expect.stringMatching(detail)]);
  });

  test('[C53] an extended name beside a plain one is ignored', async () => {
    const disposition = `file; filename="face.png"; filename*=UTF-8''other.png`;
    expect((await sendWith({ 'content-type': octets, 'content-disposition': disposition })).status).toBe(201);
  });

  test('a field that takes no file of theirs is refused before the bytes are looked at', async () => {
    const id = host.world.signatures.tomas.id;
    for (const [path, status, detail] of [
      ['/jsonapi/salestool/signature/ghost', 404, /Field "ghost" does not exist/],
      [`/jsonapi/salestool/signature/${id}/title`, 404, /Field "title" takes no file/],
      [`/jsonapi/salestool/signature/${id}/image`, 403, /not permitted to upload/],
      ['/jsonapi/media/image/file', 403, /not permitted to upload/],
      ['/jsonapi/salestool/nothing/picture', 404, /no records of type/],
      [`/jsonapi/salestool/signature/${host.world.signatures.nora.id}/picture`, 404, /no such record/],
      [
        `/jsonapi/salestool/signature/${host.world.channels.transit.signature.id}/picture`,
        403,
        /Only its owner/,
      ],
    ] as const) {
      const answer = await sendFile(tomasFetch, path, await face());
      expect([path, answer.status, answer.detail]).toEqual([path, status, expect.stringMatching(detail)]);
    }
    expect((await sendFile(host.fetch, beforeRecord, await face())).status).toBe(401);
  });
});
