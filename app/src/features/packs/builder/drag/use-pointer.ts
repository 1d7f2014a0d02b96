import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Drag } from './drag-store.ts';
import { placeAt } from './place-at.ts';

/**
 * Follows mouse or finger while something is carried, and the page that scrolls below them: once in a frame, and once
 * more when the answer is asked for.
 */
export function usePointer(drag: Drag, area: RefObject<HTMLElement | null>) {
  const isCarried = useStore(drag.store, ({ dragged, isByKeyboard }) => dragged !== null && !isByKeyboard);
  const aimNow = useRef(() => {});
  useEffect(() => {
    if (!isCarried) return;
    let point: { x: number; y: number } | null = null;
    let frame: number | null = null;
    const aim = () => {
      frame = null;
      const { dragged, place } = drag.store.getState();
      if (dragged && point && area.current) drag.aim(placeAt(area.current, point, dragged, place));
    };
    const soon = () => {
      frame ??= requestAnimationFrame(aim);
    };
    const move = (event: MouseEvent | TouchEvent) => {
      const at = 'touches' in event ? event.touches[0] : event;
      if (at) point = { x: at.clientX, y: at.clientY };
      soon();
    };
    const ending = new AbortController();
    const options = { capture: true, passive: true, signal: ending.signal };
    window.addEventListener('mousemove', move, options);
    window.addEventListener('touchmove', move, options);
    window.addEventListener('scroll', soon, options);
    aimNow.current = aim;
    return () => {
      ending.abort();
      if (frame !== null) cancelAnimationFrame(frame);
      aimNow.current = () => {};
    };
  }, [drag, area, isCarried]);
  return aimNow;
}
