import { type Figure, median, milliseconds } from '#benchmark.ts';
import { channelTitle, rep } from '#content.ts';
import { dexieAlone, waitForRows } from './dexie-alone.ts';
import { QuietBrowser } from './quiet-browser.ts';
import { watchPage } from './watch-page.ts';
import type { World } from './world.ts';

const rounds = { S: 7, M: 3, L: 2 };
const firstTilesWithinMs = 300;
const longestTaskMs = 50;

interface Sync {
  ms: number;
  firstTiles: number;
  longTasks: number[];
}

/** Signs in, chooses the channel and waits until all of it is here, as the page itself saw it. */
async function sync(page: QuietBrowser, { front, wholeChannel }: World): Promise<Sync> {
  await page.beforeEachPage(watchPage);
  await page.goto(`${front.url}/`);
  await page.press('input[autocomplete="username"]');
  await page.type(rep.name);
  await page.press('input[type="password"]');
  await page.type(rep.password);
  await page.press('button', 'Login');
  await page.until((title) => document.querySelector('h1')?.textContent === title, 'Channel');
  await page.until(() => document.querySelectorAll('main button').length > 2);
  await page.until(() => navigator.serviceWorker.controller !== null);
  await page.press('main button', channelTitle);
  await page.until((whole) => window.notes.doors.some(({ text }) => text.includes(whole)), wholeChannel);
  const { clicks, doors, longTasks } = await page.evaluate(async () => window.notes);
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
    const page = await QuietBrowser.start();
    const last = await sync(page, world);
    if (round >= 0) {
      syncs.push(last);
      await waitForRows(page);
      limits.push(await dexieAlone(page, world.front.blankPage));
    }
    await page.stop();
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
