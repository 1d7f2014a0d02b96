import type { ComponentPropsWithRef } from 'react';
import classes from './icon-button.module.css';

/** A sign to touch, for what stands around every page: Mantine's own would have to come before the first paint. */
export const IconButton = ({ className, ...button }: ComponentPropsWithRef<'button'>) => (
  <button type="button" {...button} className={`satchel-press ${classes.button} ${className ?? ''}`} />
);
