import { once } from 'node:events';
import { request } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import sharp, { type SharpOptions } from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '#config.ts';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';
import { blankPicture, face, keptFiles, octets, sendFile, settledFiles } from '#testing/uploads.ts';

let host: TestHost;
let tomasFetch: Fetch;
let tomas: Content;

beforeAll(async () => {
  host = await startTestHost({ config: { limits: { ...limits, uploadBytes: 200_000 } } });
  tomasFetch = await host.signIn('tomas');
  tomas = contentOf(tomasFetch);
});
afterAll(() => host.stop());

const { limits } = readConfig({});
const dayMs = 24 * 3_600_000;
const beforeRecord = '/jsonapi/salestool/signature/picture';

const asHeader = (name: string) => Buffer.from(name, 'utf8').toString('latin1');

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
    const { status, file } = await sendFile(tomasFetch, beforeRecord, bytes, sent);
    expect([status, file.attributes.filename]).toEqual([201, stored]);
    const served = await host.fetch((file.attributes.uri as { url: string }).url);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
  });

  test('[C54] a name that exists keeps both files apart', async () => {
    const one = await sendFile(tomasFetch, beforeRecord, await face('#101010'));
    const other = await sendFile(tomasFetch, beforeRecord, await face('#202020'));
    expect(one.file.attributes.filename).toBe(other.file.attributes.filename);
    expect(one.file.attributes.uri).not.toEqual(other.file.attributes.uri);
  });

  /** A picture that does not fit into its first bytes. */
  const grain = async () =>
    new Uint8Array(
      await sharp({
        create: { width: 100, height: 100, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
      } as SharpOptions)
        .png()
        .toBuffer(),
    );
  const half = (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, bytes.length / 2);
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
    ['half a picture', async () => half(await grain()), 'face.png', 422, /is broken/],
    [
      'a picture with a page behind its first bytes',
      async () => new Uint8Array([...half(await grain()), ...text('<script>alert(1)</script>')]),
      'face.png',
      422,
      /is broken/,
    ],
    [
      'few bytes that become too many pixels',
      async () =>
        new Uint8Array(
          await blankPicture(9000, 9000).png({ palette: true, colours: 2, compressionLevel: 9 }).toBuffer(),
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
      const [path, before] = [
        `salestool/signature/${host.world.signatures.tomas.id}`,
        await settledFiles(host),
      ];
      const record = await tomas.get(path);
      for (const address of [beforeRecord, `/jsonapi/${path}/picture`]) {
        const answer = await sendFile(tomasFetch, address, await bytes(), name);
        expect([answer.status, answer.detail]).toEqual([status, expect.stringMatching(detail)]);
      }
      expect(await settledFiles(host)).toEqual(before);
      expect((await tomas.get(path)).record).toEqual(record.record);
    },
  );

  test.each(['jpeg', 'png', 'gif', 'webp'] as const)('[C55] %s is taken', async (format) => {
    const bytes = new Uint8Array(await blankPicture(8, 8).toFormat(format).toBuffer());
    const { status, file } = await sendFile(tomasFetch, beforeRecord, bytes, `face.${format}`);
    expect([status, file.attributes.filemime]).toEqual([201, `image/${format}`]);
  });
});

describe('an upload that breaks off', () => {
  /** Sends the first bytes of a longer body and hangs up once the host has begun to write. */
  async function hangUp(path: string, headers: Record<string, string>) {
    const authorized = await tokenOf(tomasFetch);
    const before = (await keptFiles(host)).loose;
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
    await vi.waitFor(async () => expect((await keptFiles(host)).loose).toBe(before + 1));
    call.destroy();
    await vi.waitFor(async () => expect((await keptFiles(host)).loose).toBe(before));
  }

  test.each([
    ['of a known length', { 'content-length': '100000' }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('%s leaves neither a row nor a byte', async (_what, headers) => {
    const before = await settledFiles(host);
    for (const path of [beforeRecord, `/salestool/signature/${host.world.signatures.tomas.id}/picture`])
      await hangUp(path, headers as Record<string, string>);
    expect(await settledFiles(host)).toEqual(before);
  });

  test('at any moment leaves nothing, and the host as it was', async () => {
    const before = await settledFiles(host);
    const uncaught: unknown[] = [];
    const note = (error: unknown) => void uncaught.push(error);
    process.on('uncaughtException', note);
    const headers = {
      authorization: await tokenOf(tomasFetch),
      'content-type': octets,
      'content-disposition': 'file; filename="face.png"',
      'content-length': '100000',
    };
    for (let turns = 0; turns < 40; turns += 1) {
      const call = request(`${host.url}${beforeRecord}`, { method: 'POST', headers });
      call.on('error', () => {});
      const closed = new Promise<void>((resolve) => void call.once('close', resolve));
      const arrived = once(host.server.server, 'request');
      call.write(await face());
      await arrived;
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      call.destroy();
      await closed;
    }
    await vi.waitFor(async () => expect(await settledFiles(host)).toEqual(before), 10_000);
    process.off('uncaughtException', note);
    expect(uncaught).toEqual([]);
  });

  test('because the host died is cleared away by the next one', async () => {
    const key = newUuid().replaceAll('-', '');
    const row = {
      key,
      file_id: null,
      owner_id: host.world.people.tomas.id,
      remove_after: host.clock() + dayMs,
    };
    await host.database.db.insertInto('loose_file').values(row).execute();
    await host.files.put(await face(), { key, filename: 'face.png' });
    expect(await host.files.open({ key, mime: 'image/png' })).not.toBeNull();
    host.advance(dayMs + 1000);
    tomasFetch = await host.signIn('tomas');
    tomas = contentOf(tomasFetch);
    const { file } = await sendFile(tomasFetch, beforeRecord, await face());
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
