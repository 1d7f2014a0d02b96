import { strToU8, zipSync } from 'fflate';

const officeNames = 'http://schemas.openxmlformats.org';
const relations = `${officeNames}/officeDocument/2006/relationships`;
const packageRelations = `${officeNames}/package/2006/relationships`;

const archive = (parts: Record<string, string | Uint8Array>, type: string) =>
  new Blob(
    [
      zipSync(
        Object.fromEntries(
          Object.entries(parts).map(([name, part]) => [
            name,
            typeof part === 'string' ? strToU8(`<?xml version="1.0"?>${part}`) : part,
          ]),
        ),
      ).slice(),
    ],
    { type },
  );

const utf16 = (xml: string) =>
  new Uint8Array(
    Uint16Array.from(`\ufeff<?xml version="1.0"?>${xml}`, (letter) => letter.charCodeAt(0)).buffer,
  );

const relationship = (id: string, kind: string, target: string, isOutside = false) =>
  `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/>`;

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const wordNames = `${officeNames}/wordprocessingml/2006/main`;

const numbered = (words: string, level: number, style = '') =>
  `<w:p><w:pPr>${style}<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${words}</w:t></w:r></w:p>`;

/** Headings and clauses of one list on two levels, as contracts have them. */
const clausesXml = (clauses: readonly string[]) =>
  clauses
    .map((words, at) => numbered(words, at === 0 ? 0 : 1, at === 0 ? '<w:pStyle w:val="Heading1"/>' : ''))
    .join('');

const numberingXml = `<w:numbering xmlns:w="${wordNames}"><w:abstractNum w:abstractNumId="1">${['%1', '%1.%2']
  .map(
    (label, at) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${label}"/></w:lvl>`,
  )
  .join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;

/** A Word document of paragraphs, then a heading with its clauses; `link` is where its last words lead. */
export const sampleWord = (paragraphs: readonly string[], link: string, clauses: readonly string[] = []) =>
  archive(
    {
      '[Content_Types].xml': `<Types xmlns="${officeNames}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/><Override PartName="/word/numbering.xml" ContentType="${word}.numbering+xml"/></Types>`,
      '_rels/.rels': `<Relationships xmlns="${packageRelations}">${relationship('r1', 'officeDocument', 'word/document.xml')}</Relationships>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="${packageRelations}">${relationship('r1', 'hyperlink', link, true)}${relationship('r2', 'numbering', 'numbering.xml')}</Relationships>`,
      'word/numbering.xml': numberingXml,
      'word/document.xml': `<w:document xmlns:w="${wordNames}" xmlns:r="${relations}"><w:body>${paragraphs
        .map((words) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`)
        .join(
          '',
        )}${clausesXml(clauses)}<w:p><w:hyperlink r:id="r1"><w:r><w:t>More</w:t></w:r></w:hyperlink></w:p></w:body></w:document>`,
    },
    `${word}.document`,
  );

/** A workbook with a price in euro and a share, a hidden column B, a hidden sheet, and so many more rows. */
export function sampleExcel(rows: number, first = 'Terminal'): Blob {
  const names = `${officeNames}/spreadsheetml/2006/main`;
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const more = Array.from(
    { length: rows },
    (_, at) => `<row r="${at + 3}">${cell(`A${at + 3}`, `Row ${at + 3}`)}</row>`,
  ).join('');
  const sheet = `<worksheet xmlns="${names}"><cols><col min="2" max="2" width="12" hidden="1"/></cols><sheetData><row r="1">${cell('A1', first)}${cell('B1', 'Purchase')}${cell('C1', 'List price')}</row><row r="2">${cell('A2', '&lt;img src=x onerror=alert(1)&gt;')}${cell('B2', 'secret margin')}<c r="C2" s="1"><v>1249.5</v></c><c r="D2" s="2"><v>0.08</v></c></row>${more}</sheetData></worksheet>`;
  return archive(
    {
      '[Content_Types].xml': `<Types xmlns="${officeNames}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/worksheets/sheet3.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
      '_rels/.rels': `<Relationships xmlns="${packageRelations}">${relationship('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}">${[1, 2, 3].map((at) => relationship(`r${at}`, 'worksheet', `worksheets/sheet${at}.xml`)).join('')}${relationship('r9', 'styles', 'styles.xml')}</Relationships>`,
      'xl/workbook.xml': `<workbook xmlns="${names}" xmlns:r="${relations}"><sheets><sheet name="Prices" sheetId="1" r:id="r1"/><sheet name="Notes" sheetId="2" r:id="r2"/><sheet name="Margins" sheetId="3" state="hidden" r:id="r3"/></sheets></workbook>`,
      'xl/styles.xml': `<styleSheet xmlns="${names}"><numFmts count="2"><numFmt numFmtId="164" formatCode="&quot;€&quot; #,##0.00"/><numFmt numFmtId="165" formatCode="0 %"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': sheet,
      'xl/worksheets/sheet2.xml': `<worksheet xmlns="${names}"><sheetData><row r="1">${cell('A1', 'Without VAT')}</row></sheetData></worksheet>`,
      'xl/worksheets/sheet3.xml': `<worksheet xmlns="${names}"><sheetData><row r="1">${cell('A1', 'not for prospects')}</row></sheetData></worksheet>`,
    },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
}

/** A Word document whose pictures, which are none, stand in it as often as each is mentioned. */
export function sampleWordWithPictures(pictures: readonly { bytes: Uint8Array; mentions: number }[]): Blob {
  const drawing = `${officeNames}/drawingml/2006`;
  const mention = (at: number) =>
    `<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="p${at}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  return archive(
    {
      '[Content_Types].xml': `<Types xmlns="${officeNames}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/></Types>`,
      '_rels/.rels': `<Relationships xmlns="${packageRelations}">${relationship('r1', 'officeDocument', 'word/document.xml')}</Relationships>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="${packageRelations}">${pictures.map((_, at) => relationship(`p${at}`, 'image', `media/${at}.png`)).join('')}</Relationships>`,
      'word/document.xml': `<w:document xmlns:w="${wordNames}" xmlns:r="${relations}" xmlns:wp="${drawing}/wordprocessingDrawing" xmlns:a="${drawing}/main" xmlns:pic="${drawing}/picture"><w:body>${pictures.map(({ mentions }, at) => mention(at).repeat(mentions)).join('')}</w:body></w:document>`,
      ...Object.fromEntries(pictures.map(({ bytes }, at) => [`word/media/${at}.png`, bytes])),
    },
    `${word}.document`,
  );
}

interface BesideCells {
  /** XML that tells of columns. */
  columns?: string;
  /** XML that comes behind the cells. */
  links?: string;
  isUtf16?: boolean;
  /** What each of the cells has; without it the number 1. */
  text?: string;
}

/** A workbook of so many sheets, each of which claims a range and has a value in some of its cells. */
export function sampleSheets(
  count: number,
  range: string,
  cells: readonly string[],
  { columns = '', links = '', isUtf16 = false, text }: BesideCells = {},
): Blob {
  const names = `${officeNames}/spreadsheetml/2006/main`;
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const rows = cells
    .map(
      (at) =>
        `<row r="${at.replace(/\D+/, '')}"><c r="${at}"${text === undefined ? '' : ' t="s"'}><v>${text === undefined ? 1 : 0}</v></c></row>`,
    )
    .join('');
  const xml = `<worksheet xmlns="${names}"><dimension ref="${range}"/>${columns}<sheetData>${rows}</sheetData>${links}</worksheet>`;
  const sheet = isUtf16 ? utf16(xml) : xml;
  return archive(
    {
      '[Content_Types].xml': `<Types xmlns="${officeNames}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>${numbers.map((at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`).join('')}${text === undefined ? '' : `<Override PartName="/xl/sharedStrings.xml" ContentType="${spreadsheet}.sharedStrings+xml"/>`}</Types>`,
      '_rels/.rels': `<Relationships xmlns="${packageRelations}">${relationship('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}">${numbers.map((at) => relationship(`r${at}`, 'worksheet', `worksheets/sheet${at}.xml`)).join('')}</Relationships>`,
      'xl/workbook.xml': `<workbook xmlns="${names}" xmlns:r="${relations}"><sheets>${numbers.map((at) => `<sheet name="Sheet ${at}" sheetId="${at}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
      ...Object.fromEntries(numbers.map((at) => [`xl/worksheets/sheet${at}.xml`, sheet])),
      ...(text !== undefined && {
        'xl/sharedStrings.xml': `<sst xmlns="${names}"><si><t>${text}</t></si></sst>`,
      }),
    },
    `${spreadsheet}.sheet`,
  );
}
