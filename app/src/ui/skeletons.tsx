import { Skeleton } from '@mantine/core';
import classes from './skeletons.module.css';

interface Props {
  count: number;
  /** What is coming, for screen readers. */
  label?: string;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Tiles in the shape of those to come. */
export const TileSkeletons = ({ count, label = 'Loading' }: Props) => (
  <div role="status" aria-label={label} className={classes.tiles}>
    {numbers(count).map((at) => (
      <div key={at} className={classes.tile}>
        <Skeleton height={148} radius={0} />
        <div className={classes.words}>
          <Skeleton height={18} width="60%" />
          <Skeleton height={12} />
          <Skeleton height={12} width="80%" />
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
        <Skeleton height={32} width={28} />
        <Skeleton height={14} width="30%" />
        <Skeleton height={14} width="40%" />
      </div>
    ))}
  </div>
);
