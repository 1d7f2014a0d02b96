import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl, type SegmentedControlProps } from '@mantine/core';
import classes from './choices.module.css';

/** One of a few ways to see the same. */
export const Choices = ({ className, ...props }: SegmentedControlProps) => (
  <SegmentedControl {...props} className={className ? `${classes.choices} ${className}` : classes.choices} />
);
