import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@napi-rs/canvas';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDerivatives } from './derivatives.ts';
import { type Disk, DiskUnusable } from './disk.ts';
import { openDisk } from './open-disk.ts';

let folder: string;
let disk: Disk;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-derivatives-'));
  disk = openDisk({ dataFolder: folder });
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#1f6683' } });
  await disk.write('a/original', await picture.png().toBuffer());
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const noRoom = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
const away = new DiskUnusable('The bucket satchel cannot be used: it does not answer');
const noHandles = Object.assign(new Error('too many open files, open'), { code: 'EMFILE' });

test.each<[string, Partial<Disk>, Error | { code: string }]>([
  ['is full', { write: () => Promise.reject(noRoom) }, noRoom],
  ['cannot be written to', { write: () => Promise.reject(away) }, away],
  ['cannot be read from', { withPath: () => Promise.reject(away) }, away],
  ['has no handle left', { withPath: () => Promise.reject(noHandles) }, noHandles],
  // As the library finds a file that it gets no handle for.
  ['cannot open the file', { withPath: (_name, work) => work('/nowhere/original') }, { code: 'ENOENT' }],
])('a disk that %s is no fault of the picture, which is made once it can be', async (_title, fault, said) => {
  const faulty = { ...disk, ...fault };
  const { make } = createDerivatives(faulty);
  const thumbnail = () => make('image/png', 'a/original', 'a/thumbnail.webp', 'thumbnail');
  await expect(thumbnail()).rejects.toMatchObject(said);
  Object.assign(faulty, disk);
  expect(await thumbnail()).toBe('a/thumbnail.webp');
});

test('a document is rendered once a renderer can be started', async () => {
  const document = new PDFDocument();
  document.beginPage(100, 100);
  document.endPage();
  await disk.write('a/original', document.close());
  const { make } = createDerivatives(disk);
  const thumbnail = () => make('application/pdf', 'a/original', 'a/thumbnail.webp', 'thumbnail');
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  await expect(thumbnail())
    .rejects.toMatchObject({ code: 'ENOENT' })
    .finally(() => {
      process.execPath = execPath;
    });
  expect(await thumbnail()).toBe('a/thumbnail.webp');
});

test('a broken picture is not looked at again, and one that is gone is none', async () => {
  await disk.write('a/original', Buffer.from('no picture'));
  const withPath = vi.fn(disk.withPath);
  const { make } = createDerivatives({ ...disk, withPath: withPath as Disk['withPath'] });
  const thumbnail = (of: string) => make('image/png', `${of}/original`, `${of}/thumbnail.webp`, 'thumbnail');
  expect([await thumbnail('a'), await thumbnail('a'), await thumbnail('b')]).toEqual([null, null, null]);
  expect(withPath).toHaveBeenCalledOnce();
});
