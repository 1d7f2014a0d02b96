import {
  type Active,
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
import { type ReactNode, useMemo } from 'react';
import { createPortal } from 'react-dom';

interface Props<Key> {
  /** How it is done by keyboard, for those who hear it. */
  instructions: string;
  /** What the arrow keys mean, by their code. */
  arrows: Readonly<Record<string, Key>>;
  /** The same function as long as nothing is remounted. */
  onStep: (key: Key) => void;
  onLift: (active: Active, isByKeyboard: boolean) => void;
  onMove?: () => void;
  onDrop: () => void;
  onCancel: () => void;
  children: ReactNode;
}

const mouse = { activationConstraint: { distance: 6 } };
// Held, so that a swipe over a grip still scrolls the list.
const finger = { activationConstraint: { delay: 180, tolerance: 8 } };
const keyboardCodes = { start: ['Space', 'Enter'], cancel: ['Escape', 'Tab'], end: ['Space', 'Enter'] };
const measuring = { droppable: { strategy: MeasuringStrategy.BeforeDragging } };
const none = () => [];
// What happens is said by those who know the places.
const silent: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/**
 * Carries things by mouse, by a held finger and by keyboard. The library moves what is carried; where it may go is
 * worked out from the pack, since what is far away is not on the page (decision 030).
 */
export function CarryContext<Key>(props: Props<Key>) {
  const { instructions, arrows, onStep, onLift, onMove, onDrop, onCancel, children } = props;
  const keyboard = useMemo<KeyboardSensorOptions>(
    () => ({
      keyboardCodes,
      coordinateGetter: (event) => {
        const key = arrows[event.code];
        if (key === undefined) return;
        event.preventDefault();
        onStep(key);
      },
    }),
    [arrows, onStep],
  );
  const accessibility = useMemo(
    () => ({ announcements: silent, screenReaderInstructions: { draggable: instructions } }),
    [instructions],
  );
  const sensors = useSensors(
    useSensor(MouseSensor, mouse),
    useSensor(TouchSensor, finger),
    useSensor(KeyboardSensor, keyboard),
  );
  return (
    <DndContext
      sensors={sensors}
      measuring={measuring}
      collisionDetection={none}
      accessibility={accessibility}
      onDragStart={({ active, activatorEvent }) => onLift(active, activatorEvent instanceof KeyboardEvent)}
      {...(onMove && { onDragMove: onMove })}
      onDragEnd={onDrop}
      onDragCancel={onCancel}
    >
      {children}
    </DndContext>
  );
}

/** What is carried by hand lies under it; the keyboard moves the place alone. */
export const UnderHand = ({ children }: { children: ReactNode }) =>
  createPortal(
    <DragOverlay dropAnimation={null} zIndex={400}>
      {children}
    </DragOverlay>,
    document.body,
  );
