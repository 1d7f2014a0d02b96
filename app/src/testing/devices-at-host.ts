import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { MessageForm } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { type Device, startDevice } from './device.ts';
import { packWith, passwordOfAll, type RealHost, startRealHost } from './real-host.ts';

export type DeviceOptions = Partial<Parameters<typeof startDevice>[0]>;

/**
 * One real host for a file of tests, and devices that live as long as one test. A device that met a problem nobody
 * waited for fails its test.
 */
export function devicesAtHost() {
  const opened: Device[] = [];
  let host: RealHost;
  let password: string;
  beforeAll(async () => {
    host = await startRealHost();
    password = await passwordOfAll();
  });
  afterAll(() => host.stop());
  afterEach(() => {
    for (const device of opened.splice(0)) {
      expect(device.problems).toEqual([]);
      device.database.dexie.close();
    }
  });

  /** A device with nobody signed in, at the real host unless told otherwise. */
  function open(options: DeviceOptions = {}) {
    const device = startDevice({ origin: host.url, ...options });
    opened.push(device);
    return device;
  }

  async function signedIn(username = 'nora', options?: DeviceOptions) {
    const device = open(options);
    await device.service.signIn({ username, password });
    return device;
  }

  const openAsProspect = async (token: string) =>
    (await fetch(`${host.url}/p/${token}`, { headers: browserOfProspect })).text();

  return {
    get host() {
      return host;
    },
    /** Of everyone. */
    get password() {
      return password;
    },
    get retail() {
      return host.world.channels.retail.id;
    },
    open,
    signedIn,
    /** Signed in, with the channel of retail chosen and loaded. */
    async inRetail(username?: string, options?: DeviceOptions) {
      const device = await signedIn(username, options);
      const { id } = host.world.channels.retail;
      await device.service.selectChannel(id);
      expect(await device.channels.load(id, { force: true })).toEqual({ ok: true });
      // Tests look into the stores themselves.
      await expect.poll(() => device.database.staged.count()).toBe(0);
      return device;
    },
    /** What a prospect sees behind a link. */
    openAsProspect,
    /** Reads the pack's page for twenty seconds, as a prospect's browser reports it. */
    async readAsProspect(token: string) {
      const session = /data-session="([^"]*)"/.exec(await openAsProspect(token))?.[1];
      host.advance(20_000);
      const report = await fetch(`${host.url}/p/${token}/views`, {
        method: 'POST',
        headers: { ...browserOfProspect, 'content-type': 'application/json' },
        body: JSON.stringify({ session, attended: true, totals: { visible_ms: 20_000, medias: {} } }),
      });
      expect(report.ok).toBe(true);
    },
  };
}

const browserOfProspect = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0.0.0 Safari/537.36',
};

export const draftOf = (device: Device, title: string, text = '<p>Hello</p>'): PackRecord => ({
  ...device.packs.draft(),
  title,
  ...packWith(text),
});

/** What a rep fills in to send a pack. */
export const messageForm: MessageForm = {
  firstName: 'Daniel',
  lastName: 'Okafor',
  email: 'daniel@example.test',
  company: 'Brightwater',
  subject: 'Our offer',
  messageHtml: '<p>As discussed</p>',
  contactPermission: true,
  memo: 'Met at the fair',
  signature: 'mine',
};

/** No signal; the device has noticed. */
export function goesDown(device: Device) {
  device.network.state = 'down';
  device.connection.unreachable();
}

/** A signal again; the device has asked and knows. */
export async function comesBack(device: Device) {
  device.network.state = 'up';
  await device.connection.ask();
}
