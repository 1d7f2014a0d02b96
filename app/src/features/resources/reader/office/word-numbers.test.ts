import { expect, test } from 'vitest';
import { withNumbers } from './word-numbers.ts';

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const level = (at: number, format: string, label: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${label}"/></w:lvl>`;
const lists = (levels: string, starts = '') =>
  `<w:numbering ${word}><w:abstractNum w:abstractNumId="7">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="7"/>${starts}</w:num></w:numbering>`;
const item = (words: string, at: number, list = 1) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>${words}</w:t></w:r></w:p>`;
const styled = (words: string, style: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${words}</w:t></w:r></w:p>`;

const lines = (body: string, numbering: string | null, styles: string | null = null) =>
  withNumbers({ document: `<w:document ${word}><w:body>${body}</w:body></w:document>`, numbering, styles })
    .split('</w:p>')
    .map((paragraph) => paragraph.replaceAll(/<[^>]*>/g, ''))
    .filter(Boolean);

const clauses = level(0, 'decimal', '%1') + level(1, 'decimal', '%1.%2');

test('clauses have the numbers that they are cited by, over headings and tables', () => {
  const table = '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Price</w:t></w:r></w:p></w:tc></w:tr></w:tbl>';
  const body = item('Terms', 0) + item('one', 1) + table + item('two', 1) + item('End', 0) + item('three', 1);
  expect(lines(body, lists(clauses))).toEqual([
    '1 Terms',
    '1.1 one',
    'Price',
    '1.2 two',
    '2 End',
    '2.1 three',
  ]);
});

test('letters and romans are written as Word writes them, points are left to the list', () => {
  const letters = lists(
    level(0, 'lowerLetter', '(%1)') + level(1, 'upperRoman', '%2.') + level(2, 'bullet', '●'),
  );
  const many = Array.from({ length: 28 }, (_, at) => item(`${at}`, 0)).join('');
  expect(lines(many, letters).slice(25)).toEqual(['(z) 25', '(aa) 26', '(bb) 27']);
  expect(
    lines(Array.from({ length: 9 }, () => item('x', 1)).join('') + item('y', 2), letters).slice(3),
  ).toEqual(['IV. x', 'V. x', 'VI. x', 'VII. x', 'VIII. x', 'IX. x', 'y']);
});

test('a list of the same kind goes on, unless it says where it begins', () => {
  const again = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>';
  expect(lines(item('a', 0) + item('b', 0, 2), lists(clauses))).toEqual(['1 a', '2 b']);
  expect(lines(item('a', 0) + item('b', 0, 2) + item('c', 0, 2), lists(clauses, again))).toEqual([
    '1 a',
    '5 b',
    '6 c',
  ]);
});

test('headings that are numbered by their style are numbered here', () => {
  const styles = `<w:styles ${word}><w:style w:styleId="Heading1"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:styleId="Mine"><w:basedOn w:val="Heading1"/></w:style></w:styles>`;
  const numbering = lists(level(0, 'decimal', '%1.', '<w:pStyle w:val="Heading1"/>'));
  expect(lines(styled('One', 'Heading1') + styled('Two', 'Mine'), numbering, styles)).toEqual([
    '1. One',
    '2. Two',
  ]);
});

test('a row that says it is no head is none', () => {
  const row = (is: string) => `<w:tr><w:trPr><w:tblHeader${is}/></w:trPr></w:tr>`;
  const table = withNumbers({
    document: `<w:document ${word}><w:tbl>${row(' w:val="off"')}${row('')}</w:tbl></w:document>`,
    numbering: null,
    styles: null,
  });
  expect(table.match(/tblHeader/g)).toHaveLength(1);
});
