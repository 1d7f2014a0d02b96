import { afterEach, describe, expect, test } from 'vitest';
import type { PackRecord } from '#storage/records.ts';
import { devicesAtHost, draftOf, messageForm } from '#testing/devices-at-host.ts';
import { type OtherHost, startOtherHost } from '#testing/other-host.ts';
import { channelPictures } from './channel-pictures.ts';

const at = devicesAtHost();
const started: OtherHost[] = [];
afterEach(async () => {
  for (const host of started.splice(0)) await host.stop();
});

async function hostWith(manners: object = {}) {
  const host = await startOtherHost(at.host.url, manners);
  started.push(host);
  return host;
}

const deviceFor = (host: OtherHost) => at.open({ origin: host.address });
const inRetail = (host: OtherHost) => at.inRetail('nora', { origin: host.address });

const writesTo = (host: OtherHost, kind: string) =>
  host.seen
    .filter(({ method, path }) => method !== 'GET' && path.startsWith(`/jsonapi/salestool/${kind}`))
    .map(({ method, status }) => `${method} ${status}`);

describe('signing in at a host of the other kind', () => {
  test.each([7, 8, 9])(
    '[AUTH-10] a wrong password of sign-in library %i is said in the host’s words',
    async (league) => {
      const device = deviceFor(await hostWith({ league }));
      await expect(device.service.signIn({ username: 'nora', password: 'wrong' })).rejects.toThrow(
        'Failed to log in: The user credentials were incorrect.',
      );
      expect(device.service.current().user).toBeNull();
    },
  );

  test.each(['unauthorized', 'anonymous'])(
    '[AUTH-17, AUTH-18] a token that ran out, met as %s, is renewed once and nothing is lost',
    async (badBearer) => {
      const host = await hostWith({ badBearer });
      const device = await inRetail(host);
      await device.packs.save(draftOf(device, 'Kept'));
      host.signIns.expireAccessTokens();
      const { id } = at.host.world.channels.retail;
      await (await device.engine()).loads.sync(id);
      expect((await device.packs.inChannel(id)).map(({ title }) => title)).toContain('Kept');
      host.signIns.expireAccessTokens();
      expect(await device.channels.loadMine()).toEqual({ ok: true });
      host.signIns.expireAccessTokens();
      expect(await device.packs.save(draftOf(device, 'After'))).toMatchObject({ savedRemotely: true });
      const renewals = host.seen.filter(({ body }) => body.includes('grant_type=refresh_token'));
      expect(renewals.map(({ status }) => status)).toEqual([200, 200, 200]);
    },
  );

  test.each([7, 8, 9])('[AUTH-20] a refused refresh of library %i signs out', async (league) => {
    const host = await hostWith({ league });
    const device = await inRetail(host);
    host.signIns.endAll();
    await device.channels.load(at.host.world.channels.retail.id, { force: true });
    expect(device.service.current().user).toBeNull();
    expect(device.refusals).toHaveLength(1);
  });

  test('[AUTH-25] a host without a sign-out call is left all the same', async () => {
    const device = await inRetail(await hostWith());
    expect(await device.service.signOut()).toEqual({ failure: null });
    expect(device.service.current().user).toBeNull();
  });
});

describe('reading', () => {
  test.each(['object', 'list', 'links', 'relationship'])(
    '[MODEL-11, SYNC-09] small pictures are found where they stand: %s',
    async (imageStyles) => {
      const host = await hostWith({ imageStyles });
      const device = await inRetail(host);
      const pictures = await channelPictures(device.database, at.host.world.channels.retail.id, host.address);
      const small = pictures.filter((address) => address.includes('/styles/'));
      expect(small.length).toBeGreaterThan(0);
      expect(small.every((address) => address.startsWith(host.address))).toBe(true);
      expect(small.every((address) => address.includes('?itok='))).toBe(true);
    },
  );

  test('[API-24, API-26] no call is refused, and pages of 50 are followed to the end', async () => {
    const host = await hostWith();
    const device = await inRetail(host);
    for (let count = 0; count < 55; count += 1) {
      await device.packs.save(draftOf(device, `Pack ${count}`));
    }
    const other = await inRetail(host);
    const { id } = at.host.world.channels.retail;
    await (await other.engine()).loads.sync(id);
    const titles = (await other.packs.inChannel(id)).map(({ title }) => title);
    expect(titles.filter((title) => title?.startsWith('Pack '))).toHaveLength(55);
    expect(host.seen.some(({ path }) => path.includes('page[offset]=50'))).toBe(true);
    expect(host.seen.filter(({ status }) => status >= 400)).toEqual([]);
  });

  test('[SYNC-29, SYNC-32] a pack that slides to a page which was read already stays on the device', async () => {
    const host = await hostWith();
    const other = await inRetail(host);
    const made = Array.from({ length: 55 }, (_, at) => draftOf(other, `Sliding ${at}`));
    for (const pack of made) await other.packs.save(pack);
    let isDue = false;
    const device = await at.inRetail('nora', {
      origin: host.address,
      fetch: async (address, init) => {
        const asked = decodeURIComponent(String(address));
        if (isDue && asked.includes('=private') && asked.includes('page[offset]=50')) {
          isDue = false;
          await other.packs.delete((await other.packs.get(made[0]!.id))!);
        }
        return fetch(address, init);
      },
    });
    const here = async () => new Set((await device.packs.inChannel(at.retail)).map(({ id }) => id));
    isDue = true;
    await (await device.engine()).loads.sync(at.retail);
    expect(isDue).toBe(false);
    const after = await here();
    expect(made.slice(1).filter(({ id }) => !after.has(id))).toEqual([]);
    await (await device.engine()).loads.sync(at.retail);
    expect((await here()).has(made[0]!.id)).toBe(false);
  });

  test('[API-35] a token that ran out, met as anonymous, takes no page of the help away', async () => {
    const host = await hostWith({ badBearer: 'anonymous', helpFor: 'users' });
    const device = await inRetail(host);
    const { helpPages } = (await device.engine()).loads;
    await helpPages();
    const pages = await device.database.records('node--help_page').toCollection().primaryKeys();
    expect(pages).not.toEqual([]);
    host.signIns.expireAccessTokens();
    await helpPages();
    expect(await device.database.records('node--help_page').toCollection().primaryKeys()).toEqual(pages);
  });
});

describe('writing', () => {
  test('[API-27, API-56, SYNC-17, SYNC-19] a pack is created and edited with only what this host takes', async () => {
    const host = await hostWith();
    const device = await inRetail(host);
    const pack = draftOf(device, 'First words');
    expect(await device.packs.save(pack)).toEqual({ savedLocally: true, savedRemotely: true, failure: null });
    const stored = (await device.packs.get(pack.id))!;
    expect(await device.packs.save({ ...stored, title: 'Second words' })).toMatchObject({
      savedRemotely: true,
    });
    expect(writesTo(host, 'pack')).toEqual(['POST 201', 'PATCH 200']);
  });

  test('[SYNC-19] a create whose answer was lost is found there, and changed only if it differs', async () => {
    const host = await hostWith();
    const device = await inRetail(host);
    const same = draftOf(device, 'The same');
    const edited = draftOf(device, 'Before');
    for (const pack of [same, edited]) {
      host.loseAnswerOf('POST', '/jsonapi/salestool/pack');
      expect(await device.packs.save(pack)).toMatchObject({ savedRemotely: false });
      await device.connection.ask();
    }
    await device.packs.save({ ...edited, title: 'After' });
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
    const writes = host.seen.filter(({ method }) => method === 'POST' || method === 'PATCH');
    const of = ({ id }: PackRecord) =>
      writes
        .filter(({ body }) => body.includes(`"${id}"`))
        .map(({ method, status }) => `${method} ${status}`);
    expect(of(same)).toEqual(['POST 201', 'POST 409']);
    expect(of(edited)).toEqual(['POST 201', 'POST 409', 'PATCH 200']);
  });

  test('[SYNC-23] a pack that was deleted while its making was on its way does not come back with that', async () => {
    const host = await hostWith();
    let late: (() => Promise<Response>) | null = null;
    const device = await at.inRetail('nora', {
      origin: host.address,
      fetch: (address, init) => {
        if (late || init?.method !== 'POST' || !String(address).endsWith('/salestool/pack'))
          return fetch(address, init);
        late = () => fetch(address, { ...init, signal: null });
        return Promise.reject(new TypeError('Failed to fetch'));
      },
    });
    const pack = draftOf(device, 'Not wanted');
    await device.packs.save(pack);
    await device.connection.ask();
    await device.packs.delete((await device.packs.get(pack.id))!);
    expect((await late!()).status).toBe(409);
    await (await device.engine()).loads.sync(at.retail);
    expect((await device.packs.inChannel(at.retail)).map(({ id }) => id)).not.toContain(pack.id);
    expect(writesTo(host, 'pack')).toEqual(['POST 201', 'POST 409']);
  });

  test('[PSEND-16] the link is the host’s, taken from its answer', async () => {
    const host = await hostWith();
    const device = await inRetail(host);
    const pack = draftOf(device, 'For Brightwater');
    await device.packs.save(pack);
    const { link, message, savedRemotely } = await device.messages.record(pack, messageForm, 'link');
    expect(savedRemotely).toBe(true);
    expect(link).toMatch(/^http:\/\/satchel\.test\/p\/[\w-]{22,64}$/);
    expect(message.link).toBe(link);
    const [post] = host.seen.filter(({ method, path }) => method === 'POST' && path.endsWith('/message'));
    expect(JSON.parse(post!.body).data.attributes).toMatchObject({ sent: false, company: 'Brightwater' });
    expect(post!.body).not.toMatch(/link_token|pack_snapshot/);
  });

  test('[PSEND-16] the link of an answer that was lost is fetched, and the message made once', async () => {
    const host = await hostWith();
    const device = await inRetail(host);
    const pack = draftOf(device, 'For Brightwater');
    await device.packs.save(pack);
    // The pack's own push has ended before the answer is lost.
    await device.waiting.push();
    host.loseAnswerOf('POST', '/jsonapi/salestool/message');
    const recorded = await device.messages.record(pack, messageForm, 'link');
    expect(recorded).toMatchObject({ savedLocally: true, savedRemotely: false, link: '' });
    expect(await device.messages.link(recorded.message.id)).toBeNull();
    await device.connection.ask();
    await device.waiting.push();
    expect(await device.messages.link(recorded.message.id)).toMatch(/\/p\/[\w-]{22,64}$/);
    expect(writesTo(host, 'message')).toEqual(['POST 201', 'POST 409']);
  });

  test('[PSEND-16] a mail from the form of a link whose answer was lost is mailed, with all that was typed since', async () => {
    const host = await hostWith();
    const device = await inRetail(host);
    const pack = draftOf(device, 'For Brightwater');
    await device.packs.save(pack);
    await device.waiting.push();
    const id = crypto.randomUUID();
    host.loseAnswerOf('POST', '/jsonapi/salestool/message');
    expect(await device.messages.record(pack, messageForm, 'link', { id })).toMatchObject({ link: '' });
    await device.connection.ask();
    const typed = { ...messageForm, subject: 'Our better offer' };
    const { message, savedRemotely } = await device.messages.record(pack, typed, 'send', { id });
    expect(savedRemotely).toBe(true);
    expect(message).toMatchObject({ sent: true, subject: 'Our better offer' });
    const asNora = await at.host.signIn('nora');
    const stored = await (await asNora(`/jsonapi/salestool/message/${message.id}`)).json();
    expect(stored.data.attributes).toMatchObject({ sent: true, subject: 'Our better offer' });
  });

  test('[PSEND-16] a link whose answer was lost is made once, also when a window with the same draft makes it again', async () => {
    const host = await hostWith();
    const device = await inRetail(host);
    const pack = draftOf(device, 'For Brightwater');
    await device.packs.save(pack);
    await device.waiting.push();
    const id = crypto.randomUUID();
    host.loseAnswerOf('POST', '/jsonapi/salestool/message');
    expect(await device.messages.record(pack, messageForm, 'link', { id })).toMatchObject({ link: '' });
    await device.connection.ask();
    const { link } = await device.messages.record(pack, messageForm, 'link', { id });
    expect(link).toMatch(/\/p\/[\w-]{22,64}$/);
    expect(writesTo(host, 'message')).toEqual(['POST 201', 'POST 409']);
    expect(await device.messages.ofPack(pack.id)).toHaveLength(1);
  });

  test('[PSEND-01, PSEND-16] several links are not made at once, and nothing is recorded of them', async () => {
    const device = await inRetail(await hostWith());
    const pack = draftOf(device, 'For Brightwater');
    await device.packs.save(pack);
    const two = ['one', 'two'].map((id) => ({ id, form: messageForm }));
    await expect(device.messages.recordAll(pack, two, 'link')).rejects.toThrow(
      'This server makes one link at a time',
    );
    expect(await device.messages.ofPack(pack.id)).toEqual([]);
  });

  test('[PSEND-16] offline no link is made, also by somebody who has sent nothing here before; a mail waits', async () => {
    const host = await hostWith();
    const device = await inRetail(host);
    await host.stop();
    device.connection.unreachable();
    const pack = draftOf(device, 'For Brightwater');
    await device.packs.save(pack);
    await expect(device.messages.record(pack, messageForm, 'link')).rejects.toThrow('Application is offline');
    expect(await device.messages.ofPack(pack.id)).toEqual([]);
    const sent = await device.messages.record(pack, messageForm, 'send');
    expect(sent).toMatchObject({ savedLocally: true, savedRemotely: false, link: '' });
    await host.start();
    await device.connection.ask();
    await device.waiting.push();
    expect(writesTo(host, 'pack')).toEqual(['POST 201']);
    expect(writesTo(host, 'message')).toEqual(['POST 201']);
  });
});
