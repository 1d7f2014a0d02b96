import type { ReactNode } from 'react';
import classes from './narrow-page.module.css';

/** A page of forms and words, no wider than is good for reading. */
export const NarrowPage = ({ children }: { children: ReactNode }) => (
  <div className={classes.page}>{children}</div>
);
