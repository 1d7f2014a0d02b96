import { defaultFlags } from '@satchel/core/contract/host-configuration.ts';
import { expect, test } from 'vitest';
import { createFlagChoices } from './flag-choices.ts';

function choicesWith(stored: unknown) {
  const kept = new Map<string, unknown>([['flags', stored]]);
  const choices = createFlagChoices(defaultFlags, {
    read: <T>(name: string, fallback: T) => (kept.get(name) as T | undefined) ?? fallback,
    write: (name, value) => void kept.set(name, value),
  });
  return { choices, kept };
}

test('[FLAG-04, FLAG-07] without a choice the configured flags hold', () => {
  const { choices } = choicesWith(undefined);
  expect(choices.current()).toEqual(defaultFlags);
  expect(choices.current()).toMatchObject({
    packDetailsV2: true,
    packBuilder2Enabled: true,
    packWizard: false,
  });
});

test('[SET-03] a choice of this device counts, and is gone when it is what was configured', () => {
  const { choices } = choicesWith({});
  choices.choose({ packWizard: true });
  choices.choose({ packNoSend: true });
  expect(choices.current()).toEqual({ ...defaultFlags, packWizard: true, packNoSend: true });
  choices.choose({ packNoSend: false });
  expect(choices.chosen()).toEqual({ packWizard: true });
  choices.forget();
  expect(choices.current()).toEqual(defaultFlags);
});

test.each([null, 'rubbish', { packWizard: 'yes', __proto__: true, other: true }, ['packWizard']])(
  'stored rubbish (%j) chooses nothing',
  (stored) => {
    expect(choicesWith(stored).choices.current()).toEqual(defaultFlags);
  },
);
