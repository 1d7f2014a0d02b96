import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { MessageForm } from '#services.ts';
import { type Device, startDevice } from '#testing/device.ts';
import { packWith, passwordOfAll } from '#testing/real-host.ts';
import { restorableOrigin, startRestorableHost } from '#testing/restorable-host.ts';

const form: MessageForm = {
  firstName: 'Daniel',
  lastName: 'Okafor',
  email: 'daniel@example.test',
  company: 'Brightwater',
  subject: 'Our offer',
  messageHtml: '<p>As discussed</p>',
  contactPermission: true,
  memo: '',
  signature: 'none',
};

describe('[F27] a host that was restored from yesterday’s backup', () => {
  let host: Awaited<ReturnType<typeof startRestorableHost>>;
  let device: Device;
  let channelId: string;
  let password: string;
  const signIn = () => device.service.signIn({ username: 'nora', password });
  const sync = () => device.channels.load(channelId, { force: true });
  const draft = (title: string) => ({ ...device.packs.draft(), title, ...packWith('<p>Hello</p>') });
  const asked = async (path: string) => {
    const { body } = await device.request(`${restorableOrigin}/jsonapi/salestool/${path}`);
    return (body as { data: { attributes: Record<string, unknown> } }).data.attributes;
  };

  const made = {
    before: '',
    after: '',
    message: '',
    /** Of which the log of its pack alone tells here how it ended. */
    noted: '',
    link: '',
    waiting: '',
    shared: [] as string[],
  };

  beforeAll(async () => {
    host = await startRestorableHost();
    password = await passwordOfAll();
    channelId = host.world.channels.retail.id;
    device = startDevice({ origin: restorableOrigin, fetch: host.fetch });
    await signIn();
    await (await device.engine()).meetHost();
    await device.service.selectChannel(channelId);
    expect(await sync()).toEqual({ ok: true });

    const before = draft('Made before the backup');
    await device.packs.save(before);
    await host.backup();
    await device.packs.save({ ...(await device.packs.get(before.id))!, title: 'Edited after the backup' });
    const after = draft('Made after the backup');
    await device.packs.save(after);
    const sent = await device.messages.record(after, form, 'send');
    const link = await device.messages.record(after, form, 'link');
    await vi.waitFor(() => expect(host.mailed).toHaveLength(1), { timeout: 20_000 });
    await vi.waitFor(
      async () => {
        await sync();
        expect((await device.messages.get(sent.message.id))?.delivery).toBe('sent');
      },
      { timeout: 20_000 },
    );
    const noted = await device.messages.record(after, form, 'send');
    await vi.waitFor(
      async () => {
        await device.packLog.load(after.id);
        const told = await device.database.packLog.where('pack_uuid').equals(after.id).toArray();
        expect(told.find(({ uuid }) => uuid === noted.message.id)?.delivery).toBe('sent');
      },
      { timeout: 20_000 },
    );
    expect((await device.messages.get(noted.message.id))?.delivery).not.toBe('sent');
    Object.assign(made, {
      before: before.id,
      noted: noted.message.id,
      after: after.id,
      message: sent.message.id,
      link: link.message.id,
    });
    made.shared = (await device.packs.inChannel(channelId)).map(({ id }) => id).sort();

    device.connection.unreachable();
    const waiting = draft('Made while it was away');
    await device.packs.save(waiting);
    made.waiting = waiting.id;
    await host.restore();
    await device.connection.ask();
  }, 120_000);
  afterAll(() => host.stop());

  test('lets the rep sign in again, and then nothing is deleted and all that it lost is there again', async () => {
    await sync();
    expect(device.service.current().user).toBeNull();
    await signIn();
    await (await device.engine()).meetHost();
    await sync();
    await device.waiting.push();
    expect((await device.packs.inChannel(channelId)).map(({ id }) => id).sort()).toEqual(
      [...made.shared, made.waiting].sort(),
    );
    expect((await asked(`pack/${made.before}`)).title).toBe('Edited after the backup');
    expect((await asked(`pack/${made.after}`)).title).toBe('Made after the backup');
    expect((await asked(`pack/${made.waiting}`)).title).toBe('Made while it was away');
    expect(await device.waiting.items()).toEqual([]);
  });

  test('is told how messages ended, mails nothing twice, and its links open again', async () => {
    expect(await asked(`message/${made.message}`)).toMatchObject({ sent: true, delivery: 'sent' });
    expect(await asked(`message/${made.noted}`)).toMatchObject({ sent: true, delivery: 'sent' });
    expect(await asked(`message/${made.link}`)).toMatchObject({ sent: false, delivery: 'none' });
    const { link } = (await device.messages.get(made.link))!;
    const page = await host.fetch(`${restorableOrigin}${new URL(link!).pathname}`);
    expect(page.status).toBe(200);
    // A mail of today goes out after all that would have gone before it.
    const pack = (await device.packs.get(made.after))!;
    const next = await device.messages.record(pack, { ...form, subject: 'Today' }, 'send');
    await expect
      .poll(() => host.mailed.some(({ messageId }) => messageId.includes(next.message.id)), {
        timeout: 20_000,
      })
      .toBe(true);
    expect(host.mailed.filter(({ messageId }) => messageId.includes(made.message))).toHaveLength(1);
    expect(host.mailed).toHaveLength(3);
  });

  test('is an ordinary host from then on: what is deleted there goes from the device', async () => {
    const other = startDevice({ origin: restorableOrigin, fetch: host.fetch });
    await other.service.signIn({ username: 'nora', password });
    await other.service.selectChannel(channelId);
    await other.channels.load(channelId);
    await other.packs.delete((await other.packs.get(made.waiting))!);
    await sync();
    expect(await device.packs.get(made.waiting)).toBeNull();
    expect(await device.packs.get(made.after)).not.toBeNull();
    expect(device.problems).toEqual([]);
    device.database.dexie.close();
    other.database.dexie.close();
  });
});
