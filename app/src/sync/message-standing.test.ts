import { afterEach, expect, test } from 'vitest';
import type { MessageRecord, PackRecord } from '#storage/records.ts';
import { type Device, startDevice } from '#testing/device.ts';
import { goesDown, messageForm } from '#testing/devices-at-host.ts';
import { createMemoryHost } from '#testing/memory-host.ts';
import { packWith } from '#testing/real-host.ts';

const user = {
  ...{ uuid: '7a2c9a4e-0000-4000-8000-000000000001', id: 1, name: 'nora', mail: 'nora@velden.example' },
  ...{ roles: ['sales_tool_user'], channels: [] },
};
const tokens = { token: 'token', refreshToken: 'refresh', expiresIn: 300, expires: 0 };

const opened: Device[] = [];
afterEach(() => {
  for (const device of opened.splice(0)) device.database.dexie.close();
});

/** A message that waits, opened for an edit in one of two windows of a device. */
async function openedInTwoWindows() {
  const host = createMemoryHost();
  const open = (shared?: Device['shared']) => {
    const device = startDevice({
      origin: 'https://host.example',
      fetch: host.fetch,
      ...(shared && { shared }),
    });
    if (!shared) device.session.change({ tokens, user });
    opened.push(device);
    goesDown(device);
    return device;
  };
  const device = open();
  const pack: PackRecord = { ...device.packs.draft(), title: 'Offer', ...packWith('') };
  await device.packs.save(pack);
  const form = { ...messageForm, signature: 'none' as const };
  const { message } = await device.messages.record(pack, form, 'send');
  const other = open(device.shared);
  const edited = await device.messages.edit(message.id);
  const standing = () => device.messages.standing(message.id, edited!.changed);
  return { device, other, message, pack, form, edited: edited!, standing };
}

const asRecord = async ({ database }: Device, { id }: MessageRecord) =>
  database.records('salestool--message').get(id);

test('a message that is edited stands as it was until another window edits it, and a fresh look knows that edit', async () => {
  const { device, other, message, pack, form, edited, standing } = await openedInTwoWindows();
  expect(edited.changed).toBe((await asRecord(device, message))?.changed);
  expect(await standing()).toBe('as it was');
  await other.messages.record(pack, { ...form, subject: 'Typed there' }, 'send', { corrects: message.id });
  expect(await standing()).toBe('edited');
  const fresh = await device.messages.edit(message.id);
  expect(fresh?.form.subject).toBe('Typed there');
  expect(await device.messages.standing(message.id, fresh!.changed)).toBe('as it was');
});

test('a message that another window cancels does not wait any more for the one that edits it', async () => {
  const { other, message, standing } = await openedInTwoWindows();
  await other.messages.cancel(message.id);
  expect(await standing()).toBe('cancelled');
});
