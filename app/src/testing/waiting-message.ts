import { afterEach } from 'vitest';
import type { PackRecord } from '#storage/records.ts';
import { type Device, startDevice } from './device.ts';
import { goesDown, messageForm } from './devices-at-host.ts';
import { createMemoryHost } from './memory-host.ts';
import { packWith } from './real-host.ts';

const user = {
  ...{ uuid: '7a2c9a4e-0000-4000-8000-000000000001', id: 1, name: 'nora', mail: 'nora@velden.example' },
  ...{ roles: ['sales_tool_user'], channels: [] },
};
const tokens = { token: 'token', refreshToken: 'refresh', expiresIn: 300, expires: 0 };

const opened: Device[] = [];
afterEach(() => {
  for (const device of opened.splice(0)) device.database.dexie.close();
});

type Options = Omit<Parameters<typeof startDevice>[0], 'origin' | 'fetch' | 'shared'>;

/**
 * A message that waits on a device without a signal, and a second window of that device.
 * @param optionsOf what the first window and the second, 0 and 1, are opened with
 */
export async function waitingMessageInTwoWindows(optionsOf: (window: number) => Options = () => ({})) {
  const host = createMemoryHost();
  const open = (window: number, shared?: Device['shared']) => {
    const options = { ...optionsOf(window), ...(shared && { shared }) };
    const device = startDevice({ origin: 'https://host.example', fetch: host.fetch, ...options });
    if (!shared) device.session.change({ tokens, user });
    opened.push(device);
    goesDown(device);
    return device;
  };
  const first = open(0);
  const second = open(1, first.shared);
  const pack: PackRecord = { ...first.packs.draft(), title: 'Offer', ...packWith('') };
  await first.packs.save(pack);
  const form = { ...messageForm, signature: 'none' as const };
  const { message } = await first.messages.record(pack, form, 'send');
  return { host, first, second, pack, form, message };
}
