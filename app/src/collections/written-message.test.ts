import type { ResourceObject } from '@satchel/core/contract/json-api.ts';
import { expect, test } from 'vitest';
import { comesBack } from '#testing/devices-at-host.ts';
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

test('of one that was written on another device the words come from the host, or it is said that they cannot be had', async () => {
  const { first: device, form, message, host } = await waitingMessageInTwoWindows();
  const records = device.database.records('salestool--message');
  const { message: value, memo, contact_permission, ...listed } = (await records.get(message.id))!;
  const { _meta, ...known } = { ...listed, drupal_internal__id: 7, delivery: 'failed' };
  await device.database.queue.clear();
  await records.put(known);
  await expect(device.messages.written(message.id)).rejects.toThrow('Application is offline');
  await comesBack(device);
  await expect(device.messages.written(message.id)).rejects.toThrow('Not Found');
  const attributes = { message: value, memo, contact_permission };
  host.records.set(message.id, { type: 'salestool--message', id: message.id, attributes } as ResourceObject);
  expect(await device.messages.written(message.id)).toMatchObject(form);
});
