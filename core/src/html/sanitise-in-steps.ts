import {
  droppedWithContent,
  type ParsedText,
  type SanitisedPiece,
  type SanitiseInSteps,
  type SanitiseKind,
} from './allowed-html.ts';
import { sanitiseInBrowser, sanitiseParsed } from './sanitise-in-browser.ts';

/** Both about a millisecond of a quick processor. */
const charactersInWrite = 8192;
const nodesInPiece = 100;

/** As long as a node with a few words. */
const charactersOfNode = 400;

const elementsInStep = 1000;

/** Where a text may be cut: a pair that is one sign, or the end of one line, is not read in two parts. */
function cutAt(html: string, at: number): number {
  const before = html.charCodeAt(at - 1);
  return before === 0x0d || (before >= 0xd800 && before <= 0xdbff) ? at + 1 : at;
}

/**
 * Parses into a document that belongs to no window: nothing in it runs, loads or is drawn. Null where a browser has not
 * read all that was written by the end.
 */
function* parsed(html: string, step: number): Generator<void, Document | null> {
  const inert = document.implementation.createHTMLDocument('');
  inert.open();
  for (let at = 0; at < html.length; ) {
    const end = cutAt(html, at + step);
    inert.write(html.slice(at, end));
    at = end;
    yield;
  }
  inert.close();
  return inert.readyState === 'loading' ? null : inert;
}

const dropped = new Set(droppedWithContent);
const heading = /^h([1-6])$/;

function* headingsIn(body: Element): Generator<void, Set<string>> {
  const found = new Set<string>();
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_ELEMENT, (node) =>
    dropped.has((node as Element).localName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let count = 1; walker.nextNode(); count += 1) {
    const level = heading.exec((walker.currentNode as Element).localName)?.[1];
    if (level) found.add(level);
    if (count % elementsInStep === 0) yield;
  }
  return found;
}

/** How many nodes a node is, counted no further than to more than one piece. */
function weightOf(node: Node): number {
  let weight = 0;
  const waiting: Node[] = [node];
  for (let next = waiting.pop(); next && weight <= nodesInPiece; next = waiting.pop()) {
    weight +=
      1 + Math.floor((next.nodeType === Node.TEXT_NODE ? (next as Text).length : 0) / charactersOfNode);
    for (let child = next.lastChild; child && waiting.length <= nodesInPiece; child = child.previousSibling)
      waiting.push(child);
  }
  return weight;
}

/** An element's own answer from the sanitiser, with a sign in place of its content. */
function shellOf(element: Element, kind: SanitiseKind): string {
  const nodes = element.ownerDocument.createDocumentFragment();
  const shell = element.cloneNode(false);
  shell.appendChild(element.ownerDocument.createTextNode(content));
  nodes.appendChild(shell);
  return sanitiseParsed(nodes, kind);
}

const content = 'x';

/** An element too heavy for one piece. It may stay, or only what it holds, or neither. Null when it cannot be opened. */
function openedPieces(element: Element, kind: SanitiseKind): Iterable<SanitisedPiece> | null {
  // Of an element with words alone the sanitiser judges all of them together.
  if (!element.firstElementChild) return null;
  const shell = shellOf(element, kind);
  const closes = `</${element.localName}>`;
  if (shell === '') return [{ html: '' }];
  if (shell === content) return piecesIn(element, kind);
  if (!shell.endsWith(content + closes)) return null;
  const opens = shell.slice(0, -(content + closes).length);
  return keptPieces({ opens }, piecesIn(element, kind), { closes });
}

function* keptPieces(...[opens, inside, closes]: [SanitisedPiece, Iterable<SanitisedPiece>, SanitisedPiece]) {
  yield opens;
  yield* inside;
  yield closes;
}

/** Pieces of about the same weight: some children together, or one that is too heavy, opened. Takes them out of the parent. */
function* piecesIn(parent: Element, kind: SanitiseKind): Generator<SanitisedPiece, void> {
  let group = parent.ownerDocument.createDocumentFragment();
  let weight = 0;
  const sanitised = () => {
    const html = sanitiseParsed(group, kind);
    group = parent.ownerDocument.createDocumentFragment();
    weight = 0;
    return { html };
  };
  for (let node = parent.firstChild; node; node = parent.firstChild) {
    const own = weightOf(node);
    if (weight > 0 && weight + own > nodesInPiece) yield sanitised();
    const opened = own > nodesInPiece && node instanceof Element ? openedPieces(node, kind) : null;
    if (opened) {
      yield* opened;
      node.remove();
    } else {
      group.append(node);
      weight += own;
    }
  }
  if (weight > 0) yield sanitised();
}

function atOnce(html: string, kind: SanitiseKind): ParsedText {
  const sanitised = sanitiseInBrowser(html, kind);
  const headings = new Set([...sanitised.matchAll(/<h([1-6])[\s>]/g)].map(([, level = '']) => level));
  return { headings, pieces: [{ html: sanitised }] };
}

const leadingSpace = /^[\r\n\t ]+/;

/**
 * `sanitiseInBrowser` in steps: the same parser fed a part at a time, then the same sanitiser, given some nodes at a time. Nothing
 * is taken over before the parser has come to the end, since what comes late may change what stands before it.
 * @param step characters that are parsed in one
 */
export const sanitiseInSteps = function* (
  html: string,
  kind: SanitiseKind,
  step: number = charactersInWrite,
): Generator<void, ParsedText> {
  // The sanitiser leaves it as it is, too.
  if (!html.includes('<')) return { headings: new Set(), pieces: [{ html }] };
  const inert = yield* parsed(html, step);
  const body = inert?.getElementsByTagName('body')[0];
  // A form answers by the names of its fields, wherever they stand: it is judged with all of the text.
  if (!inert || !body?.hasChildNodes() || inert.querySelector('form')) return atOnce(html, kind);
  // A parser passes over space before the first element, and the sanitiser puts it back.
  const space = leadingSpace.exec(html)?.[0];
  if (space) body.prepend(inert.createTextNode(space));
  const headings = yield* headingsIn(body);
  return { headings, pieces: piecesIn(body, kind) };
} satisfies SanitiseInSteps;
