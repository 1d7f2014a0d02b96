import { useBlocker } from '@tanstack/react-router';
import { lazy, type ReactNode, type Ref, Suspense, useImperativeHandle, useState } from 'react';
import { type Draft, useWatched } from '#services.ts';
import { texts } from '../texts.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

// A device that looks for room may take its time; whoever wants to leave is asked all the same.
const longestTryMs = 1000;

const tryToKeep = (draft: Draft<unknown>) =>
  Promise.race([draft.keepNow(), new Promise<void>((resolve) => setTimeout(resolve, longestTryMs))]);

/** Runs what takes the step that is shown away, once nothing on it is left that nobody was asked about. */
export type LeaveStep = (goOn: () => void) => void;

interface Manner {
  words?: { question: string; notKept: string };
  /** What the device keeps comes back by itself, and nobody is asked. */
  isOnlyOfUnkept?: boolean;
  /** Given what asks before another step of the same page, which takes what was typed along as another page does. */
  leaveStep?: Ref<LeaveStep> | undefined;
}

/**
 * Asks before a page with unsaved changes is left, and says what becomes of them.
 * @param place where they are kept by now
 */
export function useLeaveQuestion(
  isChanged: boolean,
  place: () => Draft<unknown>,
  { words = texts.leave.ofPack, isOnlyOfUnkept = false, leaveStep }: Manner = {},
): ReactNode {
  const [draft, setDraft] = useState<Draft<unknown> | null>(null);
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  const isAskedAbout = (asked: Draft<unknown>) => isChanged && !(isOnlyOfUnkept && asked.isKept.current());
  const ask = async () => {
    const asked = place();
    if (!isAskedAbout(asked)) return false;
    // There may be room by now.
    if (!asked.isKept.current()) await tryToKeep(asked);
    setDraft(asked);
    return isAskedAbout(asked);
  };
  const blocker = useBlocker({
    shouldBlockFn: ask,
    // What is kept as a draft is not lost with the window.
    enableBeforeUnload: () => isChanged && !place().isKept.current(),
    withResolver: true,
  });
  useImperativeHandle(leaveStep, () => (next) => {
    if (!isAskedAbout(place())) next();
    else void ask().then((isAsked) => (isAsked ? setGoOn(() => next) : next()));
  });
  const isBlocked = blocker.status === 'blocked';
  if (!draft || !(isBlocked || goOn)) return null;
  const leaveForStep = () => {
    setGoOn(null);
    goOn?.();
  };
  return (
    <Suspense>
      <LeaveQuestion
        draft={draft}
        words={words}
        onStay={isBlocked ? blocker.reset : () => setGoOn(null)}
        onLeave={isBlocked ? blocker.proceed : leaveForStep}
      />
    </Suspense>
  );
}

interface Props {
  draft: Draft<unknown>;
  words: { question: string; notKept: string };
  onStay: () => void;
  onLeave: () => void;
}

function LeaveQuestion({ draft, words, onStay, onLeave }: Props) {
  const isKept = useWatched(draft.isKept);
  const leave = async () => {
    // What was typed last may still be on its way. Where the device does not take it the question is another one.
    if (isKept) await tryToKeep(draft);
    if (!isKept || draft.isKept.current()) onLeave();
  };
  return (
    <ConfirmDialog
      // Another question is asked, and read out, anew.
      key={String(isKept)}
      title={texts.leave.title}
      question={isKept ? words.question : words.notKept}
      confirm={isKept ? texts.leave.leave : texts.leave.lose}
      cancel={texts.leave.stay}
      destructive={!isKept}
      onCancel={onStay}
      onConfirm={leave}
    />
  );
}
