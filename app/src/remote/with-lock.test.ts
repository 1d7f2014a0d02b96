import { expect, test } from 'vitest';
import { withLock } from './with-lock.ts';

const task = <T>(value: T) => {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { run: () => promise, end: () => resolve(value) };
};

const gone = (isGone: boolean) => ({ ms: 20, isHolderGone: async () => isGone });

test('a lock whose holder is gone is taken over, and what the holder began still comes to its end', async () => {
  const frozen = task('frozen');
  const holding = withLock('taken', frozen.run, gone(true));
  expect(await withLock('taken', async () => 'awake', gone(true))).toBe('awake');
  frozen.end();
  expect(await holding).toBe('frozen');
});

test('a lock whose holder lives is waited for, however long', async () => {
  const busy = task('busy');
  const order: string[] = [];
  let looks = 0;
  const holding = withLock('kept', busy.run, gone(false)).then((value) => order.push(value));
  const waiting = withLock('kept', async () => 'next', {
    ms: 20,
    async isHolderGone() {
      looks += 1;
      if (looks === 3) busy.end();
      return false;
    },
  }).then((value) => order.push(value));
  await Promise.all([holding, waiting]);
  expect(order).toEqual(['busy', 'next']);
});

test('what a task fails with is what its caller gets', async () => {
  const failing = withLock('failing', () => Promise.reject(new Error('Broken')), gone(true));
  await expect(failing).rejects.toThrow('Broken');
});
