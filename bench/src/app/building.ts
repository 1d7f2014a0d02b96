import type { Figure } from '#benchmark.ts';
import { Device } from './device.ts';
import { figuresOf, Hand, type Step } from './hand.ts';
import { makeLargePack, sectionCount } from './many-sections.ts';
import type { World } from './world.ts';

const slowness = 4;
const rounds = 3;

/** The list of packs, so that what is measured begins on a page that is there. */
async function showPacks({ page }: Device) {
  await page.goto('/#/packs');
  await page.getByRole('link', { name: 'Create new pack' }).first().waitFor();
  await page
    .getByRole('link', { name: /^View / })
    .first()
    .waitFor();
}

const sectionOf = (number: number) => `section[aria-label="Section ${number}"]`;
const toTheEnd = () => scrollTo(0, document.documentElement.scrollHeight);
/** Until the words of an undone, saved or changed pack say so. */
const untilSaved = ({ page }: Device) =>
  page.waitForFunction(
    () =>
      [...document.querySelectorAll('[role="status"]')].every(
        ({ textContent }) => textContent !== 'Unsaved changes',
      ),
    null,
    { polling: 100 },
  );

async function inBuilder(device: Device, id: string): Promise<Step[]> {
  const { page } = device;
  const hand = new Hand(device, 'builder');
  const gripIn = (number: number, kind: string) =>
    hand.middleOf(page.locator(`${sectionOf(number)} [data-grip^="${kind}:"]`).first());
  await showPacks(device);
  await hand.time('opening', async () => {
    await page.goto(`/#/packs/${id}/build`);
    await hand.until(sectionOf(sectionCount));
  });
  const area = await hand.middleOf(page.locator(sectionOf(1)));
  await hand.time('scrolling', () => hand.scroll(area));
  await hand.time('going to the end', async () => {
    await page.evaluate(toTheEnd);
    await hand.until(`${sectionOf(sectionCount)} [data-tile]`);
  });
  await page.evaluate(() => scrollTo(0, 0));
  await page
    .locator(`${sectionOf(1)} [data-tile]`)
    .last()
    .waitFor();
  const second = await gripIn(2, 'section');
  await hand.time('carrying a section', () => hand.carry(second, { x: 40, y: -480 }));
  await hand.time('dropping it', () => page.mouse.up());
  const undo = await hand.middleOf(page.locator('button[aria-keyshortcuts="Control+Z"]'));
  await hand.time('taking it back', () => hand.press(undo));
  const file = await gripIn(1, 'tile');
  await hand.time('carrying a file', () => hand.carry(file, { x: 300, y: 60 }));
  await hand.time('dropping the file', () => page.mouse.up());
  const rename = await hand.middleOf(page.locator('button[aria-label="Rename the pack"]'));
  await hand.time('typing a name', async () => {
    await hand.press(rename);
    await hand.until('input[aria-label="Pack name"]');
    await page.keyboard.type(' of the autumn', { delay: 60 });
    await page.keyboard.press('Enter');
  });
  const search = await hand.middleOf(page.locator('aside input[type="search"]'));
  await hand.time('searching the palette', async () => {
    await hand.press(search);
    await page.keyboard.type('terminals 4', { delay: 60 });
  });
  const bundle = await hand.middleOf(page.locator('aside button strong').first());
  await hand.time('adding a bundle', () => hand.press(bundle));
  const organise = await hand.middleOf(page.locator('button[aria-label="Organise Layout"]'));
  await hand.time('organising', async () => {
    await hand.press(organise);
    await hand.until('[role="dialog"] li[data-section]');
  });
  await hand.time('closing that', () => page.keyboard.press('Escape'));
  const save = await hand.middleOf(page.getByRole('button', { name: 'Save', exact: true }).first());
  await hand.time('saving', async () => {
    await hand.press(save);
    await untilSaved(device);
  });
  return hand.steps;
}

async function inEditor(device: Device, id: string): Promise<Step[]> {
  const { page } = device;
  const hand = new Hand(device, 'editor');
  const list = 'ol[aria-label="In this pack, in order"]';
  await showPacks(device);
  await hand.time('opening', async () => {
    await page.goto(`/#/packs/${id}/edit`);
    await hand.until(`${list} li`);
    await hand.until('[role="treeitem"]');
  });
  const row = await hand.middleOf(page.locator(`${list} li`).nth(3));
  await hand.time('scrolling the list', () => hand.scroll(row));
  const branch = await hand.middleOf(page.locator('[role="treeitem"]').nth(3));
  await hand.time('scrolling the tree', () => hand.scroll(branch));
  const file = await hand.middleOf(page.locator(`${list} [data-grip*="/"]`).nth(8));
  await hand.time('carrying a file', () => hand.carry(file, { x: 10, y: 150 }));
  await hand.time('dropping it', () => page.mouse.up());
  const filter = await hand.middleOf(page.getByRole('searchbox', { name: 'Filter' }));
  await hand.time('filtering', async () => {
    await hand.press(filter);
    await page.keyboard.type('guide 49', { delay: 60 });
  });
  const box = await hand.middleOf(page.locator('[role="treeitem"] [data-box]').nth(1));
  await hand.time('ticking', () => hand.press(box));
  await hand.time('ticking back', () => hand.press(box));
  await hand.time('clearing the filter', async () => {
    await hand.press(filter);
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Backspace');
  });
  const save = await hand.middleOf(page.getByRole('button', { name: 'Save', exact: true }));
  await hand.time('saving', async () => {
    await hand.press(save);
    await page.waitForURL((url) => !url.hash.endsWith('/edit'));
  });
  return hand.steps;
}

/** Whether the pages of packs that are shown have so many sections by now. */
const areSectionsThere = (count: number) =>
  [...document.querySelectorAll('main section, iframe')]
    .map((each) => each.shadowRoot ?? (each as HTMLIFrameElement).contentDocument)
    .reduce((sum, page) => sum + (page?.querySelectorAll('.section').length ?? 0), 0) >= count;

async function inView(device: Device, id: string): Promise<Step[]> {
  const { page } = device;
  const hand = new Hand(device, 'view');
  const untilThere = (count: number) => page.waitForFunction(areSectionsThere, count, { polling: 100 });
  await showPacks(device);
  await hand.time('opening', async () => {
    await page.goto(`/#/packs/${id}/view`);
    await untilThere(sectionCount);
  });
  const middle = { x: 590, y: 500 };
  await hand.time('scrolling', () => hand.scroll(middle));
  await hand.time('going to the end', () => page.evaluate(toTheEnd));
  await page.evaluate(() => scrollTo(0, 0));
  const open = await hand.middleOf(page.getByRole('button', { name: 'Preview', exact: true }));
  const above = new Hand(device, 'preview');
  await above.time('opening', async () => {
    await above.press(open);
    await untilThere(2 * sectionCount);
  });
  await above.time('scrolling', () => above.scroll(middle));
  await above.time('going to the end', () =>
    page.evaluate(() => {
      const shown = document.querySelector('iframe')?.contentWindow;
      shown?.scrollTo(0, shown.document.documentElement.scrollHeight);
    }),
  );
  await above.time('closing', () => page.keyboard.press('Escape'));
  return [...hand.steps, ...above.steps];
}

/** A pack as large as none should be, on a processor a quarter as fast, while nobody answers. */
async function withLargePack(
  world: World,
  version: 1 | 2,
  measure: (device: Device, id: string) => Promise<Step[]>,
): Promise<Figure[]> {
  const { front } = world;
  const device = await Device.start(front.url);
  await device.takeChannel(world);
  await front.stop();
  try {
    const steps: Step[][] = [];
    for (let round = 0; round < rounds; round++) {
      await device.slowDown(1);
      // A round leaves its own pack with more in it than it found.
      const id = await makeLargePack(device, version);
      await device.page.reload();
      await device.slowDown(slowness);
      steps.push(await measure(device, id));
    }
    return figuresOf(steps);
  } finally {
    await device.stop();
    await front.start();
  }
}

export const building = (world: World) => withLargePack(world, 2, inBuilder);
export const editing = (world: World) => withLargePack(world, 1, inEditor);
export const viewing = (world: World) => withLargePack(world, 2, inView);
