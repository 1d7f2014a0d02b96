import type { ComponentPropsWithRef } from 'react';
import classes from './plain-button.module.css';

/** A button of words for what comes before the first paint; everywhere else Mantine's. */
export const PlainButton = ({ className, ...button }: ComponentPropsWithRef<'button'>) => (
  <button type="button" {...button} className={`satchel-press ${classes.button} ${className ?? ''}`} />
);
