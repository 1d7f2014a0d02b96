import { afterEach, expect, test, vi } from 'vitest';
import { openOffice } from './open-office.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a document that a host takes the question for and never answers is unreachable', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  const { signal } = new AbortController();
  const answer = openOffice('word', 'https://files.example/guide.docx', signal, 1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await answer).toEqual({ problem: 'unreachable' });
});
