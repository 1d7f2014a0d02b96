import { useEffect, useRef, useState } from 'react';
import type { EditorStep } from './steps.ts';

const headOfStep = '[role="tab"][aria-selected="true"], [data-step]';
const invalidField = '[aria-invalid="true"]';

/** The step that is shown. It takes the focus as it comes. */
export function useStep(first: EditorStep, isWizard: boolean) {
  const [step, setStep] = useState(first);
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  const wanted = useRef(headOfStep);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    top.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = headOfStep;
    // A step begins at its beginning, however far down the last one was left.
    if (isWizard) scrollTo({ top: 0 });
  }, [step, isWizard]);
  /** To the field that keeps the pack from being saved. */
  const showProblem = () => {
    wanted.current = invalidField;
    setStep('details');
  };
  return { step, setStep, showProblem, top };
}
