/** Marks an anchor that came with the text. */
export const anchorAttribute = 'data-anchor';

const headings = 'h1, h2, h3, h4, h5, h6';
const lines = `p, ${headings}`;
const blocks = `${lines}, div, ul, ol, li, blockquote, table, hr`;

const isBlock = (node: Node) =>
  node instanceof Element && (node.matches(blocks) || node.querySelector(blocks) !== null);
const isBlank = (node: Node) => /^[ \t\n\r\f]*$/.test(node.textContent ?? '');
const seenWithoutWords = 'img, br, hr, table, a[name]';
const isSeen = (node: Node) =>
  !isBlank(node) ||
  (node instanceof Element &&
    (node.matches(seenWithoutWords) || node.querySelector(seenWithoutWords) !== null));

/** Words that stand beside blocks in one become a paragraph of their own. */
function wrapWords(block: Element) {
  let paragraph: Element | null = null;
  for (const node of [...block.childNodes]) {
    if (isBlock(node)) paragraph = null;
    else if (paragraph) paragraph.append(node);
    else if (isSeen(node)) {
      paragraph = block.ownerDocument.createElement('p');
      node.before(paragraph);
      paragraph.append(node);
    }
  }
}

/** What is seen next to it; spaces between two blocks are not. */
function besides(node: Node, side: 'previousSibling' | 'nextSibling') {
  while (node[side] && !isSeen(node[side])) node[side].parentNode?.removeChild(node[side]);
  return node[side];
}

/** A heading has no parts: their ends are ends of lines. */
function withoutDivisionsInHeadings(page: Document) {
  for (const division of page.querySelectorAll<HTMLElement>(`:is(${headings}) div`)) {
    const heading = division.closest<HTMLElement>(headings);
    if (heading) heading.style.textAlign ||= division.style.textAlign;
    const [before, after] = [besides(division, 'previousSibling'), besides(division, 'nextSibling')];
    const [endsLine, beginsLine] = [
      before && before.nodeName !== 'BR',
      after && after.nodeName !== 'BR' && !isBlock(after),
    ];
    // One without anything in it parts two lines at most.
    const isPart = isSeen(division);
    if (endsLine && (isPart || beginsLine)) division.before(page.createElement('br'));
    if (isPart && beginsLine) division.after(page.createElement('br'));
    division.replaceWith(...division.childNodes);
  }
}

const mostEm = 8;
/** As wide as those that the sanitiser keeps in the other unit. */
const pxPerEm = 20;

function emOf(size: string) {
  const [, count = '0', unit] = /^(\d+)(em|px)$/.exec(size) ?? [];
  return Number(count) / (unit === 'px' ? pxPerEm : 1);
}

/** What a block says of where its words begin. A list's own padding is the room of its signs, and no cell moves with its table. */
function indentOf(block: HTMLElement) {
  if (block.matches('table, thead, tbody, tr')) return 0;
  const { marginLeft, paddingLeft } = block.style;
  return emOf(marginLeft) + (block.matches('ul, ol') ? 0 : emOf(paddingLeft));
}

/** The editor has alignment and indent of paragraphs and headings alone: what is around them says it of all its words. */
function handDown(block: HTMLElement, alignment: string, indent: number) {
  if ((alignment !== '' || indent > 0) && block.matches('li, td, th, blockquote')) wrapWords(block);
  for (const inside of block.querySelectorAll<HTMLElement>(':scope > *')) {
    const { style } = inside;
    const ownAlignment = style.textAlign || alignment;
    const ownIndent = inside.matches('table') ? 0 : indent + indentOf(inside);
    if (!inside.matches(lines)) {
      handDown(inside, ownAlignment, ownIndent);
      continue;
    }
    style.textAlign = ownAlignment;
    if (ownIndent > 0) style.marginLeft = `${Math.min(mostEm, ownIndent)}em`;
    style.paddingLeft = '';
  }
}

/** The editor has paragraphs alone. */
function withoutDivisions(page: Document) {
  withoutDivisionsInHeadings(page);
  for (const division of page.querySelectorAll('div')) {
    if (!isSeen(division)) division.remove();
    else if (division.querySelector(blocks)) wrapWords(division);
    else {
      const paragraph = page.createElement('p');
      paragraph.style.cssText = division.style.cssText;
      paragraph.append(...division.childNodes);
      division.replaceWith(paragraph);
    }
  }
}

/** What a table is called stands above it: a table of the editor has rows alone. */
function withoutCaptions(page: Document) {
  for (const caption of page.querySelectorAll('table > caption')) {
    const paragraph = page.createElement('p');
    paragraph.style.cssText = caption.getAttribute('style') ?? '';
    const strong = paragraph.appendChild(page.createElement('strong'));
    strong.append(...caption.childNodes);
    if (isSeen(strong)) caption.parentElement?.before(paragraph);
    caption.remove();
  }
}

/** Anchors without words, which stay as they are where they stood around some. */
function withEmptyAnchors(page: Document) {
  for (const named of page.querySelectorAll('a[name]')) {
    const anchor = page.createElement('a');
    anchor.setAttribute('name', named.getAttribute('name') ?? '');
    anchor.setAttribute(anchorAttribute, '');
    named.before(anchor);
    named.removeAttribute('name');
    if (!named.hasAttribute('href')) named.replaceWith(...named.childNodes);
  }
}

/** Sanitised HTML in forms that the editor knows, so that it loses nothing that readers see. Needs a DOM. */
export function inReadableForms(html: string): string {
  if (!/<div|<caption|<a | style=/.test(html)) return html;
  const page = new DOMParser().parseFromString(html, 'text/html');
  withoutCaptions(page);
  withoutDivisions(page);
  handDown(page.body, '', 0);
  withEmptyAnchors(page);
  return page.body.innerHTML;
}
