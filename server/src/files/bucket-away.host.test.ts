import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Programs, preparePrograms } from '#testing/programs.ts';
import { sendPack } from '#testing/send-pack.ts';
import { freshBucket, startStore } from '#testing/test-bucket.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';
import { face, sendFile } from '#testing/uploads.ts';
import { fileAddress } from './file-address.ts';
import { createFileStore } from './file-store.ts';

let store: Awaited<ReturnType<typeof startStore>>;
let host: TestHost | undefined;
let programs: Programs | undefined;
beforeEach(async () => {
  store = await startStore();
});
afterEach(async () => {
  await host?.stop();
  await programs?.dispose();
  [host, programs] = [undefined, undefined];
  await store.stop();
});

/** Stands before a store and refuses what it is told to. */
async function startProxy(endpoint: string) {
  let isRefused = (_method: string, _path: string) => false;
  const server = createServer((asked, reply) => {
    const { method = '', url = '', headers } = asked;
    if (isRefused(method, url.split('?')[0] ?? '')) {
      asked.resume();
      reply.writeHead(403, { 'content-type': 'application/xml' });
      return reply.end('<Error><Code>AccessDenied</Code><Message>no</Message></Error>');
    }
    const passed = request(endpoint + url, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    return asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse(which: typeof isRefused) {
      isRefused = which;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a host keeps its files in a bucket, and another host on it reads them', async () => {
  host = await startTestHost({ config: { bucket: freshBucket(store.endpoint) } });
  const nora = await host.signIn('nora');
  const { status, file } = await sendFile(nora, '/jsonapi/salestool/signature/picture', await face());
  expect(status).toBe(201);
  const { db } = host.database;
  const row = await db.selectFrom('file').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow();
  const elsewhere = createFileStore({ ...host.config, dataFolder: '/nowhere' });
  expect((await elsewhere.open(row))?.size).toBe(row.size);
  const part = await host.fetch(fileAddress(row), { headers: { range: 'bytes=1-3' } });
  expect([part.status, await part.text()]).toEqual([206, 'PNG']);
});

test('a store that is away is said plainly, and names nothing of it', async () => {
  host = await startTestHost({ config: { bucket: freshBucket(store.endpoint) } });
  const nora = await host.signIn('nora');
  expect((await host.fetch('/readyz')).status).toBe(200);
  await store.stop();

  const read = await host.fetch(fileAddress(host.world.files.guide));
  const sent = await sendFile(nora, '/jsonapi/salestool/signature/picture', await face());
  expect([read.status, read.headers.get('retry-after'), sent.status]).toEqual([503, '5', 503]);
  const said = await read.text();
  expect(said).toContain('The host cannot reach its data at the moment.');
  expect(said).not.toMatch(/127\.0\.0\.1|satchel\.test|bucket/);
  host.advance(5000);
  const ready = await host.fetch('/readyz');
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'file store unusable' }]);
  expect((await host.database.db.selectFrom('file').select('id').execute()).length).toBe(12);
  store = await startStore();
});

test('a store that takes no small picture just now is no broken picture, and readers get the whole one', async () => {
  const proxy = await startProxy(store.endpoint);
  host = await startTestHost({ config: { bucket: freshBucket(proxy.endpoint) } });
  const nora = await host.signIn('nora');
  const { id } = host.world.documents.photo;
  const { token } = await sendPack(nora, { packId: host.world.packs.nora.id });
  proxy.refuse((method, path) => method === 'PUT' && path.endsWith('.webp'));
  const sendFace = async () => sendFile(nora, '/jsonapi/salestool/signature/picture', await face());
  const preview = async () =>
    (await host!.fetch(`/p/${token}/files/${id}/preview`)).headers.get('content-type');
  expect([(await sendFace()).status, await preview()]).toEqual([503, 'image/jpeg']);
  proxy.refuse(() => false);
  expect([(await sendFace()).status, await preview()]).toEqual([201, 'image/webp']);
  await proxy.stop();
});

test('a bucket that is not there stops the start with a sentence that names it', async () => {
  programs = await preparePrograms();
  const settings = { S3_BUCKET: 'elsewhere', S3_ENDPOINT: store.endpoint, S3_ACCESS_KEY_ID: 'a' };
  const started = await programs.start('main.ts', { ...settings, S3_SECRET_ACCESS_KEY: 'secret-of-it' })
    .ended;
  expect(started).toEqual({
    code: 1,
    text: expect.stringContaining('The bucket elsewhere cannot be used: there is no bucket of that name.'),
  });
  expect(started.text).not.toMatch(/secret-of-it|\bat .*\.ts/);
});
