import { useBlocker } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type Draft, useWatched } from '#services.ts';
import { texts } from '../texts.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

// A device that looks for room may take its time; whoever wants to leave is asked all the same.
const longestTryMs = 1000;

const tryToKeep = (draft: Draft<unknown>) =>
  Promise.race([draft.keepNow(), new Promise<void>((resolve) => setTimeout(resolve, longestTryMs))]);

/**
 * Asks before a page with unsaved changes is left, and says what becomes of them.
 * @param place where they are kept by now
 */
export function useLeaveQuestion(isChanged: boolean, place: () => Draft<unknown>): ReactNode {
  const [draft, setDraft] = useState<Draft<unknown> | null>(null);
  const blocker = useBlocker({
    shouldBlockFn: async () => {
      if (!isChanged) return false;
      const asked = place();
      // There may be room by now.
      if (!asked.isKept.current()) await tryToKeep(asked);
      setDraft(asked);
      return true;
    },
    // What is kept as a draft is not lost with the window.
    enableBeforeUnload: () => isChanged && !place().isKept.current(),
    withResolver: true,
  });
  if (blocker.status !== 'blocked' || !draft) return null;
  return (
    <Suspense>
      <LeaveQuestion draft={draft} onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}

interface Props {
  draft: Draft<unknown>;
  onStay: () => void;
  onLeave: () => void;
}

function LeaveQuestion({ draft, onStay, onLeave }: Props) {
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
      question={isKept ? texts.leave.question : texts.leave.notKept}
      confirm={isKept ? texts.leave.leave : texts.leave.lose}
      cancel={texts.leave.stay}
      destructive={!isKept}
      onCancel={onStay}
      onConfirm={leave}
    />
  );
}
