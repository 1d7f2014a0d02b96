import { expect, test } from 'vitest';
import type { MessageRecord } from '#storage/records.ts';
import type { Device } from '#testing/device.ts';
import { waitingMessageInTwoWindows } from '#testing/waiting-message.ts';

/** A message that waits, opened for an edit in one of two windows of a device. */
async function openedInTwoWindows() {
  const { first: device, second: other, pack, form, message } = await waitingMessageInTwoWindows();
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
