import { expect, test } from 'vitest';
import { waitingMessageInTwoWindows } from '#testing/waiting-message.ts';

test('a message is told as it was written, also once the host has it, and nobody else’s', async () => {
  const { first: device, form, message } = await waitingMessageInTwoWindows();
  expect(await device.messages.written(message.id)).toMatchObject(form);
  const records = device.database.records('salestool--message');
  await records.update(message.id, { drupal_internal__id: 7, delivery: 'failed' });
  expect(await device.messages.edit(message.id)).toBeNull();
  expect(await device.messages.written(message.id)).toMatchObject(form);
  await records.update(message.id, { ownerId: 'tomas' });
  expect(await device.messages.written(message.id)).toBeNull();
  expect(await device.messages.written('nowhere')).toBeNull();
});
