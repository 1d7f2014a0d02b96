import { afterEach, expect, test, vi } from 'vitest';
import { fetchDocument, NoDocument } from './fetch-document.ts';

const address = 'https://files.example/guide.docx';
const { signal } = new AbortController();
const limits = { signal, silenceMs: 1000 };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A host whose answer comes as it is told to, and breaks off as a real one does. */
function trickle() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const start = (controller: typeof body) => {
      body = controller;
      signal.addEventListener('abort', () => controller?.error(signal.reason));
    };
    return new Response(new ReadableStream({ start }));
  });
  return {
    send: () => body?.enqueue(new Uint8Array(10)),
    close: () => body?.close(),
  };
}

test('a document may take longer than the silence that is allowed, as long as it goes on coming', async () => {
  const { send, close } = trickle();
  const bytes = (await fetchDocument(address, limits)).bytes();
  for (let parts = 0; parts < 3; parts++) {
    await vi.advanceTimersByTimeAsync(900);
    send();
  }
  await vi.advanceTimersByTimeAsync(900);
  close();
  expect((await bytes).byteLength).toBe(30);
  expect(vi.getTimerCount()).toBe(0);
});

test('one that stops in the middle is not waited for without end', async () => {
  const { send } = trickle();
  const bytes = (await fetchDocument(address, limits)).bytes();
  const failed = expect(bytes).rejects.toMatchObject({ why: 'unreachable' });
  send();
  await vi.advanceTimersByTimeAsync(1000);
  await failed;
});

test.each([
  [404, 'missing'],
  [403, 'missing'],
  [429, 'unreachable'],
  [503, 'unreachable'],
])('an answer of %i means that it is %s', async (status, why) => {
  vi.stubGlobal('fetch', async () => new Response('no', { status }));
  const asked = fetchDocument(address, limits);
  await expect(asked).rejects.toThrow(NoDocument);
  await expect(asked).rejects.toMatchObject({ why });
});
