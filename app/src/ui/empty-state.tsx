import type { ReactNode } from 'react';
import classes from './empty-state.module.css';
import { SatchelGlyph } from './satchel-glyph.tsx';

interface Props {
  text: string;
  /** One soft button that does the obvious next thing. */
  action?: ReactNode;
  /** The seam says that something can be added here. */
  open?: boolean;
  /** Something failed, and is told at once. */
  isAlert?: boolean;
}

/** A list without anything in it: what is so, and what to do. */
export const EmptyState = ({ text, action, open = false, isAlert = false }: Props) => (
  <div className={classes.empty} data-open={open || undefined}>
    <SatchelGlyph size={48} />
    <p className={classes.text} role={isAlert ? 'alert' : undefined}>
      {text}
    </p>
    {action}
  </div>
);
