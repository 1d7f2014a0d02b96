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

type PressEvent = MouseEvent | TouchEvent | KeyboardEvent;

/** What begins a drag, should the hand go on. */
export type Press = (event: PressEvent) => void;

interface Lift<Thing> {
  press: (event: PressEvent, thing: Thing, grip: HTMLElement | null) => void;
  /** Id of the words that say how something is carried. */
  instructionsId: string;
}

/** What the hand was on last. */
export interface Pressed<Thing> {
  thing: Thing;
  grip: HTMLElement | null;
}

interface Props<Thing> {
  /** Whether something is carried now. The same function as long as nothing is remounted. */
  isHeld: () => boolean;
  pressed: RefObject<Pressed<Thing> | null>;
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
export function createLift<Thing>() {
  const LiftContext = createContext<Lift<Thing> | null>(null);

  function useLift(): Lift<Thing> {
    const lift = useContext(LiftContext);
    if (!lift) throw new Error('There is nothing to lift outside a drag area');
    return lift;
  }

  function LiftArea({ isHeld, pressed, children }: Props<Thing>) {
    const { setNodeRef, listeners, attributes } = useDraggable({ id: 'pressed' });
    const instructionsId = attributes['aria-describedby'];
    const lift = useMemo<Lift<Thing>>(
      () => ({
        instructionsId,
        press(event, thing, grip) {
          // Keys that steer what is carried come from its grip, too.
          if (!isHeld()) {
            setNodeRef(grip);
            pressed.current = { thing, grip };
          }
          listeners?.[handlers[event.type] ?? '']?.(event);
        },
      }),
      [isHeld, pressed, setNodeRef, listeners, instructionsId],
    );
    return <LiftContext value={lift}>{children}</LiftContext>;
  }

  return { LiftArea, useLift };
}
