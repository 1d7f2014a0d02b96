import { useDraggable } from '@dnd-kit/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type MouseEvent, memo, type RefObject, useImperativeHandle } from 'react';
import { texts } from '../../texts.ts';
import classes from './drag.module.css';
import type { Dragged } from './places.ts';

interface Props {
  /** Unlike that of every other grip in the area. */
  id: string;
  dragged: Dragged;
  className?: string | undefined;
  /** Begins the same drag from another element that a mouse pulls. */
  pull?: RefObject<Pull | null>;
}

export type Pull = (event: MouseEvent) => void;

/** Six dots in 44 px: pulled by a mouse, held by a finger, or lifted with the space key. */
export const Grip = memo(function Grip({ id, dragged, className = '', pull }: Props) {
  const { setNodeRef, listeners, attributes } = useDraggable({ id, data: dragged });
  useImperativeHandle(pull, () => listeners?.onMouseDown as Pull, [listeners]);
  return (
    <button
      {...listeners}
      ref={setNodeRef}
      type="button"
      className={`${classes.grip} ${className}`}
      data-grip={id}
      aria-label={texts.builder.handle(dragged.title)}
      aria-describedby={attributes['aria-describedby']}
    >
      <IconGripVertical size={20} stroke={1.75} aria-hidden />
    </button>
  );
});
