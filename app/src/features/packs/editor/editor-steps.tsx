import { Tabs } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StepLine } from '#ui/step-line.tsx';
import { tabClasses } from '#ui/tabs.tsx';
import classes from './pack-editor.module.css';
import { type EditorStep, type EditorWay, stepsOf } from './steps.ts';
import { texts } from './texts.ts';

interface StepsProps {
  way: EditorWay;
  step: EditorStep;
  onStep: (step: EditorStep) => void;
  /** The step that is shown. */
  children: ReactNode;
}

/** The wizard's steps, one after the other (NAV-31). */
export const WizardSteps = ({ way, step, onStep, children }: StepsProps) => (
  <>
    <StepLine
      names={stepsOf(way).map((name) => texts.tabs[name])}
      current={stepsOf(way).indexOf(step)}
      done={texts.stepDone}
      onBack={(at) => onStep(stepsOf(way)[at] ?? step)}
    />
    <section aria-label={texts.tabs[step]} tabIndex={-1} data-step className={classes.step}>
      {children}
    </section>
  </>
);

interface TabsProps extends StepsProps {
  isNew: boolean;
  isValid: boolean;
  /** Of what says why it is not; undefined where the step that is shown says it itself. */
  problemId: string | undefined;
}

/** The steps side by side (PEDIT-01, PEDIT-02). */
export const TabbedSteps = ({ way, step, onStep, isNew, isValid, problemId, children }: TabsProps) => (
  <Tabs
    value={step}
    keepMounted={false}
    onChange={(wanted) => onStep(wanted as EditorStep)}
    classNames={tabClasses}
  >
    <Tabs.List>
      {stepsOf(way).map((name) => (
        <Tabs.Tab
          key={name}
          value={name}
          disabled={(isNew && name !== 'details') || (name === 'send' && !isValid)}
          aria-describedby={name === step ? undefined : problemId}
          rightSection={
            name === 'details' &&
            !isValid && <IconAlertTriangle size={16} stroke={2} aria-hidden className={classes.mark} />
          }
        >
          {texts.tabs[name]}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    <Tabs.Panel value={step}>{children}</Tabs.Panel>
  </Tabs>
);
