import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

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

const limits = { bodyBytes: 12 * 1024 * 1024, importFileBytes: 2 ** 31 };
const octets = 'application/octet-stream';
const dayMs = 24 * 3_600_000;
const beforeRecord = '/jsonapi/salestool/signature/picture';

const blank = (width: number, height: number, background = '#aa8866') =>
  sharp({ create: { width, height, channels: 3, background } });
const face = async (background?: string) => new Uint8Array(await blank(20, 30, background).png().toBuffer());

/** @param name as it stands in the header, as a browser writes it: one character for each byte */
async function send(path: string, bytes: Uint8Array<ArrayBuffer>, name = 'face.png', as = tomasFetch) {
  const answer = await as(path, {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': octets, 'content-disposition': `file; filename="${name}"` },
  });
  const body = await answer.json();
  return {
    status: answer.status,
    headers: answer.headers,
    file: body.data as { id: string; type: string; attributes: Record<string, unknown> },
    detail: body.errors?.[0]?.detail as string | undefined,
  };
}

const asHeader = (name: string) => Buffer.from(name, 'utf8').toString('latin1');

const signature = (picture?: { id: string; meta?: object } | null, id: string = newUuid()) => ({
  type: 'salestool--signature',
  id,
  attributes: { title: 'Tomas Adeyemi' },
  ...(picture !== undefined && {
    relationships: { picture: { data: picture && { type: 'file--file', ...picture } } },
  }),
});

/** All that lies on the disk and in the tables of files. */
async function kept() {
  const { db } = host.database;
  const onDisk = await readdir(join(host.config.dataFolder, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return {
    files: onDisk.filter((entry) => entry.isFile() && !entry.name.endsWith('.webp')).length,
    rows: (await db.selectFrom('file').select('id').execute()).length,
    loose: (await db.selectFrom('loose_file').select('key').execute()).length,
  };
}

describe('a picture for a record that is there', () => {
  test('[C52, API-37, API-38, API-39] is 200 with the file, and stands in the record at once', async () => {
    const made = await tomas.post('salestool/signature', signature());
    const path = `salestool/signature/${made.record.id}`;
    for (const base of ['/jsonapi/salestool', '/salestool']) {
      const { status, file } = await send(`${base}/signature/${made.record.id}/picture`, await face());
      expect([status, file.type]).toEqual([200, 'file--file']);
      const { record, headers } = await tomas.get(path);
      expect(record.relationships.picture?.data).toMatchObject({ id: file.id, meta: { width: 20 } });
      expect(headers.get('etag')).not.toBe(made.headers.get('etag'));
    }
  });

  test('that is replaced or goes with its record leaves nothing behind', async () => {
    const before = await kept();
    const { record } = await tomas.post('salestool/signature', signature());
    const path = `/jsonapi/salestool/signature/${record.id}/picture`;
    const first = await send(path, await face('#111111'));
    await send(path, await face('#222222'));
    expect((await tomas.get(`file/file/${first.file.id}`)).status).toBe(404);
    await vi.waitFor(async () =>
      expect(await kept()).toMatchObject({ rows: before.rows + 1, loose: before.loose }),
    );
    expect((await kept()).files).toBe(before.files + 1);
    expect((await tomas.delete(`salestool/signature/${record.id}`)).status).toBe(204);
    await vi.waitFor(async () => expect(await kept()).toEqual(before));
  });

  test('is taken away by an empty relationship', async () => {
    const before = await kept();
    const { record } = await tomas.post('salestool/signature', signature());
    const path = `salestool/signature/${record.id}`;
    await send(`/jsonapi/${path}/picture`, await face());
    expect((await tomas.patch(`${path}/relationships/picture`, null)).status).toBe(204);
    expect((await tomas.get(path)).record.relationships.picture?.data).toBeNull();
    await vi.waitFor(async () => expect(await kept()).toEqual(before));
  });
});

describe('a picture before its record', () => {
  test('[C52] is 201, waits for its owner alone, and is named by a create', async () => {
    const { status, headers, file } = await send(beforeRecord, await face());
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
    await send(beforeRecord, await face());
    expect((await tomas.get(`file/file/${file.id}`)).status).toBe(200);
  });

  test('[C52] can be named by a change as well', async () => {
    const { record } = await tomas.post('salestool/signature', signature());
    const { file } = await send(beforeRecord, await face());
    const path = `salestool/signature/${record.id}`;
    const changed = await tomas.patch(path, signature({ id: file.id }, record.id));
    expect(changed.record.relationships.picture?.data).toMatchObject({ id: file.id });
    const again = await tomas.patch(path, signature({ id: file.id }, record.id));
    expect([again.status, again.record]).toEqual([200, changed.record]);
  });

  test('is for nobody else, and no record takes a file that came otherwise', async () => {
    const { file } = await send(beforeRecord, await face());
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
    const { file } = await send(beforeRecord, await face());
    const { url } = file.attributes.uri as { url: string };
    expect((await host.fetch(url)).status).toBe(200);
    host.advance(dayMs + 1000);
    tomasFetch = await host.signIn('tomas');
    tomas = contentOf(tomasFetch);
    await send(beforeRecord, await face());
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
      const answer = await send(path, await face());
      expect([path, answer.status, answer.detail]).toEqual([path, status, expect.stringMatching(detail)]);
    }
    expect((await send(beforeRecord, await face(), 'face.png', host.fetch)).status).toBe(401);
  });
});

describe('names and bytes', () => {
  test.each([
    ['../../etc/face.png', 'face.png'],
    ['C:\\people\\face.png', 'face.png'],
    [asHeader('Åse Ørnes 東京 📷.png'), 'Åse Ørnes 東京 📷.png'],
    ['caf\u00e9.png', 'café.png'],
    ['my%20face.png', 'my%20face.png'],
    ['face.php.png', 'face.php.png'],
    ['face.php', 'face.png'],
    ['face', 'face.png'],
    ['a<b>\\"c.png', 'abc.png'],
    ['..', 'file.png'],
  ])('[C54] %s is kept as %s, and served', async (sent, stored) => {
    const bytes = await face();
    const { status, file } = await send(beforeRecord, bytes, sent);
    expect([status, file.attributes.filename]).toEqual([201, stored]);
    const served = await host.fetch((file.attributes.uri as { url: string }).url);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
  });

  test('[C54] a name that exists keeps both files apart', async () => {
    const one = await send(beforeRecord, await face('#101010'));
    const other = await send(beforeRecord, await face('#202020'));
    expect(one.file.attributes.filename).toBe(other.file.attributes.filename);
    expect(one.file.attributes.uri).not.toEqual(other.file.attributes.uri);
  });

  const text = (content: string) => new TextEncoder().encode(content);
  const refused: [string, () => Promise<Uint8Array<ArrayBuffer>>, string, number, RegExp][] = [
    ['no bytes', async () => new Uint8Array(), 'face.png', 422, /Only pictures/],
    [
      'a page',
      async () => text('<!doctype html><script>alert(1)</script>'),
      'face.png',
      422,
      /Only pictures/,
    ],
    ['XML', async () => text('<?xml version="1.0"?><x/>'), 'face.xml', 422, /Only pictures/],
    [
      'a drawing that can run',
      async () => text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'face.svg',
      422,
      /Only pictures/,
    ],
    ['a document', async () => text('%PDF-1.4\n%%EOF'), 'face.png', 422, /Only pictures/],
    ['half a picture', async () => (await face()).slice(0, 60), 'face.png', 422, /broken|Only pictures/],
    [
      'a picture with a page behind its first bytes',
      async () => new Uint8Array([...(await face()).slice(0, 40), ...text('<script>alert(1)</script>')]),
      'face.png',
      422,
      /broken|Only pictures/,
    ],
    [
      'few bytes that become too many pixels',
      async () =>
        new Uint8Array(
          await blank(9000, 9000).png({ palette: true, colours: 2, compressionLevel: 9 }).toBuffer(),
        ),
      'face.png',
      422,
      /at most 60 million pixels/,
    ],
    ['too many bytes', async () => new Uint8Array(200_001), 'face.png', 413, /larger than this host takes/],
  ];
  test.each(refused)(
    '[C54, C55] %s is refused, and nothing of it is kept',
    async (_what, bytes, name, status, detail) => {
      const [path, before] = [`salestool/signature/${host.world.signatures.tomas.id}`, await kept()];
      const record = await tomas.get(path);
      for (const address of [beforeRecord, `/jsonapi/${path}/picture`]) {
        const answer = await send(address, await bytes(), name);
        expect([answer.status, answer.detail]).toEqual([status, expect.stringMatching(detail)]);
      }
      expect(await kept()).toEqual(before);
      expect((await tomas.get(path)).record).toEqual(record.record);
    },
  );

  test.each(['jpeg', 'png', 'gif', 'webp'] as const)('[C55] %s is taken', async (format) => {
    const bytes = new Uint8Array(await blank(8, 8).toFormat(format).toBuffer());
    const { status, file } = await send(beforeRecord, bytes, `face.${format}`);
    expect([status, file.attributes.filemime]).toEqual([201, `image/${format}`]);
  });
});

describe('an upload that breaks off', () => {
  /** Sends the first bytes of a longer body and hangs up once the host has begun to write. */
  async function hangUp(path: string, headers: Record<string, string>) {
    const authorized = await tokenOf(tomasFetch);
    const before = (await kept()).loose;
    const call = request(`${host.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: authorized,
        'content-type': octets,
        'content-disposition': 'file; filename="face.png"',
        ...headers,
      },
    });
    call.on('error', () => {});
    call.write(await face());
    await vi.waitFor(async () => expect((await kept()).loose).toBe(before + 1));
    call.destroy();
    await vi.waitFor(async () => expect((await kept()).loose).toBe(before));
  }

  test.each([
    ['of a known length', { 'content-length': '100000' }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('%s leaves neither a row nor a byte', async (_what, headers) => {
    const before = await kept();
    for (const path of [beforeRecord, `/salestool/signature/${host.world.signatures.tomas.id}/picture`])
      await hangUp(path, headers as Record<string, string>);
    expect(await kept()).toEqual(before);
  });

  test('because the host died is cleared away by the next one', async () => {
    const before = await kept();
    const key = 'a'.repeat(32);
    const row = {
      key,
      file_id: null,
      owner_id: host.world.people.tomas.id,
      remove_after: host.clock() + dayMs,
    };
    await host.database.db.insertInto('loose_file').values(row).execute();
    await host.files.put(await face(), { key, filename: 'face.png' });
    expect(await kept()).toEqual({ ...before, files: before.files + 1, loose: before.loose + 1 });
    host.advance(dayMs + 1000);
    tomasFetch = await host.signIn('tomas');
    tomas = contentOf(tomasFetch);
    const { file } = await send(beforeRecord, await face());
    const rows = await host.database.db.selectFrom('loose_file').selectAll().execute();
    expect(rows).toMatchObject([{ file_id: file.id }]);
    expect(await host.files.open({ key, mime: 'image/png' })).toBeNull();
  });
});

/** The header that a signed-in fetch sends, for calls that are made by hand. */
async function tokenOf(as: Fetch) {
  const { authorization } = await new Promise<Record<string, string>>((resolve) => {
    host.server.server.once('request', (message) => resolve(message.headers as Record<string, string>));
    as('/healthz');
  });
  return authorization as string;
}
