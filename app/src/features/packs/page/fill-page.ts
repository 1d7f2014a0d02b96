import { atOnce, inSteps } from '@satchel/core/pack/in-steps.ts';
import {
  laterSelector,
  type PackPageParts,
  type PageSection,
  sectionsSelector,
} from '@satchel/core/pack-page/render-pack-page.ts';
import { nextTurn } from '#ui/next-turn.ts';
import { fillLater } from './later-texts.ts';
import { drawNearPictures, type NearPictures } from './near-pictures.ts';
import { reachWideTables, type WideTables } from './wide-tables.ts';

/** What stands in a place by now. */
interface Filled {
  frame: string;
  /** As they were written, in the order of the page. */
  sections: Written[];
}

interface Written extends PageSection {
  /** Its long texts are there to the end. */
  isWhole: boolean;
}

const standsThere = (there: Written | undefined, { markup, later }: PageSection) =>
  there?.isWhole === true &&
  there.markup === markup &&
  there.later.every(({ source, tokens }, at) => source === later[at]?.source && tokens === later[at]?.tokens);

const filled = new WeakMap<ParentNode, Filled>();

// More than a screen shows; what fits there is seldom seen growing.
const firstSections = 8;
const firstMs = 4;

/** Everything around the sections. Those that are there already stay where they are. */
function fillFrame(place: Element | ShadowRoot, frame: string) {
  const before = filled.get(place);
  if (before?.frame === frame) return before;
  const old = before && place.querySelector(sectionsSelector);
  place.innerHTML = frame;
  if (old) place.querySelector(sectionsSelector)?.replaceWith(old);
  const now = { frame, sections: before?.sections ?? [] };
  filled.set(place, now);
  return now;
}

/** A browser looks where each section stands in every frame; of a stretch far away it looks at that alone. */
const sectionsInStretch = 10;

/** The stretch that holds a position, put at the end when there is none yet. */
function stretchAt(holder: Element, at: number): Element {
  const place = Math.floor(at / sectionsInStretch);
  if (place >= holder.children.length) holder.insertAdjacentHTML('beforeend', '<div class="stretch"></div>');
  return holder.children[place] as Element;
}

/** Of a section: its title and the space around it, px. */
const aroundFiles = 156;
/** Of one without files, px. */
const wordsRoom = 420;

/**
 * Says about how much room sections take. Taken for lower than they are, many that are far away would count as near, and be
 * laid out in one frame.
 */
function keepRoom(element: Element, sections: Iterable<Element>, written: readonly Written[]) {
  let px = 0;
  let files = 0;
  for (const section of sections) {
    const here = section.getElementsByClassName('media').length;
    files += here;
    px += here > 0 ? aroundFiles : wordsRoom;
  }
  const signs = written.flatMap(({ later }) => later).reduce((sum, { source }) => sum + source.length, 0);
  const room = `auto calc(${px}px + ${files} * var(--file-room) + ${signs} * var(--sign-room))`;
  (element as HTMLElement).style.containIntrinsicBlockSize = room;
}

/** Writes one section after another, then their long texts; one that stands there as it should be is left alone. */
function* fillSections(
  holder: Element,
  now: Filled,
  sections: Iterable<PageSection>,
  pictures: NearPictures,
  tables: WideTables,
): Generator<void, void> {
  let at = 0;
  const inStretch = (place: number) => now.sections.slice(at - place, at + 1);
  const waiting: [Element, Written][] = [];
  for (const section of sections) {
    const { markup, later } = section;
    if (markup === '') continue;
    const stretch = stretchAt(holder, at);
    const place = at % sectionsInStretch;
    if (!standsThere(now.sections[at], section)) {
      const there = stretch.children[place];
      if (there) there.outerHTML = markup;
      else stretch.insertAdjacentHTML('beforeend', markup);
      const written = stretch.children[place] as Element;
      const what = { ...section, isWhole: later.length === 0 };
      now.sections[at] = what;
      keepRoom(written, [written], [what]);
      if (!what.isWhole) waiting.push([written, what]);
    }
    pictures.watch(stretch.children[place] as Element);
    tables.watch(stretch.children[place] as Element);
    if (place === sectionsInStretch - 1) keepRoom(stretch, stretch.children, inStretch(place));
    at += 1;
    yield;
  }
  now.sections.length = at;
  const last = Math.ceil(at / sectionsInStretch);
  while (holder.children.length > last) holder.lastElementChild?.remove();
  const inLast = at - (last - 1) * sectionsInStretch;
  const stretch = holder.lastElementChild;
  while (stretch && stretch.children.length > inLast) stretch.lastElementChild?.remove();
  if (stretch) keepRoom(stretch, stretch.children, now.sections.slice(at - inLast));
  for (const [section, written] of waiting) {
    const places = section.querySelectorAll(laterSelector);
    for (const [index, text] of written.later.entries()) yield* fillLater(places[index] as Element, text);
    tables.watch(section);
    written.isWhole = true;
  }
}

/**
 * Shows a pack's page: what a screen holds at once, then the rest while the page can be used.
 * @param place what is in it is only ever changed from here
 * @returns ends what is not done yet
 */
export function fillPage(
  place: Element | ShadowRoot,
  { before, sections, after }: PackPageParts,
): () => void {
  const now = fillFrame(place, `${before}${after}`);
  const holder = place.querySelector(sectionsSelector);
  if (!holder) return () => {};
  const pictures = drawNearPictures(holder.ownerDocument);
  const tables = reachWideTables();
  const steps = fillSections(holder, now, sections, pictures, tables);
  const began = performance.now();
  for (let step = 0; step < firstSections && performance.now() - began < firstMs; step += 1) steps.next();
  // Begun at once it would take another share of this turn.
  void nextTurn().then(() => inSteps(steps, nextTurn));
  const writeAll = () => atOnce(steps);
  // On paper everything is there.
  holder.ownerDocument.defaultView?.addEventListener('beforeprint', writeAll);
  return () => {
    holder.ownerDocument.defaultView?.removeEventListener('beforeprint', writeAll);
    // A generator that has returned has nothing more to do.
    void steps.return();
    pictures.end();
    tables.end();
  };
}

/**
 * Takes what is out of sight off a page that will go, while it can still be used: to take it off at once holds everything
 * up.
 * @returns ends it
 */
export function emptyPage(place: Element | ShadowRoot): () => void {
  filled.delete(place);
  const holder = place.querySelector(sectionsSelector);
  // Passages first: a stretch with a long text takes a while.
  const parts = [...(holder?.getElementsByClassName('passages') ?? []), ...(holder?.children ?? [])];
  const far = parts.filter((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return bottom < 0 || top > place.ownerDocument.documentElement.clientHeight;
  });
  const steps = emptied(far);
  void inSteps(steps, nextTurn);
  return () => void steps.return();
}

function* emptied(parts: readonly Element[]): Generator<void, void> {
  for (const part of parts) {
    part.replaceChildren();
    yield;
  }
}
