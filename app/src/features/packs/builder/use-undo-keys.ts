import { useEffect } from 'react';
import type { Work } from './use-builder.ts';

/** Fields whose words are not in the pack yet take back their own typing. */
const hasOwnSteps = (target: EventTarget | null) =>
  target instanceof Element &&
  (target.closest('[role="dialog"]') !== null ||
    (target.matches('input, textarea') && !target.matches('[data-in-pack]')));

/** Ctrl or Cmd with Z takes the last step back, with Shift (or Ctrl+Y) does it again. */
export function useUndoKeys({ actions }: Work) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || hasOwnSteps(event.target)) return;
      const key = event.key.toLowerCase();
      const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && !event.shiftKey);
      if (!isRedo && key !== 'z') return;
      event.preventDefault();
      if (isRedo) actions.redo();
      else actions.undo();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [actions]);
}
