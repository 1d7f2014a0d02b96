import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { bottomBar } from './bottom-bar.ts';
import classes from './pager.module.css';
import { step } from './step.ts';

interface Step {
  label: string;
  /** Null at the end. */
  go: (() => void) | null;
}

interface Props {
  /** Which rows these are, in words. */
  range: string;
  /** Which page this is, and of how many, in words. */
  here: { page: string; of: string };
  previous: Step;
  next: Step;
  /** Stands right below the table and belongs to it. */
  isAttached?: boolean;
  /** What else can be chosen here. */
  children?: ReactNode;
}

/** Which rows these are, and the way to the others. Sticks to the bottom edge. */
export const Pager = ({ range, here, previous, next, isAttached = false, children }: Props) => (
  <div ref={bottomBar} className={classes.pager} data-bottom-bar data-attached={isAttached || undefined}>
    <span className={classes.range} role="status">
      {range}
    </span>
    {children}
    <StepButton {...previous} Icon={IconChevronLeft} />
    <span className={classes.page}>
      <strong>{here.page}</strong>
      {here.of}
    </span>
    <StepButton {...next} Icon={IconChevronRight} />
  </div>
);

const StepButton = ({ label, go, Icon }: Step & { Icon: typeof IconChevronLeft }) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={44}
    aria-label={label}
    {...step(go)}
    className={classes.step}
  >
    <Icon size={20} stroke={1.75} aria-hidden />
  </ActionIcon>
);
