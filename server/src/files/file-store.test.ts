import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PDFDocument } from '@napi-rs/canvas';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { derivativeAddress, fileAddress } from './file-address.ts';
import { createFileStore, type FileStore, type OpenFile } from './file-store.ts';
import { cleanFilename } from './file-types.ts';

let folder: string;
let files: FileStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-files-'));
  files = createFileStore({ dataFolder: join(folder, 'data') });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1f6683' } });
const bytesOf = (file: OpenFile | null) => buffer((file as OpenFile).read());

/** A page of A4 with a dark band, as PDF. */
function pdf() {
  const canvas = new PDFDocument();
  const context = canvas.beginPage(595, 842);
  context.fillStyle = '#144e66';
  context.fillRect(0, 0, 595, 200);
  canvas.endPage();
  return canvas.close();
}

test('bytes come back as they were put, whole and in part', async () => {
  const row = await files.put(Buffer.from('Hello, counter'), { filename: 'note.txt' });
  const open = await files.open(row);
  expect(row).toMatchObject({ mime: 'text/plain', size: 14, filename: 'note.txt', width: null });
  expect((await bytesOf(open)).toString()).toBe('Hello, counter');
  expect((await buffer(open!.read({ start: 7, end: 9 }))).toString()).toBe('cou');
});

test('two files with the same bytes have different keys, and a key cannot be guessed', async () => {
  const first = await files.put(Buffer.from('same'), { filename: 'a.txt' });
  const second = await files.put(Buffer.from('same'), { filename: 'a.txt' });
  expect(first.sha256).toBe(second.sha256);
  expect(first.key).not.toBe(second.key);
  expect(first.key).toMatch(/^[\w-]{32}$/);
});

describe('a file is typed by its bytes', () => {
  const cases: [string, () => Promise<Uint8Array> | Uint8Array, string, string][] = [
    ['photo.jpg', () => picture(8, 8).jpeg().toBuffer(), 'image/jpeg', 'photo.jpg'],
    ['photo.png', () => picture(8, 8).jpeg().toBuffer(), 'image/jpeg', 'photo.jpg'],
    ['photo.JPEG', () => picture(8, 8).jpeg().toBuffer(), 'image/jpeg', 'photo.JPEG'],
    ['invoice.pdf', pdf, 'application/pdf', 'invoice.pdf'],
    ['invoice.html', pdf, 'application/pdf', 'invoice.pdf'],
    ['page.html', () => Buffer.from('<!doctype html><script>1</script>'), 'text/html', 'page.html'],
    [
      'logo.svg',
      () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'image/svg+xml',
      'logo.svg',
    ],
    ['text.csv', () => Uint8Array.of(0, 1, 2, 3), 'application/octet-stream', 'text.csv.bin'],
    ['noname', () => Buffer.from('plain words'), 'application/octet-stream', 'noname'],
  ];
  test.each(cases)('%s', async (filename, bytes, mime, storedName) => {
    expect(await files.put(await bytes(), { filename })).toMatchObject({ mime, filename: storedName });
  });
});

test('a picture has the size it is seen with, turned as the camera says', async () => {
  const bytes = await picture(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await files.put(bytes, { filename: 'turned.jpg' })).toMatchObject({ width: 20, height: 40 });
});

test('small pictures fit into 320 and 1200 pixels, of pictures and of first pages', async () => {
  for (const row of [
    await files.put(await picture(2400, 1200).png().toBuffer(), { filename: 'wide.png' }),
    await files.put(pdf(), { filename: 'guide.pdf' }),
  ]) {
    const thumbnail = await sharp(await bytesOf(await files.openDerivative(row, 'thumbnail'))).metadata();
    const preview = await sharp(
      await bytesOf(await files.openDerivative(row, 'salestool_preview')),
    ).metadata();
    expect([thumbnail.format, Math.max(thumbnail.width, thumbnail.height)]).toEqual(['webp', 320]);
    expect([preview.format, Math.max(preview.width, preview.height)]).toEqual(['webp', 1200]);
  }
});

test('the first page of a PDF is in its small picture', async () => {
  const row = await files.put(pdf(), { filename: 'guide.pdf' });
  const thumbnail = sharp(await bytesOf(await files.openDerivative(row, 'thumbnail'))).removeAlpha();
  const { data, info } = await thumbnail.raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
  expect(pixel(100, 20)[0]).toBeLessThan(60);
  expect(pixel(100, 300)[0]).toBeGreaterThan(240);
});

test('a broken, cut or hostile file has no small picture, and the next one is made as ever', async () => {
  const whole = await picture(600, 600).png().toBuffer();
  const broken = [
    await files.put(Buffer.concat([pdf().subarray(0, 200), Buffer.alloc(50)]), { filename: 'cut.pdf' }),
    await files.put(Buffer.from('%PDF-1.7\n'), { filename: 'empty.pdf' }),
    await files.put(whole.subarray(0, 60), { filename: 'cut.png' }),
    await files.put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9e9" height="9e9"/>'), {
      filename: 'bomb.svg',
    }),
    await files.put(Buffer.from('words'), { filename: 'words.txt' }),
  ];
  for (const row of broken) expect(await files.openDerivative(row, 'thumbnail')).toBeNull();
  const row = await files.put(pdf(), { filename: 'fine.pdf' });
  expect(await files.openDerivative(row, 'thumbnail')).not.toBeNull();
});

test('asked for many times at once a small picture is made once', async () => {
  const row = await files.put(await picture(900, 900).png().toBuffer(), { filename: 'often.png' });
  const asked = await Promise.all(Array.from({ length: 8 }, () => files.openDerivative(row, 'thumbnail')));
  const bytes = await Promise.all(asked.map(bytesOf));
  expect(new Set(bytes.map((each) => each.toString('base64'))).size).toBe(1);
  expect(await readdir(join(folder, 'data/files', row.key.slice(0, 2), row.key))).toEqual([
    'original',
    'thumbnail.webp',
  ]);
});

test('a mini-app’s folder is read by paths that never lead out of it', async () => {
  const app = join(folder, 'app');
  await mkdir(join(app, 'js'), { recursive: true });
  await writeFile(join(app, 'manifest.json'), '{"files":["js/app.js"]}');
  await writeFile(join(app, 'js/app.js'), 'run()');
  const row = await files.putFolder(app, { filename: 'manifest.json' });
  expect(fileAddress(row)).toBe(`/sites/default/files/${row.key}/manifest.json`);
  expect((await bytesOf(await files.open(row, 'js/app.js'))).toString()).toBe('run()');
  for (const path of [
    '',
    '.',
    '..',
    '../original',
    'js/../../original',
    '/etc/passwd',
    'js',
    'js/app.js/',
    'x\0',
  ]) {
    expect(await files.open(row, path)).toBeNull();
  }
});

test('what was removed is gone with its small pictures', async () => {
  const row = await files.put(await picture(20, 20).png().toBuffer(), { filename: 'gone.png' });
  await files.openDerivative(row, 'thumbnail');
  await files.remove(row.key);
  expect(await files.open(row)).toBeNull();
});

test('any name becomes one that is safe in a path, an address and a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const clean = cleanFilename(name);
      expect(clean).not.toMatch(/[\\/\p{Cc}<>:"|?*]/u);
      expect(clean.length).toBeGreaterThan(0);
      expect([...clean].length).toBeLessThanOrEqual(150);
      expect(['.', '..']).not.toContain(clean);
      expect(decodeURIComponent(fileAddress({ key: 'k', filename: clean }).split('/').at(-1)!)).toBe(clean);
    }),
  );
  expect(cleanFilename('../../etc/passwd')).toBe('passwd');
  expect(cleanFilename(`${'long '.repeat(60)}.pdf`)).toMatch(/\.pdf$/);
});

test('only pictures and PDF files have an address of a small picture', () => {
  const file = { key: 'k', filename: 'a b.pdf', mime: 'application/pdf' };
  expect(derivativeAddress(file, 'thumbnail')).toBe('/sites/default/files/k/styles/thumbnail/a%20b.pdf.webp');
  expect(derivativeAddress({ ...file, mime: 'video/mp4' }, 'thumbnail')).toBeNull();
});
