import type { ReactNode } from 'react';
import classes from './action-bar.module.css';
import { bottomBar } from './bottom-bar.ts';

interface Props {
  /** What leads away or looks on, at the start. */
  aside: ReactNode;
  /** What the page is for, at the end. */
  children: ReactNode;
}

/** The acts of a whole page, at its lower edge however long it is. */
export const ActionBar = ({ aside, children }: Props) => (
  <div ref={bottomBar} className={classes.bar} data-bottom-bar>
    {aside}
    <span className={classes.space} />
    {children}
  </div>
);
