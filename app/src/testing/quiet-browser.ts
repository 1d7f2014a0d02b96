import { afterEach, beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';

// A warning, whoever gives it, or a rejection that nobody handles fails the test during which it came.
const noise: string[] = [];
const expected: RegExp[] = [];

/** For a test that provokes an error on purpose. */
export const expectNoise = (pattern: RegExp) => expected.push(pattern);

console.error = (...parts: unknown[]) => noise.push(parts.map(String).join(' '));
console.warn = console.error;
window.addEventListener('unhandledrejection', ({ reason }) => noise.push(`Unhandled rejection: ${reason}`));
window.addEventListener('error', ({ message }) => noise.push(message));

beforeEach(async () => {
  noise.length = 0;
  expected.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  // A tablet in landscape, whatever the test before asked for.
  await page.viewport(1180, 820);
});

afterEach(() => {
  const unexpected = noise.filter((line) => !expected.some((pattern) => pattern.test(line)));
  expect(unexpected).toEqual([]);
});
