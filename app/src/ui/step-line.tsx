import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Spoken } from './spoken.tsx';
import classes from './step-line.module.css';

interface Props {
  names: readonly string[];
  /** Counted from 0; as many as there are names when all is behind. */
  current: number;
  /** What is spoken of a step that is behind. */
  done: string;
  /** A step that is behind was pressed; without it there is no way back from here. */
  onBack?: (step: number) => void;
}

const stateOf = (step: number, current: number) =>
  step < current ? 'done' : step === current ? 'current' : 'ahead';

/** How far one has come: a line to what is behind, a seam to what is ahead. */
export const StepLine = ({ names, current, done, onBack }: Props) => (
  <ol className={classes.steps}>
    {names.map((name, step) => {
      const state = stateOf(step, current);
      const inside = (
        <>
          <span className={classes.sign} aria-hidden>
            {state === 'done' ? <IconCheck size={18} stroke={2.25} /> : step + 1}
          </span>
          <span>{name}</span>
        </>
      );
      return (
        <li
          key={name}
          className={classes.step}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          {state === 'done' && onBack ? (
            <UnstyledButton className={classes.back} onClick={() => onBack(step)}>
              {inside}
            </UnstyledButton>
          ) : (
            inside
          )}
          {state === 'done' && <Spoken>{done}</Spoken>}
        </li>
      );
    })}
  </ol>
);
