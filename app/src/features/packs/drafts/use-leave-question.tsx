import { useBlocker } from '@tanstack/react-router';
import {
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type Draft, useWatched } from '#services.ts';
import { texts } from '../texts.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

// A device that looks for room may take its time; whoever wants to leave is asked all the same.
const longestTryMs = 1000;

/** @returns whether the device has answered by then; until it has, nobody knows whether it keeps the last of it */
const tryToKeep = (trying: Promise<void>) =>
  Promise.race([
    trying.then(() => true),
    new Promise<false>((resolve) => setTimeout(resolve, longestTryMs, false)),
  ]);

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
  const [asked, setAsked] = useState<{ draft: Draft<unknown>; hasAnswered: boolean } | null>(null);
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  // Something may be saved, or typed, while the device is tried.
  const isChangedNow = useRef(isChanged);
  useLayoutEffect(() => {
    isChangedNow.current = isChanged;
  }, [isChanged]);
  const ask = async () => {
    if (!isChangedNow.current) return false;
    const draft = place();
    let hasAnswered = true;
    // There may be room by now. And a device says that it keeps all until it was given what was typed last: where nobody is
    // asked about what it keeps, that is waited for.
    if (isOnlyOfUnkept || !draft.isKept.current()) {
      const trying = draft.keepNow();
      hasAnswered = await tryToKeep(trying);
      if (!hasAnswered)
        void trying.then(() =>
          setAsked((last) => (last?.draft === draft ? { draft, hasAnswered: true } : last)),
        );
    }
    setAsked({ draft, hasAnswered });
    return isChangedNow.current && !(isOnlyOfUnkept && hasAnswered && draft.isKept.current());
  };
  const blocker = useBlocker({
    shouldBlockFn: ask,
    // What is kept as a draft is not lost with the window.
    enableBeforeUnload: () => isChanged && !place().isKept.current(),
    withResolver: true,
  });
  useImperativeHandle(leaveStep, () => (next) => {
    if (!isChanged) next();
    else void ask().then((isAsked) => (isAsked ? setGoOn(() => next) : next()));
  });
  const isBlocked = blocker.status === 'blocked';
  if (!asked || !(isBlocked || goOn)) return null;
  const leaveForStep = () => {
    setGoOn(null);
    goOn?.();
  };
  return (
    <Suspense>
      <LeaveQuestion
        {...asked}
        words={words}
        onStay={isBlocked ? blocker.reset : () => setGoOn(null)}
        onLeave={isBlocked ? blocker.proceed : leaveForStep}
      />
    </Suspense>
  );
}

interface Props {
  draft: Draft<unknown>;
  hasAnswered: boolean;
  words: { question: string; notKept: string };
  onStay: () => void;
  onLeave: () => void;
}

function LeaveQuestion({ draft, hasAnswered, words, onStay, onLeave }: Props) {
  const isTaken = useWatched(draft.isKept);
  const isKept = isTaken && hasAnswered;
  const leave = async () => {
    // What was typed last may still be on its way. Where the device does not take it the question is another one.
    if (isKept) await tryToKeep(draft.keepNow());
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
