import { useDraggable } from '@dnd-kit/core';
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type TouchEvent,
  useContext,
  useMemo,
} from 'react';
import type { Drag } from './drag-store.ts';
import type { Dragged } from './places.ts';

type PressEvent = MouseEvent | TouchEvent | KeyboardEvent;

/** What begins a drag, should the hand go on. */
export type Press = (event: PressEvent) => void;

interface Lift {
  press: (event: PressEvent, dragged: Dragged, grip: HTMLElement | null) => void;
  /** Id of the words that say how something is carried. */
  instructionsId: string;
}

const LiftContext = createContext<Lift | null>(null);

export function useLift(): Lift {
  const lift = useContext(LiftContext);
  if (!lift) throw new Error('There is nothing to lift outside a drag area');
  return lift;
}

/** What the hand was on last. */
export interface Pressed {
  dragged: Dragged;
  grip: HTMLElement | null;
}

interface Props {
  drag: Drag;
  pressed: RefObject<Pressed | null>;
  children: ReactNode;
}

const handlers: Record<string, string> = {
  mousedown: 'onMouseDown',
  touchstart: 'onTouchStart',
  keydown: 'onKeyDown',
};

/**
 * To the library there is one thing to lift: whatever was pressed last. It draws each one that it knows again when
 * something is lifted and when it is put down, and there may be hundreds of grips in sight.
 */
export function LiftArea({ drag, pressed, children }: Props) {
  const { setNodeRef, listeners, attributes } = useDraggable({ id: 'pressed' });
  const instructionsId = attributes['aria-describedby'];
  const lift = useMemo<Lift>(
    () => ({
      instructionsId,
      press(event, dragged, grip) {
        // Keys that steer what is carried come from its grip, too.
        if (!drag.store.getState().dragged) {
          setNodeRef(grip);
          pressed.current = { dragged, grip };
        }
        listeners?.[handlers[event.type] ?? '']?.(event);
      },
    }),
    [drag, pressed, setNodeRef, listeners, instructionsId],
  );
  return <LiftContext value={lift}>{children}</LiftContext>;
}

/** The hand stays at the grip, also where what was carried is another element now. */
export function keepHandAt(grip: HTMLElement | null | undefined) {
  requestAnimationFrame(() => {
    if (!grip || grip.isConnected) return;
    document.querySelector<HTMLElement>(`[data-grip="${CSS.escape(grip.dataset.grip ?? '')}"]`)?.focus();
  });
}
