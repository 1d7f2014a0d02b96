import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshBucket, startStore } from '#testing/test-bucket.ts';
import { type Disk, DiskUnusable } from './disk.ts';
import { createKeptBytes } from './kept-bytes.ts';
import { type FilePlace, openDisk } from './open-disk.ts';

let folder: string;
let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-disk-'));
  store = await startStore();
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

const names = async (disk: Disk, below?: string) =>
  (await Array.fromAsync(disk.list(below))).map(({ name }) => name).sort();

const places: [string, () => FilePlace][] = [
  ['a folder', () => ({ dataFolder: join(folder, crypto.randomUUID()) })],
  ['a bucket', () => ({ dataFolder: '/nowhere', bucket: freshBucket(store.endpoint) })],
];

describe.each(places)('%s', (_title, makePlace) => {
  let place: FilePlace;
  let disk: Disk;
  beforeEach(() => {
    place = makePlace();
    disk = openDisk(place);
  });

  test('keeps bytes, streams and files, and gives them back whole and in part', async () => {
    const path = join(folder, 'source');
    await writeFile(path, 'from a file');
    await disk.write('a/bytes', Buffer.from('0123456789'));
    await disk.write('a/stream', Readable.from([Buffer.from('from '), Buffer.from('a stream')]));
    await disk.write('a/file', path);
    expect(await text(disk.read('a/bytes', { start: 2, end: 4 }))).toBe('234');
    expect(await text(disk.read('a/bytes', { start: 0, end: 0 }))).toBe('0');
    expect(await text(disk.read('a/stream'))).toBe('from a stream');
    expect(await text(disk.read('a/file'))).toBe('from a file');
    expect([await disk.size('a/file'), await disk.size('a/nothing'), await disk.size('a')]).toEqual([
      11,
      null,
      null,
    ]);
  });

  test('keeps an empty file and one of many parts', async () => {
    const large = Buffer.alloc(9_000_000, 'large ');
    await disk.write('empty', new Uint8Array());
    await disk.write('large', Readable.from([large.subarray(0, 5_000_000), large.subarray(5_000_000)]));
    expect([await disk.size('empty'), await text(disk.read('empty'))]).toEqual([0, '']);
    expect((await buffer(disk.read('large'))).equals(large)).toBe(true);
  });

  test('replaces bytes whole', async () => {
    await disk.write('a', Buffer.from('a long first text'));
    await disk.write('a', Buffer.from('short'));
    expect(await text(disk.read('a'))).toBe('short');
  });

  test('lets libraries read a file of this machine, while it is taken and later', async () => {
    const seen = await disk.take('a', Readable.from([Buffer.from('seen')]), (path) => readFile(path, 'utf8'));
    const again = await disk.withPath('a', (path) => readFile(path, 'utf8'));
    expect([seen, again]).toEqual(['seen', 'seen']);
  });

  test('keeps nothing of a stream that breaks off', async () => {
    const broken = async function* () {
      yield Buffer.from('half');
      throw new Error('cut');
    };
    await expect(disk.write('half', Readable.from(broken()))).rejects.toThrow('cut');
    expect([await disk.size('half'), await names(disk)]).toEqual([null, []]);
  });

  test('says of what is not there that it is not there', async () => {
    const absent = expect.objectContaining({ code: 'ENOENT' });
    await expect(text(disk.read('a/nothing'))).rejects.toEqual(absent);
    await expect(disk.withPath('a/nothing', async () => {})).rejects.toEqual(absent);
    await disk.remove('a/nothing');
    expect(await names(disk, 'a')).toEqual([]);
  });

  test('lists and removes what lies below a folder, and nothing beside it', async () => {
    const tree = ['ab/1/original', 'ab/1/tree/a b+ü/%.js', 'ab/12/original'];
    for (const name of tree) await disk.write(name, Buffer.from(name));
    expect(await names(disk)).toEqual(tree);
    expect(await Array.fromAsync(disk.list('ab/12'))).toEqual([{ name: 'ab/12/original', size: 14 }]);
    await disk.remove('ab/1');
    expect(await names(disk)).toEqual(['ab/12/original']);
  });

  test('a reader who leaves early holds up nobody', async () => {
    await disk.write('large', Buffer.alloc(3_000_000, 'x'));
    for (let time = 0; time < 40; time++) {
      const bytes = disk.read('large');
      await new Promise((resolve) => bytes.once('readable', resolve));
      bytes.destroy();
    }
    expect(await disk.size('large')).toBe(3_000_000);
  });

  test('what nobody wants is set aside, to be found under its label', async () => {
    const [wanted, other] = ['a'.repeat(32), 'b'.repeat(32)];
    for (const key of [wanted, other]) {
      await disk.write(`${key.slice(0, 2)}/${key}/original`, Buffer.from(key));
      await disk.write(`${key.slice(0, 2)}/${key}/thumbnail.webp`, Buffer.from('small'));
    }
    const kept = createKeptBytes(place);
    expect((await kept.allKeys()).sort()).toEqual([wanted, other]);
    expect(await kept.under(wanted)).toEqual([{ name: `aa/${wanted}/original`, size: 32 }]);
    const where = await kept.setAside((key) => key === wanted, 'before-restore-7');
    expect(where).toContain('before-restore-7');
    expect(await names(disk)).toEqual([`aa/${wanted}/original`, `aa/${wanted}/thumbnail.webp`]);
    const { bucket, dataFolder } = place;
    const aside = openDisk(
      bucket
        ? { dataFolder, bucket: { ...bucket, prefix: `${bucket.prefix}/before-restore-7` } }
        : { dataFolder: join(dataFolder, 'before-restore-7') },
    );
    expect(await names(aside)).toEqual([`bb/${other}/original`, `bb/${other}/thumbnail.webp`]);
  });

  test('what was left half written is not copied away, whatever else is named like it is', async () => {
    const key = 'c'.repeat(32);
    const folder = `cc/${key}`;
    const whole = [`${folder}/original`, `${folder}/tree/engine.part`, `${folder}/tree/part/1.of-2.part`];
    for (const name of [...whole, `${folder}/tree/engine.js.${crypto.randomUUID()}.part`])
      await disk.write(name, Buffer.from('x'));
    expect((await createKeptBytes(place).under(key)).map(({ name }) => name)).toEqual(whole);
  });

  test('can be written, as a start finds out', async () => {
    await disk.probe();
    expect(await names(disk)).toEqual([]);
  });
});

test('a bucket is listed to its end, over many pages', async () => {
  const bucket = freshBucket(store.endpoint) as NonNullable<FilePlace['bucket']>;
  const many = Array.from({ length: 1003 }, (_, at) => `k/${String(at).padStart(4, '0')}`);
  for (let at = 0; at < many.length; at += 100) {
    const puts = many.slice(at, at + 100).map((name) =>
      fetch(`${store.endpoint}/${bucket.bucket}/${bucket.prefix}/files/${name}`, {
        method: 'PUT',
        body: 'x',
      }),
    );
    for (const { status } of await Promise.all(puts)) expect(status).toBe(200);
  }
  expect(await names(openDisk({ dataFolder: '/nowhere', bucket }))).toEqual(many);
});

describe('a store that cannot be used is named with the reason', () => {
  const bucketAt = (endpoint: string) => freshBucket(endpoint) as NonNullable<FilePlace['bucket']>;
  const refusing = async (status: number, code: string) => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<Error><Code>${code}</Code><Message>no</Message></Error>`);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    return { endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() };
  };
  const probe = async (bucket: NonNullable<FilePlace['bucket']>) => {
    const refused = await openDisk({ dataFolder: '/nowhere', bucket })
      .probe()
      .catch((error: Error) => error);
    expect(refused).toBeInstanceOf(DiskUnusable);
    return (refused as Error).message;
  };

  test('no bucket of that name', async () => {
    const message = await probe({ ...bucketAt(store.endpoint), bucket: 'elsewhere' });
    expect(message).toBe('The bucket elsewhere cannot be used: there is no bucket of that name');
  });

  test.each([
    [403, 'InvalidAccessKeyId', 'it does not know the access key'],
    [403, 'SignatureDoesNotMatch', 'the secret access key is wrong'],
    [403, 'AccessDenied', 'the access key may not write there'],
    [400, 'KeyTooLongError', 'it answers 400 (KeyTooLongError)'],
  ])('%i %s', async (status, code, reason) => {
    const refuser = await refusing(status, code);
    expect(await probe(bucketAt(refuser.endpoint))).toBe(`The bucket satchel cannot be used: ${reason}`);
    refuser.stop();
  });

  test('nothing there', async () => {
    const gone = await refusing(500, '');
    gone.stop();
    expect(await probe(bucketAt(gone.endpoint))).toBe(
      'The bucket satchel cannot be used: nothing answers at its address',
    );
  });
});

test('a store that is busy for a moment is asked again, with all the bytes', async () => {
  const received: Buffer[] = [];
  const server = createServer(async (request, response) => {
    received.push(await buffer(request));
    response.writeHead(received.length === 1 ? 503 : 200).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const disk = openDisk({ dataFolder: '/nowhere', bucket: freshBucket(endpoint) });
  await disk.write('a', Readable.from([Buffer.from('all of it')]));
  expect(received.map(String)).toEqual(['all of it', 'all of it']);
  server.close();
});
