import { type RefObject, useEffect, useState } from 'react';

// Far enough that a quick scroll seldom overtakes it, near enough that what is drawn stays little.
const margin = '900px 0px';

const goneInFrame = 4;

type Listener = (isNear: boolean) => void;

const listeners = new Map<Element, Listener>();
/** What came near, with its distance from the middle of the window, px. */
const arriving = new Map<Element, number>();
const leaving = new Set<Element>();
let observer: IntersectionObserver | null = null;
let isTaking = false;

function nearest(): Element | undefined {
  const [first, ...others] = arriving;
  return first && others.reduce((best, each) => (each[1] < best[1] ? each : best), first)[0];
}

/** One at a time, so that no frame waits for more than one section: first what can be seen, at last what has gone. */
function takeNext() {
  const element = nearest();
  const gone = element ? [] : [...leaving].slice(0, goneInFrame);
  isTaking = element !== undefined || gone.length > 0;
  if (!isTaking) return;
  if (element) {
    arriving.delete(element);
    listeners.get(element)?.(true);
  }
  for (const each of gone) {
    leaving.delete(each);
    // Where the hand is, nothing goes.
    if (!each.contains(document.activeElement)) listeners.get(each)?.(false);
  }
  requestAnimationFrame(takeNext);
}

function look(entries: IntersectionObserverEntry[]) {
  const middle = window.innerHeight / 2;
  for (const { target, isIntersecting, boundingClientRect: box } of entries) {
    arriving.delete(target);
    leaving.delete(target);
    if (isIntersecting) arriving.set(target, Math.max(box.top - middle, middle - box.bottom, 0));
    else leaving.add(target);
  }
  if (!isTaking) requestAnimationFrame(takeNext);
  isTaking = true;
}

function watch(element: Element, listener: Listener) {
  observer ??= new IntersectionObserver(look, { rootMargin: margin });
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    listeners.delete(element);
    arriving.delete(element);
    leaving.delete(element);
  };
}

/** Whether an element is in the window or not far from it. */
export function useNear(element: RefObject<Element | null>, startsNear: boolean): boolean {
  const [isNear, setNear] = useState(startsNear);
  useEffect(() => (element.current ? watch(element.current, setNear) : undefined), [element]);
  return isNear;
}
