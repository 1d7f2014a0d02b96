import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { safeZip, TooLarge } from './safe-zip.ts';

const names = (archive: Uint8Array) => Object.keys(unzipSync(archive)).sort();

test('what reads it on unpacks nothing, and never meets macros, embedded files or other documents', () => {
  const archive = zipSync({
    'word/document.xml': strToU8('<a/>'.repeat(1000)),
    'word/vbaProject.bin': strToU8('macro'),
    'word/embeddings/oleObject1.bin': strToU8('program'),
    'xl/externalLinks/externalLink1.xml': strToU8('<b/>'),
  });
  const safe = safeZip(archive);
  expect(names(safe)).toEqual(['word/document.xml']);
  expect(safe.length).toBeGreaterThan(4000);
});

test('a small file that claims to be huge is refused before anything of it is unpacked', () => {
  const bomb = zipSync({ 'word/document.xml': new Uint8Array(1_000_000) }, { level: 9 });
  expect(bomb.length).toBeLessThan(2000);
  expect(() => safeZip(bomb, { bytes: 999_999, files: 10 })).toThrow(TooLarge);
  expect(names(safeZip(bomb, { bytes: 1_000_000, files: 10 }))).toHaveLength(1);
});

test('one that claims little and holds much gets no more room than it claimed', () => {
  const bomb = zipSync({ 'word/document.xml': new Uint8Array(1_000_000) }, { level: 9 });
  const view = new DataView(bomb.buffer);
  // The size in the entry and in the directory at the end, which is the one that is believed.
  for (let at = 0; at + 4 <= bomb.length; at++) {
    if (view.getUint32(at, true) === 1_000_000) view.setUint32(at, 1000, true);
  }
  let held = 0;
  try {
    held = Object.values(unzipSync(safeZip(bomb)))[0]?.length ?? 0;
  } catch {
    // Refused as broken is as good.
  }
  expect(held).toBeLessThanOrEqual(1000);
});

test('too many parts are refused, and what is no archive is no document', () => {
  const many = zipSync(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, strToU8('x')])));
  expect(() => safeZip(many, { bytes: 1000, files: 19 })).toThrow(TooLarge);
  expect(() => safeZip(strToU8('<html>'))).toThrow();
});
