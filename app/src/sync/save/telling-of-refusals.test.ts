import { expect, test, vi } from 'vitest';
import type { Device } from '#testing/device.ts';
import { createMemoryHost } from '#testing/memory-host.ts';
import { draftOf, form, offline, openSignedIn, user } from '#testing/signed-in-device.ts';

/** A device whose pack is at a host that takes nothing more. */
async function open() {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  const pack = draftOf(device, 'Offer');
  await device.packs.save(pack);
  await device.waiting.push();
  host.state.mood = 'refuses';
  const write = (subject: string, email = `${subject}@example.test`) =>
    device.messages.record(pack, { ...form, email, subject }, 'send');
  return { device, write };
}

const told = ({ shown }: Device) => shown.map(({ tone, text, action }) => [tone, text, action?.to]);
const settings = '/settings#waiting';
const oneMessage = ['problem', 'A message was refused by the server and did not go out.', settings];

test('[PSEND-20] who wrote a message offline is told when the host refuses it later, and where the reason is', async () => {
  const { device, write } = await open();
  await offline(device, () => write('first'));
  (await device.engine()).wake();
  await vi.waitFor(() => expect(told(device)).toEqual([oneMessage]));
  // Once: what is set aside is not tried again.
  await device.waiting.push();
  expect(told(device)).toEqual([oneMessage]);
});

test('whoever signs in meanwhile is not told of what was refused of somebody else', async () => {
  const { device, write } = await open();
  await offline(device, () => write('first'));
  device.database.queue.hook('updating', (changes) => {
    if ('refused' in changes) device.session.change({ user: { ...user, uuid: 'ines' } });
  });
  await device.waiting.push();
  expect(await device.database.queue.toArray()).toMatchObject([{ refused: expect.any(String) }]);
  expect(device.session.current().user?.uuid).toBe('ines');
  expect(told(device)).toEqual([]);
});

test('what is refused in one push is told of at once', async () => {
  const { device, write } = await open();
  await offline(device, async () => {
    for (const subject of ['first', 'second', 'third']) await write(subject);
  });
  await device.waiting.push();
  expect(told(device)).toEqual([
    ['problem', '3 messages were refused by the server and did not go out.', settings],
  ]);
});

test('what a form says itself is not told a second time, and what goes before it is', async () => {
  const { device, write } = await open();
  expect(await write('now')).toMatchObject({ failure: 'Unprocessable Content (422)' });
  expect(await device.packs.save(draftOf(device, 'New'))).toMatchObject({ savedRemotely: false });
  await device.waiting.push();
  expect(told(device)).toEqual([]);
  const sameOne = 'one@example.test';
  await offline(device, () => write('before', sameOne));
  expect(await write('after', sameOne)).toMatchObject({ failure: 'Unprocessable Content (422)' });
  expect(told(device)).toEqual([oneMessage]);
});

test('what a form in another window says itself is not told by the window that sent it', async () => {
  const host = createMemoryHost();
  const name = crypto.randomUUID();
  const channels = [1, 2, 3].map(() => new BroadcastChannel(name));
  const waiting: string[] = [];
  channels[2]!.addEventListener('message', ({ data }) => waiting.push(...(data.ids ?? [])));
  const [sent, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sender = openSignedIn(host, {
    windows: channels[0]!,
    async fetch(address, init) {
      const answer = await host.fetch(address, init);
      if (answer.status !== 422) return answer;
      sent.resolve();
      await answered.promise;
      return answer;
    },
  });
  const other = openSignedIn(host, { windows: channels[1]!, shared: sender.shared });
  const pack = draftOf(sender, 'Offer');
  await sender.packs.save(pack);
  await sender.waiting.push();
  host.state.mood = 'refuses';
  await offline(other, () => other.messages.record(pack, form, 'send'));
  const pushing = sender.waiting.push();
  await sent.promise;
  const [row] = await other.database.queue.toArray();
  const { queue } = await other.engine();
  const hearing = queue.pushOnly([row!.id]);
  await vi.waitFor(() => expect(waiting).toContain(row!.id));
  answered.resolve();
  await Promise.all([pushing, hearing]);
  expect(await other.database.queue.toArray()).toMatchObject([{ refused: expect.any(String) }]);
  expect([told(sender), told(other)]).toEqual([[], []]);
  for (const channel of channels) channel.close();
});

test('a push from the list of what waits says nothing beside the list', async () => {
  const { device, write } = await open();
  await offline(device, () => write('first'));
  await device.waiting.push({ messages: 3 });
  expect((await device.waiting.items()).map(({ state }) => state)).toEqual(['refused']);
  expect(told(device)).toEqual([]);
});
