import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

// Far enough that a quick scroll seldom overtakes it, near enough that what is drawn stays little.
const margin = '600px 0px';

// What a frame has for making elements; three times as much goes into their style and layout.
const drawMs = 4;

// So late a frame that comes on time has no room for more.
const lateMs = 12;

// px in a frame. What passes by as quickly nobody reads, and to draw it would take the time that scrolling needs.
const quickScroll = 100;

// A wheel that turns quickly moves the page once in some frames.
const restMs = 100;

interface Nearness {
  isNear: boolean;
  /** px, when it was last left; null before. */
  height: number | null;
}

type Listener = (nearness: Nearness) => void;

interface Piece {
  element: Element;
  draw: () => void;
}

const listeners = new Map<Element, Listener>();
/** Where elements were when they were looked at last, px of the page: to ask again would lay the page out each time. */
const places = new Map<Element, { top: number; bottom: number }>();
const waiting = new Set<Piece>();
const arriving = new Map<Element, Piece>();
const leaving = new Set<Element>();
let observer: IntersectionObserver | null = null;
let isDrawing = false;
let isLate = false;
/** Of the window, px of the page. */
let lastTop = 0;
let height = 0;
/** It has been scrolled, or is as high as another one, since that was looked at. */
let hasMoved = true;
let wasQuickAt = Number.NEGATIVE_INFINITY;

function heightOf(element: Element) {
  const place = places.get(element);
  return place ? place.bottom - place.top : null;
}

/** The piece nearest to the middle of the window, px of the page; at last one of an element that is not watched. */
function nearest(middle: number): Piece | undefined {
  let found: { piece: Piece; distance: number } | undefined;
  for (const piece of waiting) {
    const place = places.get(piece.element);
    const distance = place
      ? Math.max(place.top - middle, middle - place.bottom, 0)
      : Number.POSITIVE_INFINITY;
    if (!found || distance < found.distance) found = { piece, distance };
  }
  return found?.piece;
}

/** First what can be seen, at last what has gone; undefined when there is nothing to do. */
function nextWork(middle: number): (() => void) | undefined {
  const piece = nearest(middle);
  if (piece) {
    waiting.delete(piece);
    return piece.draw;
  }
  for (const element of leaving) {
    leaving.delete(element);
    // Where the hand is, nothing goes.
    if (!element.contains(document.activeElement))
      return () => listeners.get(element)?.({ isNear: false, height: heightOf(element) });
  }
  return undefined;
}

/** Only when it is another place: to ask has what was drawn since the last frame laid out, and the rest once more after it. */
function lookWhere(now: number) {
  const top = window.scrollY;
  if (Math.abs(top - lastTop) > quickScroll) wasQuickAt = now;
  lastTop = top;
  height = window.innerHeight;
  hasMoved = false;
}

function move() {
  hasMoved = true;
}

/**
 * As much as a frame has time for, in pieces that are drawn one by one so that their time can be told.
 * @param frame when it began: what the hand does and what the browser lays out of its own accord may have taken its share
 *   already. The next one is taken whatever it has had.
 */
function drawFrame(frame: number) {
  const began = performance.now();
  if (hasMoved) lookWhere(began);
  isLate = !isLate && began - frame > lateMs;
  if (isLate || began - wasQuickAt < restMs) {
    requestAnimationFrame(drawFrame);
    return;
  }
  const middle = lastTop + height / 2;
  do {
    const work = nextWork(middle);
    isDrawing = work !== undefined;
    if (!work) return;
    flushSync(work);
  } while (performance.now() - began < drawMs);
  requestAnimationFrame(drawFrame);
}

function beginDrawing() {
  if (!isDrawing) requestAnimationFrame(drawFrame);
  isDrawing = true;
}

function look(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting, boundingClientRect: box } of entries) {
    places.set(target, { top: box.top + window.scrollY, bottom: box.bottom + window.scrollY });
    const before = arriving.get(target);
    if (before) waiting.delete(before);
    arriving.delete(target);
    leaving.delete(target);
    if (!isIntersecting) {
      leaving.add(target);
      continue;
    }
    const piece = { element: target, draw: () => listeners.get(target)?.({ isNear: true, height: null }) };
    arriving.set(target, piece);
    waiting.add(piece);
  }
  beginDrawing();
}

function watchWindow() {
  // Both are told before a frame draws.
  window.addEventListener('scroll', move, { passive: true });
  window.addEventListener('resize', move);
  return new IntersectionObserver(look, { rootMargin: margin });
}

function watch(element: Element, listener: Listener) {
  observer ??= watchWindow();
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    listeners.delete(element);
    places.delete(element);
    leaving.delete(element);
    const piece = arriving.get(element);
    if (piece) waiting.delete(piece);
    arriving.delete(element);
  };
}

/** Whether an element is in the window or not far from it, and how high it was when it was. */
export function useNear(element: RefObject<Element | null>, startsNear: boolean): Nearness {
  const [nearness, setNearness] = useState<Nearness>({ isNear: startsNear, height: null });
  useEffect(() => (element.current ? watch(element.current, setNearness) : undefined), [element]);
  return nearness;
}

interface Growth {
  /** How many are there at once; none by default. */
  first?: number;
  /** How many are drawn together. */
  step: number;
  /** Begins anew with every other. */
  of?: unknown;
}

/**
 * How many parts of an element are drawn: the first at once, then some more whenever a frame has time for them, until all
 * are. Parts of an element that is not watched come after what is near.
 */
export function useDrawn(element: RefObject<Element | null>, total: number, growth: Growth): number {
  const { first = 0, step, of = null } = growth;
  // Once all are there, what is added is there at once.
  const begin = total > 0 && first >= total ? Number.POSITIVE_INFINITY : first;
  const [drawn, setDrawn] = useState({ of, count: begin });
  const count = drawn.of === of ? drawn.count : begin;
  useEffect(() => {
    if (count >= total || !element.current) return;
    const next = count + step >= total ? Number.POSITIVE_INFINITY : count + step;
    const piece = { element: element.current, draw: () => setDrawn({ of, count: next }) };
    waiting.add(piece);
    beginDrawing();
    return () => void waiting.delete(piece);
  }, [element, of, count, total, step]);
  return Math.min(count, total);
}
