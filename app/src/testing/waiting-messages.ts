import type { MessageRecord, PackRecord } from '#storage/records.ts';
import type { Device } from './device.ts';
import { comesBack, type devicesAtHost, draftOf, goesDown, messageForm } from './devices-at-host.ts';

type AtHost = ReturnType<typeof devicesAtHost>;
type Options = Parameters<AtHost['inRetail']>[1];

/** Devices whose messages wait, for tests of what becomes of them. */
export function waitingMessagesAt(at: AtHost) {
  async function withPack(options: Options = {}) {
    const device = await at.inRetail('nora', options);
    const pack = draftOf(device, 'Under way');
    await device.packs.save(pack);
    // Nothing is on its way any more that could take a message with it.
    await device.waiting.push();
    return { device, pack };
  }

  /** A message that was recorded without a connection. */
  async function waitingMessage(options?: Options) {
    const { device, pack } = await withPack(options);
    goesDown(device);
    const { message } = await device.messages.record(pack, messageForm, 'send');
    return { device, pack, message };
  }

  return { withPack, waitingMessage };
}

/** As far as corrections ask for it. */
export const waitingPack = ({ pack }: MessageRecord): PackRecord => ({
  id: pack!.id,
  type: 'salestool--pack',
});

export const anew = { ...messageForm, subject: 'Written anew' };

/** Something else is written in the place of a link, and goes. */
export async function writtenAnew(device: Device, pack: PackRecord, { id }: MessageRecord) {
  await device.messages.record(pack, anew, 'link', { corrects: id });
  await comesBack(device);
  await device.waiting.push();
}

export async function logOf({ packLog }: Device, packId: string) {
  await packLog.load(packId);
  return packLog.ofPack(packId);
}
