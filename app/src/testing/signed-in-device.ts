import { afterEach } from 'vitest';
import { type Device, startDevice } from './device.ts';
import type { createMemoryHost } from './memory-host.ts';
import { packWith } from './real-host.ts';

export const user = {
  uuid: '7a2c9a4e-0000-4000-8000-000000000001',
  id: 1,
  name: 'nora',
  mail: 'nora@velden.example',
  roles: ['sales_tool_user'],
  channels: [],
};
export const tokens = { token: 'token', refreshToken: 'refresh', expiresIn: 300, expires: 0 };

const opened: Device[] = [];
afterEach(() => {
  for (const device of opened.splice(0)) device.database.dexie.close();
});

/** A device of somebody who is signed in at a host in memory; closed after the test. */
export function openSignedIn(
  host: ReturnType<typeof createMemoryHost>,
  options: Partial<Parameters<typeof startDevice>[0]> = {},
) {
  const device = startDevice({ origin: 'https://host.example', fetch: host.fetch, ...options });
  device.session.change({ tokens, user });
  opened.push(device);
  return device;
}

export const draftOf = (device: Device, title: string) => ({
  ...device.packs.draft(),
  title,
  ...packWith(''),
});

export const titleAt = (host: ReturnType<typeof createMemoryHost>, id: string) =>
  (host.records.get(id)?.attributes as { title?: string } | undefined)?.title;

export const form = {
  firstName: 'Daniel',
  lastName: 'Okafor',
  email: 'daniel@example.test',
  company: 'Brightwater',
  subject: 'Offer',
  messageHtml: '',
  contactPermission: false,
  memo: '',
  signature: 'none' as const,
};

/** Works while the app takes the host for out of reach. */
export async function offline(device: Device, work: () => Promise<unknown>) {
  device.connection.unreachable();
  await work();
  device.connection.answered();
}
