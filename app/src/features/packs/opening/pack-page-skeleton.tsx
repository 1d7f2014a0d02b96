import { Skeleton } from '@mantine/core';
import { texts } from '../texts.ts';
import classes from './pack-page-skeleton.module.css';

/** The shape of a pack's page to come. */
export const PackPageSkeleton = () => (
  <div role="status" aria-label={texts.view.loading} className={classes.page}>
    <Skeleton height={180} radius="lg" />
    <Skeleton height={22} width="40%" />
    <Skeleton height={14} />
    <Skeleton height={14} width="80%" />
    <Skeleton height={200} radius="lg" />
  </div>
);
