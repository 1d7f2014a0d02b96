import type { CSSProperties } from 'react';
import classes from './skeletons.module.css';

interface Props {
  count: number;
  /** What is coming, for screen readers. */
  label?: string;
}

/** Mantine's skeleton would have to come before the first paint. */
const Bone = (style: Pick<CSSProperties, 'height' | 'width' | 'borderRadius'>) => (
  <span className={classes.bone} style={style} />
);

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Tiles in the shape of those to come. */
export const TileSkeletons = ({ count, label = 'Loading' }: Props) => (
  <div role="status" aria-label={label} className={classes.tiles}>
    {numbers(count).map((at) => (
      <div key={at} className={classes.tile}>
        <Bone height={148} borderRadius={0} />
        <div className={classes.words}>
          <Bone height={18} width="60%" />
          <Bone height={12} />
          <Bone height={12} width="80%" />
        </div>
      </div>
    ))}
  </div>
);

/** Rows of a table to come. */
export const RowSkeletons = ({ count, label = 'Loading' }: Props) => (
  <div role="status" aria-label={label} className={classes.rows}>
    {numbers(count).map((at) => (
      <div key={at} className={classes.row}>
        <Bone height={32} width={28} />
        <Bone height={14} width="30%" />
        <Bone height={14} width="40%" />
      </div>
    ))}
  </div>
);
