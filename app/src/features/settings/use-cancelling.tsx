import { lazy, type RefObject, Suspense, useState } from 'react';
import { useServices, type WaitingItem } from '#services.ts';
import { actInRow } from '#ui/act-in-row.ts';
import { handsOn } from './hands-on.ts';
import { texts } from './texts.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

/**
 * Cancelling a message that waits, after a question. That stays while its act runs: what is taken out of the queue counts as
 * on its way there, and offers nothing itself.
 */
export function useCancelling(item: WaitingItem, row: RefObject<Element | null>) {
  const { messages, notices } = useServices();
  const [step, setStep] = useState<'asked' | 'runs' | null>(null);
  const cancel = async () => {
    setStep('runs');
    await actInRow(row.current, handsOn, () => messages.cancel(item.id), {
      done: () => notices.show({ tone: 'done', text: texts.waiting.cancelled(item.title) }),
      failed: (reason) => notices.show({ tone: 'problem', text: texts.waiting.notCancelled(reason) }),
    });
    setStep(null);
  };
  return {
    isUnderWay: step === 'runs',
    ask: () => setStep('asked'),
    question: step && (
      <Suspense>
        <ConfirmDialog
          title={texts.waiting.cancelMessage}
          question={texts.waiting.cancelQuestion(item.title)}
          confirm={texts.waiting.cancelMessage}
          cancel={texts.waiting.keepMessage}
          destructive
          onConfirm={cancel}
          onCancel={() => setStep(null)}
        />
      </Suspense>
    ),
  };
}
