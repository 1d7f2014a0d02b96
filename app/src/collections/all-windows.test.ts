import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActivity } from '#sync/activity.ts';
import { type Device, startDevice } from '#testing/device.ts';
import { createConnectionState } from './connection-state.ts';

const channels: BroadcastChannel[] = [];
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
  vi.useRealTimers();
});

function channel(name: string) {
  const opened = new BroadcastChannel(name);
  channels.push(opened);
  return opened;
}

/** A window with what its connection icon shows. */
const shown = (device: Device) => ({
  ...device,
  connectionState: createConnectionState(
    { ...device, isOnline: device.connection.isOnline },
    device.connection,
  ),
});

/** Two windows of the app on one device. */
function twoWindows() {
  const name = crypto.randomUUID();
  const origin = 'https://host.example';
  const one = startDevice({ origin, windows: channel(name) });
  const other = startDevice({ origin, shared: one.shared, windows: channel(name) });
  return { one: shown(one), other: shown(other) };
}

describe('two windows', () => {
  test('show the same: what one of them meets counts for both, and both go online together', async () => {
    const { one, other } = twoWindows();
    const wentOnline = vi.fn();
    other.connection.whenGoingOnline(wentOnline);
    one.connection.unreachable();
    await expect
      .poll(() => other.connectionState.current())
      .toMatchObject({ icon: 'offline', online: false });
    expect(other.connection.isOnline()).toBe(false);
    one.connection.answered();
    await expect.poll(() => other.connectionState.current()).toMatchObject({ icon: 'online', online: true });
    expect(wentOnline).toHaveBeenCalledTimes(1);
    other.connection.unreachable();
    await expect.poll(() => one.connectionState.current().icon).toBe('offline');
  });

  test('show what one of them sends or takes in, as long as it does, and what its last push came to', async () => {
    const { one, other } = twoWindows();
    one.connection.answered();
    await expect.poll(() => other.connectionState.current().online).toBe(true);
    const sending = Promise.withResolvers<void>();
    const loading = Promise.withResolvers<void>();
    const sent = one.activity.uploading(() => sending.promise);
    const loaded = other.activity.downloading(() => loading.promise);
    for (const { connectionState } of [one, other])
      await expect.poll(() => connectionState.current().icon).toBe('uploading');
    sending.resolve();
    await sent;
    for (const { connectionState } of [one, other])
      await expect.poll(() => connectionState.current().icon).toBe('downloading');
    loading.resolve();
    await loaded;
    for (const { connectionState } of [one, other])
      await expect.poll(() => connectionState.current().icon).toBe('online');
    const report = { at: 2, ownerId: 'nora', signatures: [0, 0], packs: [1, 1], messages: [3, 2] } as const;
    one.activity.pushed(report);
    await expect.poll(() => other.activity.current().lastPush).toEqual(report);
    other.activity.pushed({ ...report, at: 1 });
    await expect.poll(() => other.activity.current().lastPush?.at).toBe(1);
    expect(one.activity.current().lastPush).toEqual(report);
  });
});

/** A channel that a test speaks on by itself. */
function byHand() {
  const listeners: ((event: MessageEvent) => void)[] = [];
  return {
    windows: {
      postMessage: vi.fn(),
      addEventListener: (_type: string, listener: unknown) => void listeners.push(listener as never),
    } as unknown as BroadcastChannel,
    hear: (data: unknown) => {
      for (const listener of listeners) listener({ data } as MessageEvent);
    },
  };
}

test('[F14] a window that froze or was closed while it was sending is soon not said to send any more', () => {
  vi.useFakeTimers();
  const { windows, hear } = byHand();
  const activity = createActivity(windows);
  const frozen = { id: 'frozen', downloads: 0, uploads: 1, lastPush: null };
  hear(frozen);
  expect(activity.current().uploads).toBe(1);
  vi.advanceTimersByTime(2_500);
  hear(frozen);
  vi.advanceTimersByTime(2_500);
  expect(activity.current().uploads).toBe(1);
  vi.advanceTimersByTime(2_400);
  expect(activity.current().uploads).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a window that is at it for long says so again and again, and stops when it has ended', async () => {
  vi.useFakeTimers();
  const { windows } = byHand();
  const activity = createActivity(windows);
  const sending = Promise.withResolvers<void>();
  const sent = activity.uploading(() => sending.promise);
  vi.advanceTimersByTime(2_500);
  expect(windows.postMessage).toHaveBeenCalledTimes(3);
  sending.resolve();
  await sent;
  expect(windows.postMessage).toHaveBeenLastCalledWith(expect.objectContaining({ downloads: 0, uploads: 0 }));
  vi.advanceTimersByTime(60_000);
  expect(windows.postMessage).toHaveBeenCalledTimes(4);
});

test('what comes in sooner than anybody looks is not said to be downloading, what takes longer is, until it ends or fails', async () => {
  vi.useFakeTimers();
  const { windows } = byHand();
  const activity = createActivity(windows);
  await activity.downloading(async () => vi.advanceTimersByTime(299));
  expect(windows.postMessage).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
  const loading = Promise.withResolvers<void>();
  const loaded = activity.downloading(() => loading.promise);
  expect(activity.current().downloads).toBe(0);
  vi.advanceTimersByTime(300);
  expect(activity.current().downloads).toBe(1);
  loading.reject(new Error('Cut'));
  await expect(loaded).rejects.toThrow('Cut');
  expect(activity.current().downloads).toBe(0);
});
