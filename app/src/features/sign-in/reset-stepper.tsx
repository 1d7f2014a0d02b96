import { IconCheck } from '@tabler/icons-react';
import { Spoken } from '#ui/spoken.tsx';
import classes from './reset-stepper.module.css';
import type { ResetStep } from './reset-steps.ts';
import { texts } from './texts.ts';

const stateOf = (step: number, active: ResetStep, isDone: boolean) =>
  step < active || isDone ? 'done' : step === active ? 'current' : 'ahead';

interface Props {
  active: ResetStep;
  /** The last step is behind, too. */
  isDone: boolean;
}

/** How far one has come: a line to what is behind, a seam to what is ahead. */
export const ResetStepper = ({ active, isDone }: Props) => (
  <ol className={classes.steps}>
    {texts.reset.steps.map((name, index) => {
      const step = index + 1;
      const state = stateOf(step, active, isDone);
      return (
        <li
          key={name}
          className={classes.step}
          data-state={state}
          aria-current={step === active ? 'step' : undefined}
        >
          <span className={classes.sign} aria-hidden>
            {state === 'done' ? <IconCheck size={18} stroke={2.25} /> : step}
          </span>
          <span>{name}</span>
          {state === 'done' && <Spoken>{texts.reset.done}</Spoken>}
        </li>
      );
    })}
  </ol>
);
