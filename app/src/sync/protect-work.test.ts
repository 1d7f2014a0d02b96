import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Device, startDevice } from '#testing/device.ts';
import { createMemoryHost } from '#testing/memory-host.ts';
import { packWith } from '#testing/real-host.ts';

const user = {
  ...{ uuid: '7a2c9a4e-0000-4000-8000-000000000001', id: 1, name: 'nora', mail: 'nora@velden.example' },
  ...{ roles: ['sales_tool_user'], channels: [] },
};
const tokens = { token: 'token', refreshToken: 'refresh', expiresIn: 300, expires: 0 };
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});

/** A browser that answers as told, and a window without a signal in it. */
async function openIn({ userAgent = 'Chrome/140', answers = [true], isSignedIn = true } = {}) {
  let isPersisted = false;
  let looked = 0;
  let asked = 0;
  const storage = {
    async persisted() {
      looked += 1;
      return isPersisted;
    },
    async persist() {
      isPersisted = answers[asked] ?? false;
      asked += 1;
      return isPersisted;
    },
  };
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { storage: { value: storage }, userAgent: { value: userAgent } }),
  );
  const host = createMemoryHost();
  const open = async () => {
    const device = startDevice({ origin: 'https://host.example', fetch: host.fetch });
    ends.push(() => device.database.dexie.close());
    if (isSignedIn) device.session.change({ tokens, user });
    device.connection.unreachable();
    await device.engine();
    return device;
  };
  return { open, looked: () => looked, asked: () => asked };
}

const save = ({ packs }: Device) => packs.save({ ...packs.draft(), title: 'Offer', ...packWith('') });

describe('a browser is asked to keep what lies on the device', () => {
  test('at each start of somebody signed in, until it has promised to', async () => {
    const { open, asked } = await openIn({ answers: [false, true] });
    for (const times of [1, 2, 2]) {
      await open();
      await expect.poll(asked).toBe(times);
    }
  });

  test('not while nobody is signed in', async () => {
    const { open, looked } = await openIn({ isSignedIn: false });
    await open();
    expect(looked()).toBe(0);
  });

  test('when something waits, also without a signal and without a switch; where it asks people, only then and once', async () => {
    const { open, looked, asked } = await openIn({ userAgent: firefox, answers: [false] });
    const device = await open();
    expect(looked()).toBe(0);
    await save(device);
    await expect.poll(asked).toBe(1);
    await save(device);
    await save(device);
    expect(looked()).toBe(1);
  });
});
