import {
  type Announcements,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  type KeyboardSensorOptions,
  MeasuringStrategy,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { createContext, type ReactNode, type RefObject, useContext, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { Spoken } from '#ui/spoken.tsx';
import { texts } from '../../texts.ts';
import { Carried } from './carried.tsx';
import type { Drag, DragState } from './drag-store.ts';
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

const keyboardCodes = { start: ['Space', 'Enter'], cancel: ['Escape', 'Tab'], end: ['Space', 'Enter'] };

// What happens is said by `Heard` below, which knows the places.
const silent: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/**
 * Carries things by mouse, by a held finger and by keyboard. The library moves what is carried; where it may go is
 * worked out from the pack, since sections that are far away are not on the page (decision 030).
 */
export function DragArea({ drag, area, children }: Props) {
  const keyboard = useMemo<KeyboardSensorOptions>(
    () => ({
      keyboardCodes,
      coordinateGetter: (event) => {
        const key = arrows[event.code];
        if (!key) return;
        event.preventDefault();
        drag.step(key);
      },
    }),
    [drag],
  );
  const aimNow = usePointer(drag, area);
  const sensors = useSensors(
    useSensor(MouseSensor, mouse),
    useSensor(TouchSensor, finger),
    useSensor(KeyboardSensor, keyboard),
  );
  return (
    <DragContext value={drag}>
      <DndContext
        sensors={sensors}
        measuring={measuring}
        collisionDetection={none}
        accessibility={accessibility}
        onDragStart={({ active, activatorEvent }) =>
          drag.lift(active.data.current as Dragged, activatorEvent instanceof KeyboardEvent)
        }
        onDragEnd={() => {
          aimNow.current();
          drag.drop();
        }}
        onDragCancel={drag.cancel}
      >
        {children}
        <Overlay />
      </DndContext>
      <Heard />
    </DragContext>
  );
}

const mouse = { activationConstraint: { distance: 6 } };
// Held, so that a swipe over a grip still scrolls the list.
const finger = { activationConstraint: { delay: 180, tolerance: 8 } };
const measuring = { droppable: { strategy: MeasuringStrategy.BeforeDragging } };
const none = () => [];
const accessibility = {
  announcements: silent,
  screenReaderInstructions: { draggable: texts.builder.drag.instructions },
};

/** What is carried by hand lies under it; the keyboard moves the place alone. */
function Overlay() {
  const dragged = useDragState((state) => (state.isByKeyboard ? null : state.dragged));
  return createPortal(
    <DragOverlay dropAnimation={null} zIndex={400}>
      {dragged && <Carried dragged={dragged} />}
    </DragOverlay>,
    document.body,
  );
}

function Heard() {
  const spoken = useDragState((state) => state.spoken);
  return (
    <Spoken role="status" aria-live="assertive">
      {spoken}
    </Spoken>
  );
}
