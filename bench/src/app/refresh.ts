import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '#benchmark.ts';
import { Device } from './device.ts';
import { syncChannel } from './full-sync.ts';
import type { World } from './world.ts';

const mostBytes = 1024;
const quietMs = 3000;

/** Until nothing has been asked for a while. */
async function untilQuiet({ front }: World) {
  for (let asked = -1; asked !== front.seen.length; ) {
    asked = front.seen.length;
    await pause(quietMs);
  }
}

/** The refresh control of a channel in which nothing has changed. */
export async function refresh(world: World): Promise<Figure[]> {
  const { front } = world;
  const device = await Device.start(front.url);
  await syncChannel(device, world);
  await device.picturesKept();
  const pressRefresh = async () => {
    await device.page.getByRole('banner').getByRole('button', { name: 'Refresh', exact: true }).click();
    await untilQuiet(world);
  };
  await untilQuiet(world);
  // The pictures of a large channel come for longer than a sign-in is good for: the first one may have it renewed.
  await pressRefresh();
  const [asked, before] = [front.seen.length, front.bytes()];
  await pressRefresh();
  const [requests, after] = [front.seen.slice(asked), front.bytes()];
  await device.stop();
  const [up, down] = [after.up - before.up, after.down - before.down];
  return [
    {
      what: `refresh with nothing changed ${world.size}`,
      measured: `${requests.map(({ method, url }) => `${method} ${url.slice(0, 40)}`).join(', ')}: ${down} bytes down, ${up} up`,
      limit: '',
      bar: `1 request, ≤ ${mostBytes} bytes`,
      isHeld: requests.length === 1 && down <= mostBytes && up <= mostBytes,
    },
  ];
}
