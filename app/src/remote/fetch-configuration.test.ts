import { afterEach, expect, test, vi } from 'vitest';
import { configurationFor, memoryStorage } from '#testing/device.ts';
import { configurationKey, fetchConfiguration } from './fetch-configuration.ts';

afterEach(() => vi.unstubAllGlobals());

const configuration = configurationFor('https://host.example');
const answers = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer());

test('what the host tells of itself is kept for a start without it', async () => {
  answers(() => Response.json(configuration));
  const storage = memoryStorage();
  expect(await fetchConfiguration(storage)).toMatchObject({ generation: '1' });
  expect(JSON.parse(storage.getItem(configurationKey)!)).toEqual(configuration);
});

test('[F19] a page in its place tells nothing, and takes nothing away', async () => {
  const storage = memoryStorage();
  storage.setItem(configurationKey, 'kept');
  answers(() => new Response('<html>Welcome</html>'));
  expect(await fetchConfiguration(storage)).toBeNull();
  expect(storage.getItem(configurationKey)).toBe('kept');
});

test('[F4] a browser without room for it has been answered all the same', async () => {
  answers(() => Response.json(configuration));
  const setItem = () => {
    throw new DOMException('No space', 'QuotaExceededError');
  };
  expect(await fetchConfiguration({ setItem })).toMatchObject({ generation: '1' });
});
