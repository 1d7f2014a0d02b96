import { expect, test } from 'vitest';
import type { PasswordReset } from '#services.ts';
import { takeResetStep } from './reset-steps.ts';

const form = { mail: 'nora@velden.example', code: '123456', password: 'correct horse', confirmation: '' };
const nobody = {} as PasswordReset;

test.each([0, 4, Number.NaN])('[AUTH-37] there is no step %d to take', async (step) => {
  await expect(takeResetStep(step, form, nobody)).rejects.toThrow('Invalid reset step');
});
