import { Button } from '@mantine/core';
import type { MouseEvent } from 'react';
import { ActionBar } from '#ui/action-bar.tsx';
import classes from './pack-editor.module.css';
import { texts } from './texts.ts';

interface Props {
  isLast: boolean;
  isSaving: boolean;
  isValid: boolean;
  /** What has to be mended on another step before the pack can be saved. */
  problem: string | null;
  problemId: string;
  onShowProblem: () => void;
  onCancel: () => void;
  /** Null where there is none, or tabs lead there. */
  onBack: (() => void) | null;
  onNext: (event: MouseEvent<HTMLElement>) => void;
}

/** Cancel, and Save or Next (PEDIT-08, PEDIT-14, PEDIT-18). */
export const EditorBar = ({ isLast, isSaving, isValid, problem, problemId, ...on }: Props) => (
  <ActionBar
    aside={
      // What is being saved cannot be dropped any more.
      <Button variant="subtle" color="gray" disabled={isSaving} onClick={on.onCancel}>
        {texts.cancel}
      </Button>
    }
  >
    {problem !== null && (
      <span className={classes.problem}>
        <button id={problemId} type="button" onClick={on.onShowProblem}>
          {problem}
        </button>
      </span>
    )}
    {on.onBack && (
      <Button variant="default" onClick={on.onBack}>
        {texts.back}
      </Button>
    )}
    <Button
      loading={isSaving}
      disabled={!isValid}
      aria-describedby={problem === null ? undefined : problemId}
      // The second of two quick clicks belongs to the first, and not to the step that has come by then.
      onClick={(event) => event.detail < 2 && on.onNext(event)}
    >
      {isLast ? texts.save : texts.next}
    </Button>
  </ActionBar>
);
