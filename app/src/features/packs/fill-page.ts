import { inSteps } from '@satchel/core/pack/in-steps.ts';
import { type PackPageParts, sectionsSelector } from '@satchel/core/pack-page/render-pack-page.ts';
import { nextTurn } from '#ui/next-turn.ts';

/** What stands in a place by now. */
interface Filled {
  frame: string;
  /** As they were written, in the order of the page. */
  sections: string[];
}

const filled = new WeakMap<ParentNode, Filled>();

// More than a screen shows; what fits there is never seen growing.
const firstSections = 8;

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

/** Writes one section after another; one that stands there as it should be is left alone. */
function* fillSections(holder: Element, now: Filled, sections: Iterable<string>): Generator<void, void> {
  let at = 0;
  for (const section of sections) {
    if (section === '') continue;
    if (now.sections[at] !== section) {
      const there = holder.children[at];
      if (there) there.outerHTML = section;
      else holder.insertAdjacentHTML('beforeend', section);
      now.sections[at] = section;
    }
    at += 1;
    yield;
  }
  now.sections.length = at;
  while (holder.children.length > at) holder.lastElementChild?.remove();
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
  const steps = fillSections(holder, now, sections);
  for (let step = 0; step < firstSections; step += 1) if (steps.next().done) return () => {};
  void inSteps(steps, nextTurn);
  // A generator that has returned has nothing more to do.
  return () => void steps.return();
}
