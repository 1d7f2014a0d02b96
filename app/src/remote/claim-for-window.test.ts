import { expect, test } from 'vitest';
import { claimForWindow } from './claim-for-window.ts';

test('a name is held by one, and another name is free', async () => {
  expect(await claimForWindow('one')).toBe(true);
  expect(await claimForWindow('one')).toBe(false);
  expect(await claimForWindow('other')).toBe(true);
});
