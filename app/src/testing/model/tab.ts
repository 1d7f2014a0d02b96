import { Dexie } from 'dexie';
import { type Device, startDevice, type Windows } from '#testing/device.ts';
import type { DeviceLocks } from './device-locks.ts';
import { type Caller, isRecordWrite } from './line.ts';
import type { LogWatch } from './log-watch.ts';

/** How a window ends or pauses, at one of the moments when it waits for the database or the host. */
export interface Trap {
  kind: 'kill' | 'freeze';
  /** How many such moments it still passes. */
  after: number;
}

/** Who may push on a device: whoever took the lease last. */
export interface Turn {
  epoch: number;
  holder: object | null;
}

interface TabParts {
  name: string;
  origin: string;
  /** Local storage of the device. */
  storage: Storage;
  windows: Windows;
  locks: DeviceLocks;
  now: () => number;
  fetch: (
    address: Parameters<typeof fetch>[0],
    init: RequestInit | undefined,
    caller: Caller,
  ) => Promise<Response>;
  onSignedIn: () => void;
  turn: Turn;
  log: LogWatch;
  /** Whether the device has no space for a write that it is asked for now. */
  isFull: () => boolean;
  /** ms, by a clock that nobody sets. */
  elapsed: () => number;
  /** Waits of the app, which end when nothing else is left to wait for. */
  setTimeout: (task: () => void) => void;
  /** Waits until what is left is tried again. */
  later: (task: () => void, ms: number) => void;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What takes too long is said by the line, since a real clock would say something else every time. */
const { signal: forEver } = new AbortController();

const never = () => new Promise<never>(() => {});

/** All of it is taken back, as browsers do: also what was to be committed at once. */
async function turnedDown(work: () => Promise<unknown>): Promise<never> {
  const transaction = Dexie.currentTransaction?.idbtrans as { commit(): void } | undefined;
  if (transaction) transaction.commit = () => {};
  await work();
  throw new DOMException('No space', 'QuotaExceededError');
}

/** One window of the app, which may be killed or frozen whenever it waits. */
export function openTab(parts: TabParts) {
  const { name, origin, storage, windows, locks, now, onSignedIn, turn, log, elapsed, setTimeout } = parts;
  const life = {
    isDead: false,
    hasSlept: false,
    logPushes: 0,
    /** Calls of it that are held up. */
    heldUp: 0,
    trap: null as Trap | null,
    frozen: null as { until: Promise<void>; thaw: () => void } | null,
    /** Records that it wrote to the host without the lock, since another window took the lease. */
    wroteOutOfTurn: new Set<string>(),
    /** The most of them at a time. */
    mostOutOfTurn: 0,
    /** What it claimed after another window had taken over. */
    claimedOutOfTurn: new Set<string>(),
  };
  const holder = {
    isFrozen: () => life.frozen !== null,
    isHeldUp: () => life.frozen !== null || life.heldUp > 0,
    isDead: () => life.isDead,
  };

  function freeze() {
    // A second promise in the first one's place would leave whoever waits for that one waiting for ever.
    if (life.frozen) return;
    let thaw = () => {};
    const until = new Promise<void>((resolve) => {
      thaw = () => {
        life.frozen = null;
        resolve();
      };
    });
    Object.assign(life, { frozen: { until, thaw }, hasSlept: true });
  }

  function kill() {
    life.isDead = true;
    device.database.dexie.close();
    locks.drop(holder);
  }

  /** Every moment at which a window may meet its end. */
  async function passes() {
    if (life.trap !== null) {
      life.trap.after -= 1;
      if (life.trap.after < 0) {
        const { kind } = life.trap;
        life.trap = null;
        if (kind === 'kill') kill();
        else freeze();
      }
    }
    if (life.isDead) await never();
    if (life.frozen) await life.frozen.until;
    if (life.isDead) await never();
  }

  const device: Device = startDevice({
    origin,
    now,
    onSignedIn,
    setTimeout,
    later: parts.later,
    elapsed,
    async pause() {
      await new Promise<void>((resolve) => setTimeout(resolve));
      await passes();
    },
    // Only who froze loses a lock, and gives no sign of life then; others need give none.
    every: () => () => {},
    timeout: () => forEver,
    connectionWindows: windows,
    shared: {
      name,
      storage: {
        ...storage,
        setItem: (key, value) => {
          if (!life.isDead) storage.setItem(key, value);
        },
        removeItem: (key) => {
          if (!life.isDead) storage.removeItem(key);
        },
      },
    },
    withLock: locks.of(holder),
    fetch: async (address, init) => {
      await passes();
      const method = init?.method ?? 'GET';
      const isInTurn = turn.holder === holder || locks.isHeldBy(holder, 'satchel-push');
      if (isRecordWrite(address, init) && !isInTurn) {
        const body =
          typeof init?.body === 'string' ? (JSON.parse(init.body) as { data: { id: string } }) : null;
        life.wroteOutOfTurn.add(body?.data.id ?? String(address));
        life.mostOutOfTurn = Math.max(life.mostOutOfTurn, life.wroteOutOfTurn.size);
      }
      if (method === 'POST' && String(address).endsWith('/salestool/log'))
        log.tries(String(init?.body), life);
      const response = await parts.fetch(address, init, life);
      await passes();
      return response;
    },
  });

  const { write } = device.database;
  device.database.write = async (tables, work) => {
    await passes();
    const value = await write(tables, () => (parts.isFull() ? turnedDown(work) : work()));
    await passes();
    return value;
  };

  const { lease, queue, events } = device.database;
  function takesTurn(epoch: number) {
    Object.assign(turn, { epoch, holder });
    life.wroteOutOfTurn.clear();
  }
  lease.hook('creating', (_key, { id, epoch }) => {
    if (id === 'push') takesTurn(epoch);
  });
  lease.hook('updating', (changes) => {
    if ('epoch' in changes) takesTurn(Number(changes.epoch));
  });
  queue.hook('updating', (changes, id: string) => {
    const { claimedBy = null } = changes as { claimedBy?: number | null };
    if (claimedBy !== null && claimedBy !== turn.epoch) life.claimedOutOfTurn.add(id);
  });
  const pushLog = device.events.push;
  device.events.push = (options) => log.push(pushLog(options), { isAll: options?.all === true, life });

  return { device, life, kill, holder, locks, rows: () => events.toArray() };
}

export type Tab = ReturnType<typeof openTab>;
