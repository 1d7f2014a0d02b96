import { afterEach, expect, test, vi } from 'vitest';
import { otherHostAnswers } from './other-host.ts';

afterEach(() => vi.unstubAllGlobals());

const api = 'https://content.example/jsonapi';

test('a host that answers with data is there, and nobody else is asked', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({}, { headers: { 'content-type': 'application/vnd.api+json' } }),
  );
  const askOwnOrigin = vi.fn();
  expect(await otherHostAnswers(api, askOwnOrigin)).toBe(true);
  expect(askOwnOrigin).not.toHaveBeenCalled();
});

test.each<[string, () => Response]>([
  [
    'cannot be reached',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
  [
    'answers with a page',
    () => new Response('<html>Moved</html>', { headers: { 'content-type': 'text/html' } }),
  ],
])("while it %s, the app's own origin is asked where it is, and nobody waits for that", async (_, answer) => {
  vi.stubGlobal('fetch', async () => answer());
  const askOwnOrigin = vi.fn(() => new Promise(() => {}));
  expect(await otherHostAnswers(api, askOwnOrigin)).toBe(false);
  expect(askOwnOrigin).toHaveBeenCalledOnce();
});
