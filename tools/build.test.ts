import { expect, test } from 'vitest';
import { isWithoutWorker } from '../app/without-worker.ts';

test('the build that takes a broken worker away is asked for in any word for yes, and in none that is neither', () => {
  const read = (value: string) => {
    try {
      return isWithoutWorker(value);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(['1', 'true', 'yes', 'on'].map(read)).toEqual([true, true, true, true]);
  expect(['', '0', 'false', 'no'].map(read)).toEqual([false, false, false, false]);
  expect(read('please')).toBe("WITHOUT_WORKER is 'please', and has to be true or false.");
});
