import { strToU8, zipSync } from 'fflate';
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

test('a small workbook with a link and a width for all places of a sheet has the cells with values', async () => {
  const file = sampleSheets(3, 'A1:XFD1048576', ['A1'], {
    columns: '<cols><col min="1" max="2000000000" width="20"/></cols>',
    links: '<hyperlinks><hyperlink ref="A1:XFD1048576" location="A1"/></hyperlinks>',
  });
  expect(file.size).toBeLessThan(5000);
  const sheets = readExcel(await archiveOf(file));
  expect(sheets).toHaveLength(3);
  for (const { rows, widths } of sheets) {
    expect(rows).toHaveLength(1);
    expect(rows[0]?.cells[0]?.text).toBe('1');
    expect(widths[0]).toBeGreaterThan(96);
  }
});

const link = (tag: string) => `<${tag} ref="A1:A90" location="A1"/>`;

test.each([
  ['as Excel writes them', { links: `<hyperlinks>${link('hyperlink')}</hyperlinks>` }],
  ['with a prefix', { links: link('x:hyperlink') }],
  ['inside of each other', { links: `<hyperlink${link('hyperlink')} ref="A1:A90" location="A1"/>` }],
  ['in UTF-16', { links: link('hyperlink'), isUtf16: true }],
])('links of a workbook take no room, %s', async (_, beside) => {
  const [sheet] = readExcel(await archiveOf(sampleSheets(1, 'A1:A90', ['A1'], beside)));
  expect(sheet?.rows.map(({ cells }) => cells[0]?.text)).toEqual(['1']);
});

test('columns that are hidden up to the last one of a sheet stay hidden, however that is written', async () => {
  for (const rest of [
    '<col min="2" max="16384" width="9" hidden="1"/>',
    "<x:col hidden = '1' max = '16384' min = '2'></x:col>",
  ]) {
    const columns = `<cols><col min="1" max="1" width="20" customWidth="1"/>${rest}</cols>`;
    const [sheet] = readExcel(await archiveOf(sampleSheets(1, 'A1:GR5', ['A1'], { columns })));
    expect(sheet?.letters).toEqual(['A']);
    expect(sheet?.widths[0]).toBeGreaterThan(96);
  }
});

test('a small workbook whose cells all show one long text is refused', async () => {
  const cells = Array.from({ length: 2000 }, (_, at) => `A${at + 1}`);
  const file = sampleSheets(1, 'A1:A2000', cells, { text: 'word '.repeat(10_000) });
  expect(file.size).toBeLessThan(30_000);
  const archive = await archiveOf(file);
  expect(() => readExcel(archive)).toThrow(TooLarge);
});

test('a document of another kind, whose cells may say that they are repeated, is not read as a workbook', async () => {
  const content = `<office:document-content><office:body><office:spreadsheet><table:table table:name="S"><table:table-row table:number-rows-repeated="9"><table:table-cell table:number-columns-repeated="9" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
  const archive = zipSync({
    'META-INF/manifest.xml': strToU8('<manifest:manifest/>'),
    'content.xml': strToU8(content),
    'styles.xml': strToU8('<office:document-styles/>'),
  });
  expect(() => readExcel(safeZip(archive))).toThrow();
});
