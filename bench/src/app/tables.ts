import { type Figure, milliseconds } from '#benchmark.ts';
import { Device } from './device.ts';
import { fillDevice, fullBundle } from './fill-device.ts';
import { syncChannel } from './full-sync.ts';
import type { World } from './world.ts';

const files = 50_000;
const slowness = 4;
const mostNodes = 200;
const longestFrameMs = 50;

interface Look {
  what: string;
  /** Rows or cards that are mounted, and all elements of the list around them. */
  items: number;
  elements: number;
  longest: number;
  took: number;
}

/** A bundle of 50,000 files on a processor a quarter as fast, without a host: as a table and as a grid. */
export async function tables(world: World): Promise<Figure[]> {
  const device = await Device.start(world.front.url);
  await syncChannel(device, world);
  await device.waitForWorker();
  await fillDevice(device, files);
  await world.front.stop();
  const { page } = device;
  await page.goto('/#/content');
  await page.reload();
  await page.getByRole('link', { name: fullBundle.title }).waitFor();
  await device.slowDown(slowness);
  const looks: Look[] = [];
  const look = async (what: string, act: () => Promise<unknown>) => {
    const before = (await device.notes()).longTasks.length;
    const began = performance.now();
    await act();
    const took = performance.now() - began;
    // A task is told of when it has ended and the page came to rest.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })));
    const tasks = (await device.notes()).longTasks.slice(before);
    const mounted = await page.evaluate(() => {
      const items = [...document.querySelectorAll('[data-tour="file"]')];
      const list = items[0]?.closest('table, ul');
      return { items: items.length, elements: list?.querySelectorAll('*').length ?? 0 };
    });
    looks.push({ what, ...mounted, took, longest: Math.max(0, ...tasks.map(({ ms }) => ms)) });
  };
  const range = (text: string | RegExp) => page.getByText(text).first().waitFor();
  await look('opened', async () => {
    await page.getByRole('link', { name: fullBundle.title }).click();
    await range('1–10 of 50000');
  });
  await look('next page', async () => {
    await page.getByRole('button', { name: 'Next page' }).click();
    await range('11–20 of 50000');
  });
  await look('sorted by name', async () => {
    await page.getByRole('columnheader').getByRole('button', { name: 'Name' }).click();
    await range('1–10 of 50000');
  });
  await look('searched', async () => {
    await page.getByRole('searchbox').fill('guide 49');
    await range(/^1–\d+ of \d+$/);
    await page.waitForFunction(() => !document.body.textContent?.includes('of 50000'));
  });
  await look('search cleared', async () => {
    await page.getByRole('button', { name: 'Clear search' }).click();
    await range('1–10 of 50000');
  });
  await look('100 rows', async () => {
    await page.getByLabel('Rows per page').selectOption('100');
    await range('1–100 of 50000');
  });
  await look('grid of 100', async () => {
    await page.getByText('Grid', { exact: true }).click({ force: true });
    await page.getByRole('listitem').getByRole('heading', { level: 2 }).first().waitFor();
  });
  await device.stop();
  await world.front.start();
  return looks.map(({ what, items, elements, took, longest }) => ({
    what: `${files.toLocaleString('en')} files, 4 times slower: ${what}`,
    measured: `${items} rows or cards, ${elements} elements; longest task ${milliseconds(longest)}; there after ${milliseconds(took)}`,
    limit: '',
    bar: `≤ ${mostNodes} mounted, ≤ ${longestFrameMs} ms`,
    isHeld: items <= mostNodes && longest <= longestFrameMs,
  }));
}
