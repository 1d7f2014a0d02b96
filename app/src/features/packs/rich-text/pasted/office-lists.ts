/**
 * Lists of Word, which are no lists on the clipboard: each item is a paragraph that has its level in a style of Word's
 * own and its sign as text. Word for the web puts every item into a list of its own.
 */

interface Item {
  level: number;
  isOrdered: boolean;
  /** The number that it had, where it had one. */
  number: number;
  /** Items of one level with different names are of different lists. */
  list: string;
  words: Element;
}

const place = /mso-list:\s*(l\d+)\s+level(\d+)(?:\s+(lfo\d+))?/i;
/** Of '3.' and '(3)', and the last one of '1.3.'. */
const lastNumber = /(\d{1,6})[.)]/;
const countingSign = /^\(?(?:\d+|[a-z]+)(?:\.\d+)*[.)]/i;

const styleOf = (element: Element) => element.getAttribute('style') ?? '';

/** The sign or number that stands as text before the words of an item. */
const signIn = (block: Element) =>
  [...block.querySelectorAll('[style*="mso-list" i]')].find((part) =>
    /mso-list:\s*ignore/i.test(styleOf(part)),
  );

function remove(part: Element) {
  const { parentElement } = part;
  part.remove();
  if (parentElement?.localName === 'span' && parentElement.textContent?.trim() === '') parentElement.remove();
}

function itemOfParagraph(block: Element): Item[] {
  const [, list = '', level = '1', override = ''] = place.exec(styleOf(block)) ?? [];
  if (list === '' || (block.localName !== 'p' && block.localName !== 'div')) return [];
  const sign = signIn(block);
  const written = sign?.textContent?.trim() ?? '';
  const isOrdered = countingSign.test(written);
  const number = Number(lastNumber.exec(written)?.[1] ?? 1);
  if (sign) remove(sign);
  return [{ level: Number(level), isOrdered, number, list: list + override, words: block }];
}

const itemsOfWrapper = (wrapper: Element): Item[] =>
  [...wrapper.querySelectorAll('li')].map((words) => ({
    level: Number(words.getAttribute('data-aria-level') ?? 1),
    isOrdered: words.parentElement?.localName === 'ol',
    number: Number(words.parentElement?.getAttribute('start') ?? 1),
    list: words.getAttribute('data-listid') ?? '',
    words,
  }));

const itemsOf = (block: Element) =>
  block.classList.contains('ListContainerWrapper') ? itemsOfWrapper(block) : itemOfParagraph(block);

function listItem({ words }: Item): HTMLElement {
  const { ownerDocument } = words;
  const item = ownerDocument.createElement('li');
  const paragraph = words.localName === 'li' ? item : ownerDocument.createElement('p');
  paragraph.append(...words.childNodes);
  if (paragraph !== item) item.append(paragraph);
  return item;
}

/** Items one after another as lists inside lists. A level without one above it begins where the level before it does. */
function listsOf(items: readonly Item[]): Element[] {
  const outermost: Element[] = [];
  const open: (Item & { element: Element })[] = [];
  for (const item of items) {
    const belongsTo = ({ level, list, isOrdered }: Item) =>
      level < item.level || (level === item.level && list === item.list && isOrdered === item.isOrdered);
    while (open.length > 0 && !belongsTo(open.at(-1)!)) open.pop();
    const last = open.at(-1);
    if (!last || last.level < item.level) {
      const element = item.words.ownerDocument.createElement(item.isOrdered ? 'ol' : 'ul');
      if (item.isOrdered && item.number !== 1) element.setAttribute('start', String(item.number));
      if (last) last.element.lastElementChild?.append(element);
      else outermost.push(element);
      open.push({ ...item, element });
    }
    open.at(-1)!.element.append(listItem(item));
  }
  return outermost;
}

/** Numbered headings keep their number, as words: a heading is no item of a list. */
function keepNumbersOfHeadings(body: Element) {
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const sign = signIn(heading);
    sign?.replaceWith(`${sign.textContent?.trim()} `);
  }
}

/** Puts real lists in the place of those that only look like one. */
export function readOfficeLists(body: Element) {
  keepNumbersOfHeadings(body);
  const blocks = body.querySelectorAll('[style*="mso-list" i], .ListContainerWrapper');
  const done = new Set<Element>();
  for (const first of blocks) {
    const run: Element[] = [];
    const items: Item[] = [];
    for (let block: Element | null = first; block && !done.has(block); block = block.nextElementSibling) {
      const found = itemsOf(block);
      if (found.length === 0) break;
      done.add(block);
      run.push(block);
      items.push(...found);
    }
    if (items.length === 0) continue;
    first.before(...listsOf(items));
    for (const block of run) block.remove();
  }
}
