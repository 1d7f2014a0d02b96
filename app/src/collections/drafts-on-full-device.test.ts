import { expect, test, vi } from 'vitest';
import { draftsDevice } from '#testing/drafts-device.ts';

test('[F4] a full device is told of once, until it has room again; what is on the screen stays there', async () => {
  const tablet = draftsDevice();
  const draft = await tablet.drafts.open<string>('message', 'p1');
  const full = new DOMException('full', 'QuotaExceededError');
  const put = vi.spyOn(tablet.database.drafts, 'put').mockRejectedValue(full);
  for (const typed of ['a', 'ab', 'abc']) {
    draft.keep(() => typed);
    await tablet.drafts.open('message', 'p1');
  }
  expect(tablet.told).toEqual([expect.objectContaining({ name: 'StorageFailure', kind: 'full' })]);
  put.mockRestore();
  draft.keep(() => 'abcd');
  expect((await tablet.drafts.open('message', 'p1')).stored).toBe('abcd');
  vi.spyOn(tablet.database.drafts, 'put').mockRejectedValue(full);
  draft.keep(() => 'abcde');
  await tablet.drafts.open('message', 'p1');
  expect(tablet.told).toHaveLength(2);
});

test('[F4] what a full device did not keep is told of, and kept once there is room, without another key', async () => {
  const tablet = draftsDevice();
  const draft = await tablet.drafts.open<string>('pack', 'p1');
  const stored = async () => (await tablet.database.drafts.toArray()).map(({ value }) => value);
  draft.keep(() => 'An hour ago');
  await draft.keepNow();
  expect(draft.isKept.current()).toBe(true);
  const full = new DOMException('full', 'QuotaExceededError');
  const put = vi.spyOn(tablet.database.drafts, 'put').mockRejectedValue(full);
  const heard: boolean[] = [];
  draft.isKept.subscribe(() => heard.push(draft.isKept.current()));
  draft.keep(() => 'An hour of work');
  await draft.keepNow();
  await draft.keepNow();
  expect(draft.isKept.current()).toBe(false);
  expect(await stored()).toEqual(['An hour ago']);
  put.mockRestore();
  tablet.drafts.leave();
  await expect.poll(stored).toEqual(['An hour of work']);
  await expect.poll(() => heard).toEqual([false, true]);
  expect(tablet.told).toHaveLength(1);
});

test('[F4] what a full device did not keep does not take the place of what was typed since, or come back after it was dropped', async () => {
  const tablet = draftsDevice();
  const draft = await tablet.drafts.open<string>('pack', 'p1');
  const room = Promise.withResolvers<boolean>();
  tablet.database.makeRoom = () => room.promise;
  const full = new DOMException('full', 'QuotaExceededError');
  const put = vi.spyOn(tablet.database.drafts, 'put').mockRejectedValueOnce(full);
  draft.keep(() => 'H');
  await expect.poll(() => put.mock.calls.length).toBe(1);
  draft.keep(() => 'He');
  const given = draft.keepNow();
  await expect.poll(() => tablet.database.drafts.toArray()).toMatchObject([{ value: 'He' }]);
  room.resolve(true);
  await given;
  expect(await tablet.database.drafts.toArray()).toMatchObject([{ value: 'He' }]);

  put.mockRejectedValueOnce(full);
  tablet.database.makeRoom = async () => false;
  draft.keep(() => 'Hel');
  await draft.keepNow();
  expect(draft.isKept.current()).toBe(false);
  draft.drop();
  await draft.keepNow();
  await draft.keepNow();
  expect([draft.isKept.current(), await tablet.database.drafts.count()]).toEqual([true, 0]);
});

test('[F4] of who is not signed in nothing is said to be kept', async () => {
  const tablet = draftsDevice();
  tablet.session.clear();
  const draft = await tablet.drafts.open<string>('pack', 'p1');
  draft.keep(() => 'Typed by nobody');
  await draft.keepNow();
  expect([draft.isKept.current(), await tablet.database.drafts.count()]).toEqual([false, 0]);
});

test('[F4] what a full device kept before it was full does not come back after it was dropped', async () => {
  const tablet = draftsDevice();
  const draft = await tablet.drafts.open<string>('message', 'p1');
  draft.keep(() => 'Kept');
  await tablet.drafts.open('message', 'p1');
  const full = new DOMException('full', 'QuotaExceededError');
  const put = vi.spyOn(tablet.database.drafts, 'put').mockRejectedValue(full);
  draft.keep(() => 'Kept no more');
  await expect.poll(() => tablet.told).toHaveLength(1);
  put.mockRestore();
  draft.drop();
  expect((await tablet.drafts.open('message', 'p1')).stored).toBeNull();
  expect(await tablet.database.drafts.count()).toBe(0);
});
