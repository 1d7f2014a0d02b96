import type { PackColor } from '@satchel/core/contract/resource-types.ts';
import type { CSSProperties } from 'react';
import { spineOf } from './keyline.ts';
import classes from './pack-spine.module.css';

/** The stitched band in the pack's keyline colour at the left edge of whatever stands for a pack. Decoration. */
export function PackSpine({ color }: { color: PackColor | null | undefined }) {
  const { background, opacity, isLight } = spineOf(color);
  const paint: CSSProperties = background ? { background, opacity } : {};
  return (
    <span className={classes.spine} aria-hidden="true">
      <span className={classes.paint} style={paint} data-keyline={background ?? 'brand'} />
      <span className={classes.seam} data-light={isLight || undefined} />
    </span>
  );
}
