import { memoryStorage, type Windows } from '#testing/device.ts';
import { createDeviceLocks } from './device-locks.ts';
import { createHostInMemory } from './host-in-memory.ts';
import { createLedger } from './ledger.ts';
import { isRecordWrite, type Line, overLine } from './line.ts';
import { createLogWatch } from './log-watch.ts';
import type { KeptState } from './put-back.ts';
import { quiet } from './quiet.ts';
import { openTab, type Tab, type Turn } from './tab.ts';

const people = [
  { name: 'nora', id: '7a2c9a4e-0000-4000-8000-000000000001' },
  { name: 'henrik', id: '7a2c9a4e-0000-4000-8000-000000000002' },
] as const;

export type PersonName = (typeof people)[number]['name'];

let worlds = 0;

export type World = ReturnType<typeof createWorld>;
export type ModelDevice = World['devices'][number];

/** What the model has to know of a host, and do to it. */
type ModelHost = Omit<ReturnType<typeof createHostInMemory>, 'sessions' | 'put' | 'remove'> & {
  sessions: { endAccess(): void; endAll(): void };
};

/** Where devices live: at which host, and in which time. */
export interface Surroundings {
  host: ModelHost;
  origin: string;
  people: readonly { name: PersonName; id: string }[];
  /** Of everybody. */
  password: string;
  channelId: string;
  /** Every bundle of the channel is called as the channel is. */
  hasEditions: boolean;
  clock: { now(): number; pass(ms: number): void };
}

export function inMemory(): Surroundings {
  let now = Date.UTC(2026, 10, 20);
  const clock = {
    now: () => now,
    pass(ms: number) {
      now += ms;
    },
  };
  const channelId = '0c000000-0000-4000-8000-000000000001';
  const host = createHostInMemory({ people, channelId, now: clock.now });
  return {
    host,
    origin: 'https://host.example',
    people,
    password: 'right',
    channelId,
    hasEditions: true,
    clock,
  };
}

/** Devices of people at one host, with everything that happens to them under control. */
export function createWorld(surroundings: Surroundings) {
  worlds += 1;
  const { host, origin, clock } = surroundings;
  const ledger = createLedger();
  /** What the app does when it has waited long enough. */
  const waits: (() => void)[] = [];
  /** When windows mean to try again by themselves, ms by a clock that nobody sets. */
  const wakes: { tab: () => Tab; at: number; wake: () => void }[] = [];
  /** What people wait for, in which window. */
  const waitedFor = new Map<Promise<unknown>, Tab>();

  /** Keeps the world going until this has come to its end, or its window to its own. */
  function follow(tab: Tab, work: Promise<unknown>) {
    const settled: Promise<unknown> = work.then(
      () => waitedFor.delete(settled),
      () => waitedFor.delete(settled),
    );
    waitedFor.set(settled, tab);
  }

  function createDevice(number: number) {
    const line: Line = { state: 'up', faults: [], refusals: 0, late: [], held: [], wasBusy: false };
    const turn: Turn = { epoch: 0, holder: null };
    const now = () => clock.now() + device.clockOff;
    const log = createLogWatch({ now, untruths: ledger.untruths });
    const stored = memoryStorage();
    const locks = createDeviceLocks();
    const tabs: (Tab | null)[] = [null, null];
    const device = {
      number,
      line,
      name: `model-${worlds}-${number}`,
      /** ms that its clock is wrong. */
      clockOff: 0,
      /** The latest time that its clock has ever told, ms: what was asked by it is asked until somebody answers. */
      latest: 0,
      /** Turns that a call takes, by window. */
      pace: [0, 0] as [number, number],
      /** Who has ever signed in here. */
      users: new Set<PersonName>(),
      locks,
      log,
      /** Whether its event log ever came near its cap, beyond which it drops what is oldest. */
      wasLogFull: false,
      /** Whether a window of it was ever closed or frozen in the middle of something. */
      wasCut: false,
      /** The same since nothing waited on it last. */
      isShaken: false,
      /** Ids of the forms in which somebody has begun to write, by person and pack. */
      forms: new Map<string, string>(),
      kept: null as KeptState | null,
      wasPutBack: false,
      /** Writes that its database turns down for want of space, after so many that it takes. */
      full: { passing: 0, writes: 0 },
      wasFull: false,
      tab,
      tabs,
    };

    const storageOf = (index: number) => ({
      ...stored,
      setItem(key: string, value: string) {
        if (stored.getItem(key) === value) return;
        stored.setItem(key, value);
        // What browsers tell all other windows.
        for (const [at, other] of tabs.entries()) {
          if (at !== index && other && !other.life.isDead) follow(other, reread(other));
        }
      },
    });

    const ears = [new EventTarget(), new EventTarget()];

    /** Where a window tells the other one of its device whether the host answers. */
    function windowsOf(index: 0 | 1): Windows {
      const own = new EventTarget();
      ears[index] = own;
      const postMessage = (data: unknown) => {
        const [at, tab] = index === 0 ? ([1, tabs[1]] as const) : ([0, tabs[0]] as const);
        if (tab && !tab.life.isDead) follow(tab, hear(tab, ears[at] as EventTarget, data));
      };
      return Object.assign(own, { postMessage });
    }

    async function hear(tab: Tab, ear: EventTarget, data: unknown) {
      await tab.life.frozen?.until;
      if (!tab.life.isDead) ear.dispatchEvent(new MessageEvent('message', { data }));
    }

    async function reread(tab: Tab) {
      await tab.life.frozen?.until;
      if (tab.life.isDead) return;
      tab.device.session.reread();
      tab.device.channel.reread();
    }

    function open(index: 0 | 1): Tab {
      const tab = openTab({
        name: device.name,
        origin,
        storage: storageOf(index),
        windows: windowsOf(index),
        locks,
        turn,
        log,
        now,
        elapsed: clock.now,
        isFull: () => isFull(device),
        setTimeout: (task) => void waits.push(task),
        later: (wake, ms) => void wakes.push({ tab: () => tab, at: clock.now() + ms, wake }),
        fetch: (address, init, caller) =>
          overLine(line, { pace: device.pace[index], caller, isWrite: isRecordWrite(address, init) }, () =>
            host.fetch(address, init),
          ),
        onSignedIn: () => pushAll(tab),
      });
      tab.device.connection.whenGoingOnline(() => pushAll(tab));
      follow(tab, tab.device.connection.ask());
      return tab;
    }

    /** As the app's own start does (SYNC-11). */
    function pushAll(tab: Tab) {
      const { device, life } = tab;
      const { session, connection, engine, events } = device;
      if (life.isDead || session.current().tokens === null || !connection.isOnline()) return;
      follow(
        tab,
        engine().then(({ meetHost }) => meetHost()),
      );
      follow(tab, events.push());
    }

    /** The window, opened anew if it is gone. */
    function tab(index: 0 | 1): Tab {
      const there = tabs[index];
      if (there && !there.life.isDead) return there;
      const opened = open(index);
      tabs[index] = opened;
      return opened;
    }

    return device;
  }

  function isFull({ full }: { full: { passing: number; writes: number } }) {
    if (full.writes === 0) return false;
    full.passing -= 1;
    if (full.passing >= 0) return false;
    full.writes -= 1;
    return true;
  }

  const devices = [createDevice(0), createDevice(1)] as const;

  const canGoOn = ({ life, holder, locks }: Tab) =>
    !life.isDead && !holder.isHeldUp() && !locks.isStuck(holder);
  const isWaitedFor = () => [...waitedFor.values()].some(canGoOn);
  const settled = () =>
    quiet(isWaitedFor, async () => {
      for (const { locks } of devices) await locks.takeFromFrozen();
      const ended = waits.splice(0);
      for (const end of ended) end();
      return { goesOn: ended.length > 0 };
    });

  /** Time goes by, and every window does what it meant to do meanwhile. */
  async function pass(ms: number) {
    clock.pass(ms);
    const due = wakes.filter(({ at }) => at <= clock.now());
    for (const wake of due) wakes.splice(wakes.indexOf(wake), 1);
    for (const { tab, wake } of due) follow(tab(), wakeUp(tab(), wake));
    await settled();
  }

  async function wakeUp({ life }: Tab, wake: () => void) {
    await life.frozen?.until;
    if (!life.isDead) wake();
  }

  return {
    ...surroundings,
    pass,
    ledger,
    devices,
    /** Whether only one thing is being done. */
    isOneAtATime: true,
    follow,
    settled,
    async close() {
      for (const { tabs } of devices) {
        for (const tab of tabs) tab?.kill();
      }
      for (const { name } of devices) indexedDB.deleteDatabase(name);
    },
  };
}
