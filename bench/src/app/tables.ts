import { type Figure, milliseconds } from '#benchmark.ts';
import { Device } from './device.ts';
import { fillDevice, fullBundle } from './fill-device.ts';
import type { World } from './world.ts';

const files = 50_000;
const slowness = 4;
const mostNodes = 200;
const longestFrameMs = 50;

/** Other work on the machine only makes a task longer: the quietest of these counts. */
const rounds = 3;

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
  await device.takeChannel(world);
  await fillDevice(device, files);
  await world.front.stop();
  const looks: Look[][] = [];
  for (let round = 0; round < rounds; round++) looks.push(await lookThrough(device));
  await device.stop();
  await world.front.start();
  const [first = []] = looks;
  return first.map(({ what, items, elements }, at) => {
    const took = Math.min(...looks.map((round) => round[at]?.took ?? 0));
    const longest = Math.min(...looks.map((round) => round[at]?.longest ?? 0));
    return figureOf({ what, items, elements, took, longest });
  });
}

function figureOf({ what, items, elements, took, longest }: Look): Figure {
  return {
    what: `${files.toLocaleString('en')} files, 4 times slower: ${what}`,
    measured: `${items} rows or cards, ${elements} elements; longest task ${milliseconds(longest)}; there after ${milliseconds(took)}`,
    limit: '',
    bar: `≤ ${mostNodes} mounted, ≤ ${longestFrameMs} ms`,
    isHeld: items <= mostNodes && longest <= longestFrameMs,
  };
}

/** One visit with a worker that knows nothing yet. */
async function lookThrough(device: Device): Promise<Look[]> {
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
  // Looked for by the page itself at long intervals: what looks for words costs more than what is measured.
  const range = (text: string) =>
    page.waitForFunction(
      (text) => new RegExp(text).test(document.querySelector('[data-bottom-bar]')?.textContent ?? ''),
      text,
      { polling: 100 },
    );
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
    await range('^\\d+–\\d+ of (?!50000)');
  });
  await look('search cleared', async () => {
    await page.getByRole('button', { name: 'Clear search' }).click();
    await range('1–10 of 50000');
  });
  const mounted = (rows: string) =>
    page.waitForFunction((rows) => document.querySelectorAll(`${rows}[data-tour="file"]`).length > 8, rows, {
      polling: 100,
    });
  const scroll = async () => {
    for (let turn = 0; turn < 10; turn++) {
      await page.mouse.wheel(0, 500);
      await page.waitForTimeout(50);
    }
  };
  await page.mouse.move(600, 400);
  await look('100 rows', async () => {
    await page.getByLabel('Rows per page').selectOption('100');
    await range('1–100 of 50000');
    await mounted('tr');
  });
  await look('100 rows scrolled', scroll);
  await page.evaluate(() => window.scrollTo(0, 0));
  await look('grid of 100', async () => {
    await page.getByText('Grid', { exact: true }).click({ force: true });
    await mounted('li');
  });
  await look('grid scrolled', scroll);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByText('Table', { exact: true }).click({ force: true });
  await page.getByLabel('Rows per page').selectOption('10');
  await device.slowDown(1);
  return looks;
}
