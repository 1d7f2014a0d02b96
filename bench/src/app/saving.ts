import type { Locator } from 'playwright';
import { type Figure, middleHalf, middleMean, milliseconds } from '#benchmark.ts';
import { Device } from './device.ts';
import { type RawPuts, rawPuts } from './raw-put.ts';
import type { World } from './world.ts';

// The first of each also loads what saves.
const packs = 61;
const messages = 61;
const mostTimes = 2;
/** About what lies between the last key and the press. */
const pauseMs = 30;
/** Beside each save, so that what else the machine does meets both. */
const rawPutsEach = 5;

interface Saved {
  /** From the press of the button until record and queue entry were durable. */
  pressed: number;
  /** Of that, the transaction alone. */
  transaction: number;
  /** By the browser alone, in the moment after it. */
  raw: RawPuts;
}

type Pressed = Omit<Saved, 'raw'> & { stores: string[] };

/**
 * Presses a button and waits for the newest transaction over a kind of record and the queue. Until that is durable nothing
 * else is asked of the page: to look for what it shows takes several milliseconds of its time.
 */
async function pressToSave(button: Locator, store: string): Promise<Pressed> {
  const page = button.page();
  const before = await page.evaluate(() => window.notes.writes.length);
  const durable = page.waitForFunction(
    ({ store, before }) =>
      window.notes.writes
        .slice(before)
        .find(({ stores }) => stores.includes(store) && stores.includes('queue')),
    { store, before },
    { polling: 100 },
  );
  await button.click();
  const save = await (await durable).jsonValue();
  if (!save) throw new Error('Nothing was saved.');
  const pressed = await page.evaluate(() => window.notes.clicks.at(-1) as number);
  return { pressed: save.durable - pressed, transaction: save.durable - save.began, stores: save.stores };
}

/** Put by the browser alone, in the moment after a save. */
const withRaw = async (device: Device, store: string, { stores, ...save }: Pressed): Promise<Saved> => ({
  ...save,
  raw: await rawPuts(device, { store, stores, times: rawPutsEach, pauseMs }),
});

async function savePacks(device: Device): Promise<Saved[]> {
  const { page } = device;
  await page.goto('/#/packs/-/build');
  const saved: Saved[] = [];
  for (let count = 0; count < packs; count++) {
    await page.getByRole('button', { name: 'Rename the pack' }).click();
    const name = page.getByRole('textbox', { name: 'Pack name' });
    await name.fill(`Visit ${count}`);
    await name.press('Enter');
    const save = await pressToSave(
      page.getByRole('button', { name: 'Save', exact: true }).first(),
      'salestool--pack',
    );
    await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
    saved.push(await withRaw(device, 'salestool--pack', save));
  }
  return saved;
}

async function sendMessages(device: Device): Promise<Saved[]> {
  const { page } = device;
  const sendPage = page.url().replace(/\/(build|view)$/, '/send');
  const saved: Saved[] = [];
  for (let count = 0; count < messages; count++) {
    await page.goto('/#/packs');
    await page.goto(sendPage);
    await page.getByLabel('First name').fill('Daniel');
    await page.getByLabel('Last name').fill('Okafor');
    await page.getByLabel('Email').fill(`guest-${count}@brightwater.example`);
    await page.getByLabel('Company name').fill('Brightwater');
    const save = await pressToSave(
      page.getByRole('button', { name: 'Send', exact: true }),
      'salestool--message',
    );
    await page.getByRole('button', { name: 'Finish' }).waitFor();
    saved.push(await withRaw(device, 'salestool--message', save));
    await page.getByRole('button', { name: 'Finish' }).click();
  }
  return saved;
}

/** Pressing Save and Send without a network, beside the same record put as durably by the browser alone. */
export async function saving(world: World): Promise<Figure[]> {
  const { front, size } = world;
  const device = await Device.start(front.url);
  await device.takeChannel(world);
  await front.stop();
  const savedPacks = await savePacks(device);
  const savedMessages = await sendMessages(device);
  await device.stop();
  await front.start();
  const figure = (what: string, saved: Saved[]): Figure => {
    const [, ...others] = saved;
    const pressed = middleMean(others.map((save) => save.pressed));
    const transaction = middleMean(others.map((save) => save.transaction));
    const alone = middleMean(others.flatMap(({ raw }) => raw.alone));
    const ratios = others.map((save) => save.transaction / middleMean(save.raw.alone));
    const floor = middleMean(others.map(({ raw }) => middleMean(raw.same) / middleMean(raw.alone)));
    const ratio = middleMean(ratios);
    return {
      what: `saving a ${what} ${size}, ${others.length} times`,
      measured: `${milliseconds(pressed)} from the press, ${milliseconds(transaction)} of it the transaction`,
      limit: `the raw put: ${milliseconds(alone)}; ratios ${middleHalf(ratios)}, the same requests without a library ${floor.toFixed(2)}`,
      ratio,
      bar: `≤ ${mostTimes}`,
      isHeld: ratio <= mostTimes,
    };
  };
  return [figure('pack', savedPacks), figure('message', savedMessages)];
}
