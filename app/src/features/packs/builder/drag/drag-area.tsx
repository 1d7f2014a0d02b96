import { createContext, type ReactNode, type RefObject, useContext, useRef } from 'react';
import { useStore } from 'zustand';
import { Spoken } from '#ui/spoken.tsx';
import { CarryContext, UnderHand } from '../../carrying/carry-context.tsx';
import type { Pressed } from '../../carrying/lift.tsx';
import { texts } from '../../texts.ts';
import { Carried } from './carried.tsx';
import type { Drag, DragState } from './drag-store.ts';
import { keepHandAt } from './keep-hand-at.ts';
import { LiftArea } from './lift.tsx';
import type { Dragged, StepKey } from './places.ts';
import { usePointer } from './use-pointer.ts';

const DragContext = createContext<Drag | null>(null);

export function useDrag(): Drag {
  const drag = useContext(DragContext);
  if (!drag) throw new Error('There is nothing to drag outside a drag area');
  return drag;
}

/** A part of what is being dragged; only those whose part has changed are drawn again. */
export const useDragState = <T,>(part: (state: DragState) => T): T => useStore(useDrag().store, part);

interface Props {
  drag: Drag;
  /** Holds the sections. */
  area: RefObject<HTMLElement | null>;
  children: ReactNode;
}

const arrows: Record<string, StepKey> = {
  ArrowUp: 'ArrowUp',
  ArrowDown: 'ArrowDown',
  ArrowLeft: 'ArrowLeft',
  ArrowRight: 'ArrowRight',
};

/** Carries what a pack is made of, each to the places that may hold it. What happens is said by `Heard` below. */
export function DragArea({ drag, area, children }: Props) {
  const aimNow = usePointer(drag, area);
  const pressed = useRef<Pressed<Dragged> | null>(null);
  /** By keyboard the hand is at the grip. */
  const stay = (isPut = false) => {
    const grip = drag.store.getState().isByKeyboard ? pressed.current?.grip : null;
    return () => keepHandAt(grip, isPut);
  };
  return (
    <DragContext value={drag}>
      <CarryContext
        instructions={texts.builder.drag.instructions}
        arrows={arrows}
        onStep={drag.step}
        onLift={(_, isByKeyboard) => {
          if (pressed.current) drag.lift(pressed.current.thing, isByKeyboard);
        }}
        onDrop={() => {
          aimNow.current();
          drag.drop(stay(true));
        }}
        onCancel={() => drag.cancel(stay())}
      >
        <LiftArea isHeld={drag.isHeld} pressed={pressed}>
          {children}
        </LiftArea>
        <Overlay />
      </CarryContext>
      <Heard />
    </DragContext>
  );
}

function Overlay() {
  const dragged = useDragState((state) => (state.isByKeyboard ? null : state.dragged));
  return <UnderHand>{dragged && <Carried dragged={dragged} />}</UnderHand>;
}

function Heard() {
  const spoken = useDragState((state) => state.spoken);
  return (
    <Spoken role="status" aria-live="assertive">
      {spoken}
    </Spoken>
  );
}
