import { expect, test } from 'vitest';
import { sampleSheets, sampleWordWithPictures } from '#testing/sample-office.ts';
import { pictureAddress } from './office-content.ts';
import { readExcel } from './read-excel.ts';
import { readWord } from './read-word.ts';
import { safeZip, TooLarge } from './safe-zip.ts';
import { wordPage } from './word-page.ts';

const archiveOf = async (file: Blob) => safeZip(new Uint8Array(await file.arrayBuffer()));
/** Bytes that no two pictures share. */
const picture = (length: number, of: number) => new Uint8Array(length).fill(of);
const count = (text: string, part: string) => text.split(part).length - 1;

test('a picture that a Word document shows 2,000 times is there once, and stands 2,000 times in the page', async () => {
  const file = sampleWordWithPictures([
    { bytes: picture(30, 1), mentions: 2000 },
    { bytes: picture(30, 2), mentions: 1 },
  ]);
  const word = await readWord(await archiveOf(file));
  expect(word.pictures).toHaveLength(2);
  expect(count(word.html, pictureAddress(0))).toBe(2000);
  const [often, once] = word.pictures;
  const page = wordPage(word);
  expect(count(page, `src="data:image/png;base64,${often?.base64}"`)).toBe(2000);
  expect(count(page, `src="data:image/png;base64,${once?.base64}"`)).toBe(1);
});

test('each of a thousand pictures of a page is the one that stands there, and words are not taken for one', () => {
  const places = Array.from({ length: 1000 }, (_, at) => at);
  const words = `src="${pictureAddress(0)}"`;
  const html = `<p>${words}</p>${places.map((at) => `<p><img alt="${at} > 0" src="${pictureAddress(at)}"></p>`).join('')}`;
  const pictures = places.map((at) => ({ mime: 'image/png', base64: btoa(`picture ${at}`) }));
  const page = new DOMParser().parseFromString(wordPage({ html, pictures }), 'text/html');
  expect(page.querySelector('main > p')?.textContent).toBe(words);
  expect(Array.from(page.images, ({ src, alt }) => [alt, src])).toEqual(
    places.map((at) => [`${at} > 0`, `data:image/png;base64,${pictures[at]?.base64}`]),
  );
});

test('a small Word document that shows a large picture too often is refused', async () => {
  const file = sampleWordWithPictures([{ bytes: picture(200_000, 1), mentions: 2000 }]);
  expect(file.size).toBeLessThan(20_000);
  await expect(readWord(await archiveOf(file))).rejects.toThrow(TooLarge);
});

test('sheets that claim thousands of rows have those with values', async () => {
  const sheets = readExcel(await archiveOf(sampleSheets(50, 'A1:GR5000', ['A1'])));
  expect(sheets).toHaveLength(50);
  for (const { rows, letters, isCut } of sheets) {
    expect(rows).toHaveLength(1);
    expect(letters).toHaveLength(200);
    expect(isCut).toBe(false);
  }
});

test('a small workbook whose sheets come to millions of cells is refused', async () => {
  const file = sampleSheets(3, 'A1:GR5000', ['A1', 'GR5000']);
  expect(file.size).toBeLessThan(20_000);
  const archive = await archiveOf(file);
  expect(() => readExcel(archive)).toThrow(TooLarge);
  expect(readExcel(await archiveOf(sampleSheets(1, 'A1:GR5000', ['A1', 'GR5000'])))[0]?.rows).toHaveLength(
    5000,
  );
});
