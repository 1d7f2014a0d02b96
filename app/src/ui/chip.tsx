import type { ReactNode } from 'react';
import classes from './chip.module.css';

interface Props {
  tone?: 'neutral' | 'outlined' | 'waiting' | 'refused' | 'done' | 'moving';
  icon?: ReactNode;
  children: ReactNode;
}

/** A word or two of state or kind, 26 px high; never the only sign of anything by its colour. */
export const Chip = ({ tone = 'neutral', icon, children }: Props) => (
  <span className={classes.chip} data-tone={tone}>
    {icon}
    {children}
  </span>
);
