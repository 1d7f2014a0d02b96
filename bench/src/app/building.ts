import type { Figure } from '#benchmark.ts';
import { Device } from './device.ts';
import { syncChannel } from './full-sync.ts';
import { Hand } from './hand.ts';
import { makeLargePack, sectionCount } from './many-sections.ts';
import type { World } from './world.ts';

const slowness = 4;

/** The list of packs, so that what is measured begins on a page that is there. */
async function showPacks({ page }: Device) {
  await page.goto('/#/packs');
  await page.getByRole('link', { name: 'Create new pack' }).first().waitFor();
  await page
    .getByRole('link', { name: /^View / })
    .first()
    .waitFor();
}

async function inBuilder(device: Device, id: string): Promise<Figure[]> {
  const { page } = device;
  const hand = new Hand(page, 'builder');
  const section = (number: number) => page.getByRole('region', { name: `Section ${number}`, exact: true });
  await showPacks(device);
  await hand.time('opening', async () => {
    await page.goto(`/#/packs/${id}/build`);
    await section(sectionCount).waitFor({ state: 'attached' });
  });
  await hand.time('scrolling', () => hand.scroll(section(2)));
  await page.evaluate(() => scrollTo(0, 0));
  const menu = section(1).getByRole('button', { name: /Section 1$/ });
  await menu.first().waitFor();
  await hand.time('carrying a section', () =>
    hand.carry(section(2).locator('[data-grip^="section:"]'), { x: 40, y: -480 }),
  );
  await hand.time('dropping it', () => page.mouse.up());
  await hand.time('taking it back', () => page.getByRole('button', { name: 'Undo' }).first().click());
  await hand.time('carrying a file', () =>
    hand.carry(section(1).locator('[data-grip^="tile:"]').first(), { x: 300, y: 60 }),
  );
  await hand.time('dropping the file', () => page.mouse.up());
  await hand.time('typing a name', async () => {
    await page.getByRole('button', { name: 'Rename the pack' }).click();
    await page.getByRole('textbox', { name: 'Pack name' }).pressSequentially(' of the autumn');
    await page.keyboard.press('Enter');
  });
  await hand.time('searching the palette', () =>
    page.getByRole('searchbox', { name: 'Search' }).pressSequentially('terminals 4'),
  );
  const bundle = page.getByRole('button', { name: /add as a section$/ }).first();
  await hand.time('adding a bundle', () => bundle.click());
  await hand.time('organising', () => page.getByRole('button', { name: 'Organise Layout' }).click());
  await hand.time('closing that', () => page.keyboard.press('Escape'));
  await hand.time('saving', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
  });
  return hand.figures;
}

async function inEditor(device: Device, id: string): Promise<Figure[]> {
  const { page } = device;
  const hand = new Hand(page, 'editor');
  const list = page.getByRole('list', { name: 'In this pack, in order' });
  const filter = page.getByRole('searchbox', { name: 'Filter' });
  await showPacks(device);
  await hand.time('opening', async () => {
    await page.goto(`/#/packs/${id}/edit`);
    await list.waitFor();
    await page.getByRole('treeitem').first().waitFor();
  });
  await hand.time('scrolling the list', () => hand.scroll(list));
  await hand.time('scrolling the tree', () => hand.scroll(page.getByRole('tree')));
  await hand.time('carrying a file', () =>
    hand.carry(list.locator('[data-grip*="/"]').nth(8), { x: 10, y: 150 }),
  );
  await hand.time('dropping it', () => page.mouse.up());
  await hand.time('filtering', () => filter.pressSequentially('guide 49'));
  const box = page.getByRole('treeitem').nth(1).locator('[data-box]');
  await hand.time('ticking', () => box.click());
  await hand.time('ticking back', () => box.click());
  await hand.time('clearing the filter', () => filter.fill(''));
  await hand.time('saving', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL((url) => !url.hash.endsWith('/edit'));
  });
  return hand.figures;
}

async function inView(device: Device, id: string): Promise<Figure[]> {
  const { page } = device;
  const hand = new Hand(page, 'view');
  const text = page.getByRole('heading', { name: `Section ${sectionCount}`, exact: true });
  await showPacks(device);
  await hand.time('opening', async () => {
    await page.goto(`/#/packs/${id}/view`);
    await text.waitFor({ state: 'attached' });
  });
  await hand.time('scrolling', () => hand.scroll(page.locator('main')));
  return hand.figures;
}

/** Packs as large as none should be, on a processor a quarter as fast, while nobody answers. */
export async function building(world: World): Promise<Figure[]> {
  const { front } = world;
  const device = await Device.start(front.url);
  await syncChannel(device, world);
  await device.waitForWorker();
  await front.stop();
  const groups = await makeLargePack(device, 1);
  const sections = await makeLargePack(device, 2);
  await device.page.reload();
  await device.slowDown(slowness);
  const figures = [
    ...(await inBuilder(device, sections)),
    ...(await inEditor(device, groups)),
    ...(await inView(device, sections)),
  ];
  await device.stop();
  await front.start();
  return figures;
}
