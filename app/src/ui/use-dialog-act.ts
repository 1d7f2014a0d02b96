import { useEffect, useRef, useState } from 'react';

/**
 * The one act of a dialog. While it runs the dialog stays, since what has begun is not called off, and its way back holds
 * the focus that the pressed button loses. Where the dialog is still there afterwards, the hand goes on where it was.
 */
export function useDialogAct(act: () => unknown) {
  const [isBusy, setBusy] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  const before = useRef<HTMLElement>(null);
  useEffect(() => {
    const next = isBusy ? back.current : before.current;
    if (!isBusy) before.current = null;
    next?.focus({ preventScroll: true });
  }, [isBusy]);

  const run = async () => {
    if (isBusy) return;
    const { activeElement } = document;
    before.current = activeElement instanceof HTMLElement ? activeElement : null;
    setBusy(true);
    try {
      await act();
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run, back };
}
