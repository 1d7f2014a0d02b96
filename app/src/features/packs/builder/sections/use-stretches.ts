import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { sectionHeight } from './section-height.ts';

const sectionsInStretch = 10;
/** Packs of so many have no stretches: all of their sections stand by themselves. */
const fewSections = 20;

/** What a section tells of itself; the same object as long as the list is on the page. */
export interface Stretches {
  /** It is more than its title now. */
  onDrawn: (sectionId: string) => void;
  onLeft: (sectionId: string) => void;
  /** A stretch has come near the window. */
  onNear: (stretch: number) => void;
  /** px, as it was on the page last, or about so. */
  heightOf: (section: PackElement) => number;
  keepHeight: (sectionId: string, height: number) => void;
}

interface Stretch {
  number: number;
  /** Position of its first section. */
  from: number;
  sections: readonly PackElement[];
  /** Its sections stand by themselves. */
  isOpen: boolean;
}

/**
 * A large pack in stretches of ten sections, of which those near the window are open. A section that is drawn stands by
 * itself wherever it comes to be, so that it keeps what it holds, and the hand that is in it.
 * @param needed positions that must stand by themselves, -1 for none
 */
export function useStretches(elements: readonly PackElement[], needed: readonly number[]) {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([0]));
  const [drawn] = useState(() => new Set<string>());
  const current = useRef(elements);
  useLayoutEffect(() => {
    current.current = elements;
  }, [elements]);
  const [heights] = useState(() => new Map<string, number>());
  const [stretches] = useState<Stretches>(() => ({
    onDrawn: (id) => void drawn.add(id),
    onLeft(id) {
      drawn.delete(id);
      const number = stretchAt(current.current.findIndex((section) => section.id === id));
      const isStillDrawn = sectionsOf(current.current, number).some((section) => drawn.has(section.id));
      if (!isStillDrawn) setNear((before) => without(before, number));
    },
    onNear: (stretch) => setNear((before) => new Set(before).add(stretch)),
    heightOf: (section) => heights.get(section.id) ?? sectionHeight(section, innerWidth),
    keepHeight: (id, height) => void heights.set(id, height),
  }));
  const neededNow = new Set(needed.map(stretchAt));
  const all = Array.from({ length: Math.ceil(elements.length / sectionsInStretch) }, (_, number): Stretch => {
    const sections = sectionsOf(elements, number);
    const isOpen =
      elements.length <= fewSections ||
      near.has(number) ||
      neededNow.has(number) ||
      sections.some(({ id }) => drawn.has(id));
    return { number, from: number * sectionsInStretch, sections, isOpen };
  });
  return { all, stretches };
}

export const stretchAt = (position: number) => Math.floor(position / sectionsInStretch);

const sectionsOf = (elements: readonly PackElement[], stretch: number) =>
  elements.slice(Math.max(0, stretch) * sectionsInStretch, (stretch + 1) * sectionsInStretch);

function without(numbers: ReadonlySet<number>, number: number): ReadonlySet<number> {
  if (!numbers.has(number)) return numbers;
  const rest = new Set(numbers);
  rest.delete(number);
  return rest;
}
