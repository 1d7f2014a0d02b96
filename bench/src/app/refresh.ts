import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '#benchmark.ts';
import { Device } from './device.ts';
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
  await device.takeChannel(world);
  await device.picturesKept();
  const press = async () => {
    const [asked, before] = [front.seen.length, front.bytes()];
    await device.page.getByRole('banner').getByRole('button', { name: 'Refresh', exact: true }).click();
    await untilQuiet(world);
    return { requests: front.seen.slice(asked), before, after: front.bytes() };
  };
  await untilQuiet(world);
  const first = await press();
  // The pictures of a large channel come for longer than a sign-in is good for, and a renewal is no part of a refresh.
  const isRenewed = first.requests.some(({ url }) => url === '/oauth/token');
  const { requests, before, after } = isRenewed ? await press() : first;
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
