import { type MouseEvent, memo, type RefObject, useImperativeHandle, useRef } from 'react';
import type { Press } from '../../carrying/lift.tsx';
import { texts } from '../../texts.ts';
import classes from './drag.module.css';
import { useLift } from './lift.tsx';
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
  const { press, instructionsId } = useLift();
  const button = useRef<HTMLButtonElement>(null);
  const begin: Press = (event) => press(event, dragged, button.current);
  useImperativeHandle(pull, () => begin);
  return (
    <button
      ref={button}
      onMouseDown={begin}
      onTouchStart={begin}
      onKeyDown={begin}
      type="button"
      className={`${classes.grip} ${className}`}
      data-grip={id}
      aria-label={texts.builder.handle(dragged.title)}
      aria-describedby={instructionsId}
    />
  );
});
