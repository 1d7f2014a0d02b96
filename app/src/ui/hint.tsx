import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import classes from './hint.module.css';
import { useShowsHint } from './hint-level.ts';
import { lazyExtra } from './lazy-extra.ts';

const HintTooltip = lazyExtra(() => import('./hint-tooltip.tsx'));

interface Props {
  label: string;
  /** Says what nothing else on the page shows, so that it stays when hints are few (MODEL-31). */
  essential?: boolean;
  /** One control that carries the same words as its accessible name. */
  children: ReactNode;
}

/** How long a pointer rests before the words show, so that they do not flicker along its way. */
const restMs = 400;

/**
 * A tooltip for pointer and keyboard; its code comes with the first one that shows. The control's own state opens it:
 * Mantine's tooltip hears no focus on a target that is not its child.
 */
export function Hint({ label, essential = false, children }: Props) {
  const isWanted = useShowsHint(essential);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const hint = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const frame = hint.current;
    if (!frame || !isWanted) return;
    const controller = new AbortController();
    const { signal } = controller;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      if (frame.firstElementChild instanceof HTMLElement) setTarget(frame.firstElementChild);
      setOpen(true);
    };
    const hide = () => {
      clearTimeout(rest);
      setOpen(false);
    };
    const enter = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') rest = setTimeout(show, restMs);
    };
    const focus = () => {
      if (frame.querySelector(':focus-visible')) show();
    };
    const dismiss = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide();
    };
    frame.addEventListener('pointerenter', enter, { signal });
    frame.addEventListener('pointerleave', hide, { signal });
    frame.addEventListener('focusin', focus, { signal });
    frame.addEventListener('focusout', hide, { signal });
    document.addEventListener('keydown', dismiss, { signal });
    return () => {
      hide();
      controller.abort();
    };
  }, [isWanted]);
  return (
    <span ref={hint} className={classes.hint}>
      {children}
      {target && (
        <Suspense>
          <HintTooltip target={target} label={label} isOpen={isOpen} />
        </Suspense>
      )}
    </span>
  );
}
