import type { KeyboardEvent } from 'react';
import { isComposing } from '#ui/is-composing.ts';

const fields = 'input, textarea, select, [contenteditable="true"]';

/** Enter in a field of one line leads on to the next one: what leaves cannot be called back, and leaves by a button alone. */
export function goOnByEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { key, target, currentTarget, defaultPrevented } = event;
  if (key !== 'Enter' || defaultPrevented || isComposing(event)) return;
  // A box to tick is no line, and what stands in a dialog above the form is none of its own.
  if (!(target instanceof HTMLInputElement) || target.type === 'checkbox' || target.form !== currentTarget)
    return;
  event.preventDefault();
  const shown = [...currentTarget.querySelectorAll<HTMLElement>(fields)].filter((field) =>
    field.checkVisibility(),
  );
  shown[shown.indexOf(target) + 1]?.focus();
}
