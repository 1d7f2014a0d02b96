import type { ReactNode } from 'react';
import classes from './full-page.module.css';
import { SatchelGlyph } from './satchel-glyph.tsx';

interface Props {
  /** The page's `h1`. */
  title: ReactNode;
  hint?: string | undefined;
  children?: ReactNode;
}

/** Sign, words and ways out in the middle of an otherwise empty page. */
export const FullPage = ({ title, hint, children }: Props) => (
  <div className={classes.page}>
    <SatchelGlyph size={56} />
    {title}
    {hint && <p className={classes.hint}>{hint}</p>}
    {children && <div className={classes.actions}>{children}</div>}
  </div>
);
