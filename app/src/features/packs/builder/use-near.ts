import { type RefObject, useEffect, useState } from 'react';

// Far enough that a quick scroll seldom overtakes it, near enough that what is drawn stays little.
const margin = '900px 0px';

type Listener = (isNear: boolean) => void;

const listeners = new Map<Element, Listener>();
const due = new Map<Element, boolean>();
let observer: IntersectionObserver | null = null;
let isTaking = false;

/** One at a time, so that no frame waits for more than one section. */
function takeNext() {
  const [next] = due;
  isTaking = next !== undefined;
  if (!next) return;
  const [element, isNear] = next;
  due.delete(element);
  // Where the hand is, nothing goes.
  if (isNear || !element.contains(document.activeElement)) listeners.get(element)?.(isNear);
  requestAnimationFrame(takeNext);
}

function look(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting } of entries) {
    due.delete(target);
    due.set(target, isIntersecting);
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
    due.delete(element);
  };
}

/** Whether an element is in the window or not far from it. */
export function useNear(element: RefObject<Element | null>, startsNear: boolean): boolean {
  const [isNear, setNear] = useState(startsNear);
  useEffect(() => (element.current ? watch(element.current, setNear) : undefined), [element]);
  return isNear;
}
