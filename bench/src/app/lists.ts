import type { Figure } from '#benchmark.ts';
import { Device } from './device.ts';
import { fillDevice } from './fill-device.ts';
import { figuresOf, Hand } from './hand.ts';
import { makePack } from './many-sections.ts';
import type { World } from './world.ts';

const bundles = 5_000;
const files = 50_000;
const slowness = 4;

/** A channel of 5,000 bundles on a processor a quarter as fast, without a host: as tiles, and as a tree in the editor. */
export async function lists(world: World): Promise<Figure[]> {
  const device = await Device.start(world.front.url);
  await device.takeChannel(world);
  await fillDevice(device, files, bundles);
  await world.front.stop();
  const { page } = device;
  const pack = await makePack(device, 'For the tree');
  await page.goto('/');
  await page.reload();
  const door = page.getByRole('main').getByRole('link', { name: /^Resources/ });
  await door.waitFor();
  await device.slowDown(slowness);

  // Where a hand lies on a tablet.
  const middle = { x: 590, y: 500 };
  const tiles = new Hand(device, 'resources');
  await tiles.time('opening 5,000', async () => {
    await door.click();
    await page.getByText(/^5,?050 bundles/).waitFor();
  });
  await tiles.time('scrolling', () => tiles.scroll(middle));
  const tree = new Hand(device, 'tree of the editor');
  const filter = page.getByRole('searchbox', { name: 'Filter' });
  await page.goto('/#/packs');
  await page.getByRole('link', { name: 'Create new pack' }).first().waitFor();
  await tree.time('opening 50,000', async () => {
    await page.goto(`/#/packs/${pack}/edit`);
    await tree.until('[role="treeitem"]');
  });
  const branch = await tree.middleOf(page.getByRole('treeitem').nth(1));
  await tree.time('scrolling', () => tree.scroll(branch));
  await tree.time('filtering', () => filter.pressSequentially('guide 49'));
  await device.stop();
  await world.front.start();
  return figuresOf([[...tiles.steps, ...tree.steps]]);
}
