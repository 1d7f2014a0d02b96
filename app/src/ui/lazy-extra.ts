import { type ComponentType, lazy } from 'react';

const Nothing = () => null;

/** A part that comes late and that nobody misses where it does not come: without it the page goes on. */
export const lazyExtra = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead: ComponentType<Props> = Nothing,
) => lazy<ComponentType<Props>>(() => load().catch(() => ({ default: instead })));
