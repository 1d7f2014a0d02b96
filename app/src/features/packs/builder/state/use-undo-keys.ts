import { useEffect } from 'react';
import { passHandOn } from '#ui/pass-hand-on.ts';
import type { Work } from './use-builder.ts';

/** Fields whose words are not in the pack yet take back their own typing. */
const hasOwnSteps = (target: EventTarget | null) =>
  target instanceof Element &&
  (target.closest('[role="dialog"]') !== null ||
    (target.matches('input, textarea') && !target.matches('[data-in-pack]')));

/** Keyboards without Latin letters, such as Cyrillic and Greek ones, have the same keys for this as those with them. */
const isOfOtherScript = (key: string) => /^(?!\p{Script=Latin})\p{L}$/u.test(key);

const letterOf = ({ key, code }: KeyboardEvent) =>
  (isOfOtherScript(key) ? code.replace(/^Key/, '') : key).toLowerCase();

/** The hand follows a file to the section that a step takes it to: there it is another element. */
function followFile(hand: Element | null) {
  const held = hand?.closest('li[data-index]')?.querySelector<HTMLElement>('[data-grip]');
  if (!hand || !held) return;
  const mediaId = held.dataset.grip?.split(':').at(-1) ?? '';
  const grips = `[data-grip^="tile:"][data-grip$=":${CSS.escape(mediaId)}"]`;
  // The same file may have been in other sections all along.
  const others = [...document.querySelectorAll<HTMLElement>(grips)].map(
    ({ dataset }) => `:not([data-grip="${CSS.escape(dataset.grip ?? '')}"])`,
  );
  passHandOn(hand, [grips + others.join('')]);
}

/** Ctrl or Cmd with Z takes the last step back, with Shift (or Ctrl+Y) does it again. */
export function useUndoKeys({ actions }: Work) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || hasOwnSteps(event.target)) return;
      const key = letterOf(event);
      const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && !event.shiftKey);
      if (!isRedo && key !== 'z') return;
      event.preventDefault();
      followFile(document.activeElement);
      if (isRedo) actions.redo();
      else actions.undo();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [actions]);
}
