import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStoreOrHost } from './store-or-host.ts';

const request = new Request('https://host.test/assets/first-1a.js');
const silent = () => new Promise<Response>(() => {});
const host = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  host.mockReset().mockImplementation(async () => new Response('of the host'));
  vi.stubGlobal('fetch', host);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const textOf = async (answer: Promise<Response>) => (await answer).text();

test('what the store has is the answer, and the host is not asked', async () => {
  const answer = createStoreOrHost()(Promise.resolve(new Response('of the store')), request);
  expect(await textOf(answer)).toBe('of the store');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(host).not.toHaveBeenCalled();
});

test('[CACHE-12] a store that says nothing is waited for once, and then the host answers at once', async () => {
  const answer = createStoreOrHost();
  const first = textOf(answer(silent(), request));
  await vi.advanceTimersByTimeAsync(2999);
  expect(host).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await first).toBe('of the host');
  expect(await textOf(answer(silent(), request))).toBe('of the host');
});

test('a store that is slow is still heard where no host is', async () => {
  host.mockRejectedValue(new TypeError('Failed to fetch'));
  const late = Promise.withResolvers<Response>();
  const answer = textOf(createStoreOrHost()(late.promise, request));
  await vi.advanceTimersByTimeAsync(5000);
  late.resolve(new Response('of the store'));
  expect(await answer).toBe('of the store');
});

test('a part that the host has no more is waited for a little longer', async () => {
  host.mockImplementation(async () => new Response('Not here', { status: 404 }));
  const answer = createStoreOrHost();
  const late = Promise.withResolvers<Response>();
  const first = textOf(answer(late.promise, request));
  await vi.advanceTimersByTimeAsync(5000);
  late.resolve(new Response('of the store'));
  expect(await first).toBe('of the store');

  const second = answer(silent(), request);
  await vi.advanceTimersByTimeAsync(6000);
  expect((await second).status).toBe(404);
});

test('a store that has found its words is waited for again', async () => {
  const answer = createStoreOrHost();
  const late = Promise.withResolvers<Response>();
  const first = answer(late.promise, request);
  await vi.advanceTimersByTimeAsync(3000);
  await first;
  late.resolve(new Response('of the store'));
  await vi.advanceTimersByTimeAsync(0);
  host.mockClear();
  const next = Promise.withResolvers<Response>();
  const second = textOf(answer(next.promise, request));
  await vi.advanceTimersByTimeAsync(1000);
  next.resolve(new Response('of the store'));
  expect(await second).toBe('of the store');
  expect(host).not.toHaveBeenCalled();
});

test('what the store has not may take its time, and is asked for once', async () => {
  const slow = Promise.withResolvers<Response>();
  host.mockReturnValue(slow.promise);
  const answer = textOf(createStoreOrHost()(Promise.resolve(undefined), request));
  await vi.advanceTimersByTimeAsync(60_000);
  slow.resolve(new Response('of the host'));
  expect(await answer).toBe('of the host');
  expect(host).toHaveBeenCalledOnce();
});

test('a slow store that has nothing after all does not ask the host twice', async () => {
  const late = Promise.withResolvers<undefined>();
  const slow = Promise.withResolvers<Response>();
  host.mockReturnValue(slow.promise);
  const answer = textOf(createStoreOrHost()(late.promise, request));
  await vi.advanceTimersByTimeAsync(3000);
  late.resolve(undefined);
  await vi.advanceTimersByTimeAsync(3000);
  slow.resolve(new Response('of the host'));
  expect(await answer).toBe('of the host');
  expect(host).toHaveBeenCalledOnce();
});

test('a store that fails has nothing, and a failure of the host is told at once', async () => {
  host.mockRejectedValue(new TypeError('Failed to fetch'));
  const broken = Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'));
  await expect(createStoreOrHost()(broken, request)).rejects.toThrow('Failed to fetch');
});
