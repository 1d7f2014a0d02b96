import { useBlocker } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { texts } from './texts.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

interface Given {
  /** A picture waits for a save: it goes with the page, as nothing on this device keeps it. */
  isWaiting: boolean;
  /** It is on its way, and goes with the window, not with the page. */
  isUploading: boolean;
}

/** Asks before a picture that is not at the host is lost with the page or the window. */
export function usePictureQuestion({ isWaiting, isUploading }: Given): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: () => isWaiting,
    enableBeforeUnload: () => isWaiting || isUploading,
    withResolver: true,
  });
  const isInVain = blocker.status === 'blocked' && !isWaiting;
  const goOn = useEffectEvent(() => blocker.proceed?.());
  // A save that was under way has taken it meanwhile.
  useEffect(() => {
    if (isInVain) goOn();
  }, [isInVain]);
  if (blocker.status !== 'blocked' || isInVain) return null;
  return (
    <Suspense>
      <ConfirmDialog
        title={texts.picture.leave.title}
        question={texts.picture.leave.question}
        confirm={texts.picture.leave.lose}
        cancel={texts.picture.leave.stay}
        destructive
        onCancel={blocker.reset}
        onConfirm={blocker.proceed}
      />
    </Suspense>
  );
}
