import { type Figure, median, milliseconds } from '#benchmark.ts';
import { channelTitle } from '#content.ts';
import { Device } from './device.ts';
import { dexieAlone, waitForRows } from './dexie-alone.ts';
import type { World } from './world.ts';

const rounds = { S: 7, M: 3, L: 2 };
const firstTilesWithinMs = 300;
const longestTaskMs = 50;

interface Sync {
  ms: number;
  firstTiles: number;
  longTasks: number[];
}

/** Chooses the channel and waits until all of it is here, as the page itself saw it. */
export async function syncChannel(device: Device, { wholeChannel }: World): Promise<Sync> {
  await device.signIn();
  await device.waitForWorker();
  const { page } = device;
  // Asked for before the press: nothing is to be done for it afterwards beside what the page itself does.
  const isWhole = page.waitForFunction(
    (whole) => window.notes.doors.some(({ text }) => text.includes(whole)),
    wholeChannel,
    { polling: 200 },
  );
  await page.getByRole('main').getByRole('button', { name: channelTitle }).click();
  await isWhole;
  const { clicks, doors, longTasks } = await device.notes();
  const from = clicks.at(-1) as number;
  const to = doors.find(({ text }) => text.includes(wholeChannel))?.at as number;
  return {
    ms: to - from,
    firstTiles: (doors.find(({ isOpen }) => isOpen)?.at as number) - from,
    longTasks: longTasks.filter(({ at, ms }) => at + ms > from && at < to).map(({ ms }) => ms),
  };
}

/** A channel that is not on the device at all, beside Dexie alone writing the same records in the same browser. */
export async function fullSync(world: World): Promise<Figure[]> {
  const syncs: Sync[] = [];
  const limits: { ms: number; records: number }[] = [];
  // The first one is not counted: it has the host make what is prepared from then on.
  for (let round = -1; round < rounds[world.size]; round++) {
    const device = await Device.start(world.front.url);
    const sync = await syncChannel(device, world);
    if (round >= 0) {
      syncs.push(sync);
      await waitForRows(device);
      limits.push(await dexieAlone(device, world.front.blankPage));
    }
    await device.stop();
  }
  const took = median(syncs.map(({ ms }) => ms));
  const limit = median(limits.map(({ ms }) => ms));
  const firstTiles = median(syncs.map((sync) => sync.firstTiles));
  const longest = Math.max(0, ...syncs.flatMap(({ longTasks }) => longTasks));
  const tasks = syncs.reduce((sum, { longTasks }) => sum + longTasks.length, 0);
  const what = `${world.size}: ${limits[0]?.records.toLocaleString('en')} records`;
  return [
    {
      what: `full sync ${what}`,
      measured: milliseconds(took),
      limit: `Dexie alone: ${milliseconds(limit)}`,
      ratio: took / limit,
      bar: '≤ 1',
      isHeld: took <= limit,
    },
    {
      what: `first tiles ${world.size}`,
      measured: milliseconds(firstTiles),
      limit: '',
      bar: `≤ ${firstTilesWithinMs} ms`,
      isHeld: firstTiles <= firstTilesWithinMs,
    },
    {
      what: `main thread meanwhile ${world.size}`,
      measured: `${tasks} long tasks in ${syncs.length} syncs, the longest ${milliseconds(longest)}`,
      limit: '',
      bar: `≤ ${longestTaskMs} ms`,
      isHeld: longest <= longestTaskMs,
    },
  ];
}
