import { eventTypes } from '@satchel/core/contract/events.ts';
import { expect, test } from 'vitest';
import type { Device } from '#testing/device.ts';
import { devicesAtHost } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

function viewed({ events, service }: Device, description: string) {
  const ownerId = service.current().user?.uuid ?? null;
  return events.log({ eventTypeId: eventTypes.RESOURCE_VIEW, description, ownerId });
}

const aPage = () => new Response('<html>Blocked</html>', { headers: { 'content-type': 'text/html' } });

test('[LOG-09] events that all meet pages of a host that is there do not have any window go offline', async () => {
  const device = await at.signedIn('nora', {
    fetch: async (address, init) =>
      new URL(String(address)).pathname.endsWith('/salestool/log') ? aPage() : fetch(address, init),
  });
  for (const description of ['One', 'Two', 'Three']) await viewed(device, description);
  const told: string[] = [];
  device.connection.subscribe(({ host }) => void told.push(host));
  await expect(device.events.push({ all: true })).rejects.toThrow('No response');
  expect(told).toEqual([]);
  expect(device.connection.isOnline()).toBe(true);
  const tried = (await device.events.entries()).filter(({ retries }) => retries === 1);
  expect(tried.length).toBeGreaterThanOrEqual(3);
});

test('[LOG-09] pages in place of everything are an outage as before', async () => {
  const device = await at.signedIn('nora');
  await viewed(device, 'One');
  device.network.state = 'portal';
  await expect(device.events.push({ all: true })).rejects.toThrow('No response');
  expect(device.connection.isOnline()).toBe(false);
  expect((await device.events.entries()).every(({ retries }) => retries === 0)).toBe(true);
});
