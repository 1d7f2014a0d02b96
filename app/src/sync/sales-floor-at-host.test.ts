import { afterEach, expect, test } from 'vitest';
import { withLock } from '#remote/with-lock.ts';
import { type Device, memoryStorage, startDevice } from '#testing/device.ts';
import { draftOf, messageForm } from '#testing/devices-at-host.ts';
import { passwordOfAll, prepareHostProcesses } from '#testing/real-host.ts';

const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process;
const isLong = env.SATCHEL_LONG_TESTS === '1';

const reps = ['nora', 'ines', 'henrik'];
const count = 200;
/** So many records a host that has just come back sends away, each once. */
const sentAway = 100;
const retryAfterMs = 6000;

interface Seen {
  device: number;
  /** Of the record that is written. */
  id: string | null;
  at: number;
  status: number;
}

const atTheEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of atTheEnd.splice(0).reverse()) await end();
});

const busy = () =>
  Response.json(
    { errors: [{ status: '503', title: 'Busy' }] },
    { status: 503, headers: { 'retry-after': String(retryAfterMs / 1000) } },
  );

function idWritten(address: string, { method = 'GET', body }: RequestInit = {}): string | null {
  const isWrite = method !== 'GET' && new URL(address).pathname.startsWith('/jsonapi/');
  return isWrite ? JSON.parse(String(body)).data.id : null;
}

/**
 * Devices in one network, whose waits end by themselves.
 * @param origin of the host before it went
 */
function salesFloor(origin: string) {
  const seen: Seen[] = [];
  const refused = new Set<string>();
  const signals: (() => void)[] = [];
  const floor = { host: origin as string | null, isBusy: false, doWaitsCount: false };
  let isOver = false;
  atTheEnd.push(() => {
    isOver = true;
  });
  const later = (task: () => void, ms: number) => setTimeout(() => isOver || task(), ms);

  async function reach(device: number, address: string, init?: RequestInit) {
    if (floor.host === null) throw new TypeError('Failed to fetch');
    const call: Seen = { device, id: idWritten(address, init), at: performance.now(), status: 0 };
    seen.push(call);
    const isFirst = call.id !== null && !refused.has(call.id);
    const isSentAway = floor.isBusy && isFirst && refused.size < sentAway;
    if (isSentAway) refused.add(call.id ?? '');
    const answer = isSentAway ? busy() : await fetch(address.replace(origin, floor.host), init);
    call.status = answer.status;
    return answer;
  }

  /** @param session of whoever is signed in, as another device keeps it */
  function open(number: number, session?: string): Device {
    const storage = memoryStorage();
    if (session) storage.setItem('satchel-session', session);
    const device = startDevice({
      origin,
      shared: { name: `on-the-floor-${number}`, storage },
      random: Math.random,
      withLock: (name, ...rest) => withLock(`${number}/${name}`, ...rest),
      fetch: (address, init) => reach(number, String(address), init),
      browser: {
        onLine: () => true,
        onChange: (listener) => void signals.push(() => listener('online')),
        setTimeout: (task, ms) => (floor.doWaitsCount ? later(task, ms) : 0),
        clearTimeout: (handle) => clearTimeout(handle as number),
      },
      later,
    });
    atTheEnd.push(() => device.database.dexie.close());
    // As the app does.
    device.connection.whenGoingOnline(() => {
      if (device.session.current().user === null) return;
      for (const pushed of [device.engine().then(({ meetHost }) => meetHost()), device.events.push()])
        pushed.catch((error) => device.problems.push(error));
    });
    return device;
  }

  /** A rep who signs in on many devices at once is taken for a guesser: theirs hold what one of them got. */
  async function sessions(): Promise<string[]> {
    const all: string[] = [];
    for (const username of reps) {
      const device = open(-1);
      await device.service.signIn({ username, password: await passwordOfAll() });
      all.push(device.shared.storage.getItem(device.session.key) ?? '');
      device.database.dexie.close();
    }
    return all;
  }

  return {
    floor,
    seen,
    async devices() {
      const kept = await sessions();
      return Array.from({ length: count }, (_, number) => open(number, kept[number % kept.length]));
    },
    /** Every browser says at the same moment that the network came; resolves when all of them have asked the host. */
    async signal(devices: readonly Device[]) {
      for (const signal of signals) signal();
      await Promise.all(devices.map(({ connection }) => connection.ask()));
    },
  };
}

/** The most of these moments that lie within half a second. */
const mostTogether = (times: readonly number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 500).length));

test.runIf(isLong)(
  `[F24] ${count} devices that look for the host at the same moment come back apart, those that it sends away not before their time, and all they made is there and mailed once`,
  { timeout: 180_000 },
  async () => {
    const hosts = await prepareHostProcesses();
    atTheEnd.push(() => hosts.stop());
    const before = await hosts.start();
    const { floor, seen, devices: openAll, signal } = salesFloor(before.url);
    const devices = await openAll();
    await before.kill();
    const packs: string[] = [];
    const messages: string[] = [];
    const recipients: string[] = [];
    for (const [number, device] of devices.entries()) {
      await device.service.selectChannel(hosts.world.channels.retail.id);
      const pack = draftOf(device, `Pack ${number}`);
      expect(await device.packs.save(pack)).toMatchObject({ savedLocally: true, savedRemotely: false });
      const email = `guest-${number}@brightwater.example`;
      const { message } = await device.messages.record(pack, { ...messageForm, email }, 'send');
      packs.push(pack.id);
      messages.push(message.id);
      recipients.push(email);
    }

    const after = await hosts.start();
    seen.length = 0;
    Object.assign(floor, { host: null, doWaitsCount: true });
    await signal(devices);
    Object.assign(floor, { host: after.url, isBusy: true });
    const stillWaiting = async () => {
      const counts = await Promise.all(devices.map(({ database }) => database.queue.count()));
      return counts.filter((waiting) => waiting > 0).length;
    };
    await expect.poll(stillWaiting, { timeout: 90_000, interval: 500 }).toBe(0);

    const firsts = devices.map((_, number) => seen.find(({ device }) => device === number)?.at ?? 0);
    expect(mostTogether(firsts)).toBeLessThan(count / 2);
    const writes = seen.filter(({ id }) => id !== null);
    const away = writes.filter(({ status }) => status === 503);
    expect(away).toHaveLength(sentAway);
    // Each of them once more, and nothing else twice.
    expect(writes).toHaveLength(packs.length + messages.length + sentAway);
    for (const { id, at } of away) {
      const again = writes.find((write) => write.id === id && write.at > at);
      expect((again?.at ?? 0) - at).toBeGreaterThanOrEqual(retryAfterMs);
    }

    const mailed = () => hosts.receiver.accepted.flatMap(({ to }) => to).sort();
    await expect.poll(() => mailed().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
    await hosts.settled();
    expect(mailed()).toEqual(recipients.toSorted());
    const atHost = (table: 'pack' | 'message') =>
      hosts.look(async ({ db }) => (await db.selectFrom(table).select('id').execute()).map(({ id }) => id));
    expect(await atHost('pack')).toEqual(expect.arrayContaining(packs));
    expect((await atHost('message')).sort()).toEqual(messages.toSorted());
    expect(devices.flatMap(({ problems }) => problems)).toEqual([]);
  },
);
