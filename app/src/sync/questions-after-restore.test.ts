import { afterEach, expect, test } from 'vitest';
import type { Device } from '#testing/device.ts';
import { comesBack, devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';
import { type OtherHost, startOtherHost } from '#testing/other-host.ts';

const at = devicesAtHost();
const form = { ...messageForm, signature: 'none' as const };

const started: OtherHost[] = [];
afterEach(async () => {
  for (const host of started.splice(0)) await host.stop();
});

/** Messages of which the restored host has none, and takes none again. */
const lost = { isLost: false };
afterEach(() => {
  lost.isLost = false;
});

const says = (status: number, title: string) =>
  Response.json({ errors: [{ status: String(status), title }] }, { status });

function reach(...[address, call]: Parameters<typeof fetch>) {
  if (!lost.isLost || !String(address).includes('/salestool/message')) return fetch(address, call);
  return call?.method === 'POST' ? says(422, 'Unprocessable Content') : says(404, 'Not Found');
}

/** A device with a pack, whose host says that it is another one than before whenever the tests want it to. */
async function withRestores(options: { origin?: string } = {}) {
  let generation = 1;
  const device = await at.inRetail('nora', {
    ...options,
    fetch: async (address, call) =>
      String(address).endsWith('/config.json')
        ? Response.json({ generation: `${generation}` })
        : reach(address, call),
  });
  const { meetHost } = await device.engine();
  const pack = draftOf(device, 'Under way');
  await device.packs.save(pack);
  await device.waiting.push();
  return {
    device,
    pack,
    async restore() {
      generation += 1;
      await meetHost();
      await device.waiting.push();
    },
  };
}

const reasons = async (device: Device) => (await device.waiting.items()).map(({ reason }) => reason);

test('[F27] a mail like one that went to the same person before waits for a word after a restore, too', async () => {
  const { device, pack, restore } = await withRestores();
  const before = await at.inRetail('nora');
  const id = crypto.randomUUID();
  await before.messages.record((await before.packs.get(pack.id))!, form, 'send', { id });
  await device.messages.record(pack, form, 'send', { id });
  expect(await reasons(device)).toEqual([expect.stringContaining('was sent before')]);
  await restore();
  expect(await reasons(device)).toEqual([expect.stringContaining('was sent before')]);
});

test('[F27] what was cancelled on another device and written anew on this one waits for a word after a restore, too', async () => {
  const { device, pack, restore } = await withRestores();
  device.network.loseAnswers = 1;
  const { message } = await device.messages.record(pack, form, 'link');
  const phone = await at.inRetail('nora');
  await phone.packLog.load(pack.id);
  await phone.messages.cancel(message.id);
  goesDown(device);
  await device.messages.record(pack, { ...form, subject: 'Written anew' }, 'link', { corrects: message.id });
  await comesBack(device);
  await device.waiting.push();
  expect(await reasons(device)).toEqual([expect.stringContaining('cancelled on another device')]);
  await restore();
  expect(await reasons(device)).toEqual([expect.stringContaining('cancelled on another device')]);
});

test('[F27] a mail that the host before may have sent and the restored one refuses is given up by who says so', async () => {
  const { device, pack, restore } = await withRestores();
  device.network.loseAnswers = 1;
  await device.messages.record(pack, form, 'send');
  await device.connection.ask();
  lost.isLost = true;
  await restore();
  expect(await reasons(device)).toEqual([expect.stringContaining('Unprocessable')]);
  const [item] = await device.waiting.items();
  await device.waiting.discard(item!);
  expect(await device.waiting.items()).toEqual([]);
  expect(await device.messages.ofPack(pack.id)).toEqual([]);
});

test('[F27] a mail that a host of the other kind may have sent before it was restored twice goes by hand only', async () => {
  const host = await startOtherHost(at.host.url);
  started.push(host);
  const { device, pack, restore } = await withRestores({ origin: host.address });
  host.loseAnswerOf('POST', '/jsonapi/salestool/message');
  await device.messages.record(pack, form, 'send');
  await device.connection.ask();
  for (const _time of ['once', 'twice']) {
    await restore();
    expect(await reasons(device)).toEqual([expect.stringContaining('push it again only if')]);
  }
  const [item] = await device.waiting.items();
  await device.waiting.retry(item!);
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
});
