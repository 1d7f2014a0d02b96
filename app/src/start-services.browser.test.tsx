import { afterEach, expect, test, vi } from 'vitest';
import { configurationKey, thisBuild } from '#remote/fetch-configuration.ts';
import { startServices } from '#start-services.ts';
import { sampleConfiguration } from '#testing/sample-configuration.ts';

afterEach(() => vi.unstubAllGlobals());

const own = '/config.json';

const keep = (configuration: object, readBy: string = thisBuild) =>
  localStorage.setItem(configurationKey, JSON.stringify({ ...configuration, readBy }));
const kept = () => JSON.parse(localStorage.getItem(configurationKey)!);

/** The network: what is asked for, and what the app's own origin tells of itself; no other host is there. */
function network(told: object | null) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (address !== own || told === null) throw new TypeError('Failed to fetch');
    return Response.json({ ...told, generation: `told at request ${asked.length}` });
  });
  return asked;
}

/** What a start asks for by itself goes on behind it; the next test must not meet it. */
const keptFromRequest = (number: number) =>
  expect.poll(() => kept().generation).toBe(`told at request ${number}`);

test('a first start says what is wrong with the configuration', async () => {
  network({ ...sampleConfiguration, host: 'https://' });
  await expect(startServices()).rejects.toThrow('/config.json cannot be used. Missing or wrong: host.');
  expect(localStorage.getItem(configurationKey)).toBeNull();
});

test('[ERR-11] where no other configuration comes, the failure is told and what was kept stays', async () => {
  network(null);
  keep({ ...sampleConfiguration, host: 'https://' });
  await expect(startServices()).rejects.toThrow('URL');
  expect(kept().host).toBe('https://');
});

test('[SYNC-01] a start at its own origin asks for the configuration once, and is over before it is told', async () => {
  const asked = network({ ...sampleConfiguration, owner: 'New owner' });
  keep(sampleConfiguration);
  const { configuration } = await startServices();
  expect(configuration.owner).toBe(sampleConfiguration.owner);
  await keptFromRequest(1);
  expect(kept().owner).toBe('New owner');
  expect(asked).toEqual([own]);
});

test('[ERR-11] a kept configuration that stops the start is told anew before anybody hears of it', async () => {
  const asked = network(sampleConfiguration);
  keep({ ...sampleConfiguration, host: 'https://content.example.com:PORT' });
  expect((await startServices()).configuration.host).toBe('');
  await keptFromRequest(2);
  expect(asked).toEqual([own, own]);
});

test('a build that reads more than the one that kept the configuration has it told anew', async () => {
  network(sampleConfiguration);
  keep({ ...sampleConfiguration, brand: undefined }, 'another build');
  expect((await startServices()).configuration.brand).toEqual(sampleConfiguration.brand);
  await keptFromRequest(2);
});

test('[API-54] an API on an origin of its own is asked whether it is there, not the origin of the app', async () => {
  const api = 'https://api.example/jsonapi';
  const asked = network({ ...sampleConfiguration, api });
  keep({ ...sampleConfiguration, api });
  const { connection } = await startServices();
  await keptFromRequest(2);
  await expect.poll(() => connection.current().icon).toBe('offline');
  expect(asked).toEqual([api, own]);
});

test('a host whose configuration this build cannot use is there all the same', async () => {
  network({ ...sampleConfiguration, owner: 7 });
  keep(sampleConfiguration);
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { connection } = await startServices();
  await expect.poll(() => warned.mock.calls.length).toBe(1);
  // What the answer says of the host is said right after it.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(connection.current()).toMatchObject({ online: true, icon: 'online' });
  expect(String(warned.mock.calls[0]?.[0])).toContain('Missing or wrong: owner');
  warned.mockRestore();
});

test('[SYNC-01] a host that moved is followed from the next start on, although the kept address does not answer', async () => {
  const [oldHost, newHost] = ['https://old-host.example', 'https://new-host.example'];
  const asked = network({ ...sampleConfiguration, host: newHost });
  keep({ ...sampleConfiguration, host: oldHost });
  expect((await startServices()).configuration.host).toBe(oldHost);
  await keptFromRequest(2);
  expect((await startServices()).configuration.host).toBe(newHost);
  await keptFromRequest(4);
  expect(asked).toEqual([`${oldHost}/jsonapi`, own, `${newHost}/jsonapi`, own]);
});
