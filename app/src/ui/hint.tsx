import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import classes from './hint.module.css';

const HintTooltip = lazy(() => import('./hint-tooltip.tsx'));

interface Props {
  label: string;
  /** One control that carries the same words as its accessible name. */
  children: ReactNode;
}

/** A tooltip whose code comes when somebody first points at the control or focuses it. */
export function Hint({ label, children }: Props) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const hint = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const frame = hint.current;
    const meet = () => {
      if (frame?.firstElementChild instanceof HTMLElement) setTarget(frame.firstElementChild);
    };
    const once = { once: true };
    frame?.addEventListener('pointerenter', meet, once);
    frame?.addEventListener('focusin', meet, once);
    return () => {
      frame?.removeEventListener('pointerenter', meet);
      frame?.removeEventListener('focusin', meet);
    };
  }, []);
  return (
    <span ref={hint} className={classes.hint}>
      {children}
      {target && (
        <Suspense>
          <HintTooltip target={target} label={label} />
        </Suspense>
      )}
    </span>
  );
}
