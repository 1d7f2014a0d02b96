import { keptAttribute } from '@satchel/core/html/allowed-html.ts';
import { anchorAttribute } from '../readable-forms.ts';
import { readOfficeLists } from './office-lists.ts';
import { readTables } from './pasted-tables.ts';

export interface PasteOptions {
  /** Whether a reader can be shown the picture of that address. */
  isReachable: (picture: string) => boolean;
  /** Otherwise each row becomes a line. */
  keepsTables: boolean;
}

export interface LeftOut {
  pictures: number;
  formOfTables: boolean;
}

interface Pasted {
  html: string;
  leftOut: LeftOut;
}

/** From an editor of ours: it is as it should be already, and knows where it was cut out. */
const ownMark = 'data-pm-slice';

const partOfTable = /^(?:\s|<meta[^>]*>|<!--[^>]*-->)*<(?:td|th|tr|tbody|thead|tfoot|colgroup|col)\b/i;

const parsed = (html: string) =>
  new DOMParser().parseFromString(partOfTable.test(html) ? `<table>${html}</table>` : html, 'text/html');

const marks = ['font-weight', 'font-style', 'text-decoration', 'text-decoration-line'] as const;
const takenFromSheets = ':not(a, a *, h1, h2, h3, h4, h5, h6)';

/** Excel says in a style sheet what is bold. It goes, so what it says of words is written beside them. */
function writeSheetsIntoStyles(page: Document) {
  const rules = [...page.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  // The last one wins, but not against what an element says itself.
  for (const rule of rules.reverse()) {
    if (!(rule instanceof CSSStyleRule)) continue;
    const said = marks.filter((mark) => rule.style.getPropertyValue(mark) !== '');
    if (said.length === 0) continue;
    for (const element of page.body.querySelectorAll<HTMLElement>(rule.selectorText)) {
      if (!element.matches(takenFromSheets)) continue;
      for (const mark of said)
        if (element.style.getPropertyValue(mark) === '')
          element.style.setProperty(mark, rule.style.getPropertyValue(mark));
    }
  }
}

/** What its reader did not see as a part of the text: remarks beside it, what was struck out of it, what was hidden. */
const unread = [
  'style, script, title, meta, link, template, noscript, xml',
  '[style*="mso-element:comment" i], .MsoCommentReference, .msocomanchor, .msocomtxt',
  'del[cite], del[datetime], .msoDel',
  '[style*="mso-hide:all" i], [style*="display:none" i], [style*="display: none" i], [hidden]',
  '.EOP',
].join(', ');

function removeUnread(page: Document) {
  for (const part of page.body.querySelectorAll(unread)) part.remove();
  for (const part of page.body.querySelectorAll('*'))
    if (part.localName.includes(':') && part.textContent?.trim() === '') part.remove();
  for (const spaces of page.body.querySelectorAll('[style*="mso-spacerun" i]')) spaces.replaceWith(' ');
  // A link is underlined without being told so.
  for (const inLink of page.body.querySelectorAll<HTMLElement>('a, a *'))
    inLink.style.removeProperty('text-decoration');
}

const isSign = (words: string) =>
  /^\p{Extended_Pictographic}[\p{Extended_Pictographic}\p{M}\p{Cf}]*$/u.test(words);

/** Nobody sees those that only tell that a mail was opened. */
const isSeen = ({ width, height }: HTMLImageElement) => width !== 1 && height !== 1;

function removePictures(page: Document, isReachable: PasteOptions['isReachable']): number {
  let seen = 0;
  for (const picture of page.body.querySelectorAll('img')) {
    if (isReachable(picture.getAttribute('src') ?? '')) continue;
    if (isSign(picture.alt)) {
      picture.replaceWith(picture.alt);
      continue;
    }
    if (isSeen(picture)) seen += 1;
    picture.remove();
  }
  return seen;
}

const whole = /^(?:https?:|mailto:|tel:)/i;

/** A link keeps its address and nothing else; one that leads nowhere from here only its words. An anchor of ours stays one. */
function readLinks(page: Document, isOwn: boolean) {
  for (const link of page.body.querySelectorAll('a')) {
    const address = keptAttribute('rich', 'a', 'href', link.getAttribute('href') ?? '');
    const place = keptAttribute('rich', 'a', 'name', link.getAttribute('name') ?? '');
    const isAnchor = isOwn && place !== null && !link.hasAttribute('href');
    for (const name of link.getAttributeNames()) link.removeAttribute(name);
    if (isAnchor) {
      link.setAttribute('name', place);
      link.setAttribute(anchorAttribute, '');
    } else if (address !== null && (isOwn || whole.test(address))) link.setAttribute('href', address);
  }
}

const blocks = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, table, hr, blockquote';

const isBeside = (sibling: Node | null) =>
  sibling === null || (sibling instanceof Element && (sibling.matches(blocks) || sibling.localName === 'br'));

/** Next to this one, leaving out white space. */
function besides(node: Node, side: 'previousSibling' | 'nextSibling') {
  let sibling = node[side];
  while (sibling instanceof Text && sibling.data.trim() === '') sibling = sibling[side];
  return sibling;
}

/** Paragraphs have their own distance here; empty ones between them would double it. */
function removeEmptyLines(page: Document) {
  for (const block of page.body.querySelectorAll('p, h1, h2, h3, h4, h5, h6'))
    if (block.textContent?.trim() === '' && block.querySelector('img') === null) block.remove();
  for (const lineEnd of page.body.querySelectorAll('br'))
    if (isBeside(besides(lineEnd, 'previousSibling')) && isBeside(besides(lineEnd, 'nextSibling')))
      lineEnd.remove();
}

/** Lines that were kept apart by nothing but their ends; where one is empty a paragraph ends. */
function readLines(page: Document) {
  for (const lines of page.body.querySelectorAll('pre')) {
    for (const lineEnd of lines.querySelectorAll('br')) lineEnd.replaceWith('\n');
    const paragraphs = lines.innerText.split(/\n\s*\n/).filter((words) => words.trim() !== '');
    lines.replaceWith(
      ...paragraphs.map((words) => {
        const paragraph = page.createElement('p');
        paragraph.append(
          ...words
            .trim()
            .split('\n')
            .flatMap((line, at) => (at > 0 ? [page.createElement('br'), line] : [line])),
        );
        return paragraph;
      }),
    );
  }
}

/** The highest headings become those that the toolbar has first, all others those that it has second. */
function readHeadings(page: Document) {
  const headings = [...page.body.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const levels = headings.map(({ localName }) => Number(localName[1])).sort();
  if (levels.every((level) => level === 3 || level === 4)) return;
  for (const heading of headings) {
    const renamed = page.createElement(Number(heading.localName[1]) === levels[0] ? 'h3' : 'h4');
    renamed.setAttribute('style', heading.getAttribute('style') ?? '');
    renamed.append(...heading.childNodes);
    heading.replaceWith(renamed);
  }
}

/**
 * HTML of the clipboard as an editor of ours can take it in, out of Word, Excel, Outlook, Google Docs, LibreOffice and
 * web pages: lists and tables are such, and what cannot be shown to a reader is left out. Needs a DOM.
 */
export function readPasted(html: string, { isReachable, keepsTables }: PasteOptions): Pasted {
  const page = parsed(html);
  const own = page.querySelector(`[${ownMark}]`);
  if (!own) {
    writeSheetsIntoStyles(page);
    removeUnread(page);
  }
  const pictures = removePictures(page, isReachable);
  readLinks(page, own !== null);
  let formOfTables = false;
  if (!own) {
    readLines(page);
    removeEmptyLines(page);
    readOfficeLists(page.body);
    readHeadings(page);
  }
  if (!own || !keepsTables) {
    formOfTables = readTables(page.body, keepsTables);
    if (formOfTables) own?.removeAttribute(ownMark);
  }
  return { html: page.body.innerHTML, leftOut: { pictures, formOfTables } };
}

/** How many pictures there are where there is nothing else. */
export function picturesAlone(from: DataTransfer | null): number {
  if (from?.getData('text/html') || from?.getData('text/plain')) return 0;
  return [...(from?.files ?? [])].filter(({ type }) => type.startsWith('image/')).length;
}
