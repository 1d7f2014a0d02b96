import type { ComponentPropsWithRef } from 'react';
import classes from './spoken.module.css';

/** Words for screen readers only. */
export const Spoken = (props: Omit<ComponentPropsWithRef<'span'>, 'className'>) => (
  <span {...props} className={classes.spoken} />
);
