import { describe, expect, test } from 'vitest';
import type { Device } from '#testing/device.ts';
import { comesBack, goesDown } from '#testing/devices-at-host.ts';
import { waitingMessageInTwoWindows } from '#testing/waiting-message.ts';

const minute = 60_000;

/** A message that waits, on a device with two windows whose clock tests set. */
async function inTwoWindows() {
  const clock = { now: Date.now() };
  const repeated = new Map<() => void, { ms: number; by: number }>();
  const waiting = await waitingMessageInTwoWindows((by) => ({
    now: () => clock.now,
    every: (ms, task) => {
      repeated.set(task, { ms, by });
      return () => void repeated.delete(task);
    },
  }));
  const { host, first, second, pack, form } = waiting;
  const { id } = waiting.message;
  return {
    ...{ host, clock, first, second, pack, form, id },
    /** How often a window does something, ms. */
    paces: () => [...repeated.values()].map(({ ms }) => ms),
    /** Windows do what they do from time to time, unless they are frozen or gone. */
    async renew(windows = [first, second]) {
      for (const [task, { by }] of repeated) if (windows.includes([first, second][by]!)) task();
      // It comes after what they write.
      for (const { database } of windows) await database.write([database.queue], async () => {});
    },
    async isThereAfterPushOf(window: Device) {
      await comesBack(window);
      await window.waiting.push();
      goesDown(window);
      return (await first.database.queue.get(id)) !== undefined;
    },
  };
}

describe('a message that waits stays for as long as it is edited', () => {
  test('though another window opens it, too, and leaves it', async () => {
    const { first, second, id, isThereAfterPushOf } = await inTwoWindows();
    await first.messages.edit(id);
    await second.messages.edit(id);
    await second.messages.endEdit(id);
    expect(await isThereAfterPushOf(second)).toBe(true);
    await second.messages.edit(id);
    await first.messages.endEdit(id);
    expect(await isThereAfterPushOf(first)).toBe(true);
    await second.messages.endEdit(id);
    expect(await isThereAfterPushOf(first)).toBe(false);
  });

  test('though another window cannot cancel it', async () => {
    const { first, second, id, isThereAfterPushOf } = await inTwoWindows();
    await first.messages.edit(id);
    await first.database.records('salestool--message').update(id, { delivery: 'sent' });
    await expect(second.messages.cancel(id)).rejects.toThrow('Its mail may have left already');
    await first.database.records('salestool--message').update(id, { delivery: null });
    expect(await isThereAfterPushOf(second)).toBe(true);
  });

  test('for hours, in a hidden page, too, which is a whole minute late each time', async () => {
    const { first, second, id, clock, paces, renew, isThereAfterPushOf } = await inTwoWindows();
    await first.messages.edit(id);
    expect(paces()).toEqual([minute]);
    for (let round = 1; round <= 60; round += 1) {
      clock.now += 2 * minute;
      // The other ones fail.
      if (round % 2 === 0) await renew();
      expect(await isThereAfterPushOf(second)).toBe(true);
    }
    await first.messages.endEdit(id);
    expect(paces()).toEqual([]);
    expect(await isThereAfterPushOf(second)).toBe(false);
  });

  test.each([
    ['back by half an hour', -30],
    ['back by two hours', -120],
    ['forward by an hour', 60],
  ])('[F25] though the clock is set %s', async (_how, minutes) => {
    const { first, second, id, clock, renew, isThereAfterPushOf } = await inTwoWindows();
    await first.messages.edit(id);
    clock.now += minutes * minute;
    // Its own window needs no clock.
    expect(await isThereAfterPushOf(first)).toBe(true);
    await renew();
    expect(await isThereAfterPushOf(second)).toBe(true);
    await first.messages.endEdit(id);
    expect(await isThereAfterPushOf(second)).toBe(false);
  });

  test('[F25] a clock that is set back by half an hour lets it go to no window, even before its own one has noticed', async () => {
    const { first, second, id, clock, isThereAfterPushOf } = await inTwoWindows();
    await first.messages.edit(id);
    clock.now -= 30 * minute;
    expect(await isThereAfterPushOf(second)).toBe(true);
  });
});

describe('a message that waits goes all the same', () => {
  test('a few minutes after the window that edits it was closed or froze, which that one says when it thaws', async () => {
    const { first, second, id, clock, renew, isThereAfterPushOf } = await inTwoWindows();
    const edited = await first.messages.edit(id);
    clock.now += 4 * minute;
    await renew([second]);
    expect(await isThereAfterPushOf(second)).toBe(true);
    clock.now += 2 * minute;
    expect(await isThereAfterPushOf(second)).toBe(false);
    expect(await first.messages.standing(id, edited!.changed)).toBe('left');
  });

  test('once another window has written it anew, though its page is open here still', async () => {
    const { first, second, id, pack, form, host, renew, isThereAfterPushOf } = await inTwoWindows();
    await first.messages.edit(id);
    await second.messages.edit(id);
    await second.messages.record(pack, { ...form, subject: 'Written there' }, 'send', { corrects: id });
    await renew();
    expect(await isThereAfterPushOf(first)).toBe(false);
    expect(host.records.get(id)?.attributes).toMatchObject({ subject: 'Written there' });
  });

  test('once it was written anew here, though its page tells of that still', async () => {
    const { first, second, id, pack, form, renew, isThereAfterPushOf } = await inTwoWindows();
    await first.messages.edit(id);
    await first.messages.record(pack, { ...form, subject: 'Written anew' }, 'send', { corrects: id });
    await renew();
    expect(await isThereAfterPushOf(second)).toBe(false);
  });
});

test('[PSEND-26] a correction is told of as soon as it is durable, before it has come to the host', async () => {
  const { first, id, pack, form, host } = await inTwoWindows();
  await first.messages.edit(id);
  await comesBack(first);
  const answer = host.holdAnswers();
  const corrected = { ...form, subject: 'Written anew' };
  const { promise: recorded, resolve: onRecorded } = Promise.withResolvers<void>();
  const recording = first.messages.record(pack, corrected, 'send', { corrects: id, onRecorded });
  await recorded;
  expect(await first.database.queue.get(id)).toBeDefined();
  expect((await first.messages.get(id))?.subject).toBe('Written anew');
  expect(await first.messages.says(id, corrected)).toBe(true);
  answer();
  expect((await recording).savedRemotely).toBe(true);
});
