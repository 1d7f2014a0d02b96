import { afterEach, describe, expect, test } from 'vitest';
import { devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';
import { type OtherHost, startOtherHost } from '#testing/other-host.ts';

const at = devicesAtHost();

test('[F4] a device without room for what its host tells of the fields of records sends all the same', async () => {
  const device = await at.signedIn();
  await device.service.selectChannel(at.retail);
  const { marks } = device.database;
  marks.hook('creating', (id) => {
    if (id === 'model-definitions') throw new DOMException('No space', 'QuotaExceededError');
  });
  for (const title of ['Made on a full device', 'Made later']) {
    expect(await device.packs.save(draftOf(device, title))).toMatchObject({ savedRemotely: true });
  }
  expect(await device.waiting.items()).toEqual([]);
});

describe('at a host whose model definitions cannot be read', () => {
  const started: OtherHost[] = [];
  afterEach(async () => {
    for (const host of started.splice(0)) await host.stop();
  });

  /** A device at this host, whose definitions are answered so as long as `answer` says something. */
  async function withPack(origin: string, answer: { now: Response | null }) {
    const sent: { link_token?: string; pack_snapshot?: string }[] = [];
    const device = await at.inRetail('nora', {
      origin,
      fetch: async (address, call) => {
        const { pathname } = new URL(String(address));
        if (answer.now && pathname.startsWith('/openapi/')) return answer.now.clone();
        if (call?.method === 'POST' && pathname.endsWith('/salestool/message'))
          sent.push(JSON.parse(String(call.body)).data.attributes);
        return fetch(address, call);
      },
    });
    const pack = draftOf(device, 'For Brightwater');
    expect(await device.packs.save(pack)).toMatchObject({ savedRemotely: true });
    return { device, pack, sent };
  }

  const says = (status: number) =>
    new Response('{"message":"No"}', { status, headers: { 'content-type': 'application/json' } });

  test.each([403, 404])(
    '[API-29, PSEND-16] and are refused with %i, a message has only what the model has, and its link is the host’s',
    async (status) => {
      const host = await startOtherHost(at.host.url);
      started.push(host);
      const { device, pack, sent } = await withPack(host.address, { now: says(status) });
      expect(await device.messages.takesLinkControl()).toBe(false);
      expect(await device.messages.takesSnapshot()).toBe(false);
      const { link, message, savedRemotely } = await device.messages.record(pack, messageForm, 'link');
      expect(savedRemotely).toBe(true);
      expect(link).toBe(message.link);
      expect(await device.messages.record(pack, messageForm, 'send')).toMatchObject({ savedRemotely: true });
      expect(sent).toHaveLength(2);
      for (const attributes of sent) {
        expect(attributes).toMatchObject({ company: 'Brightwater' });
        expect(Object.keys(attributes).join()).not.toMatch(/link|pack_snapshot/);
      }
      goesDown(device);
      await expect(device.messages.record(pack, messageForm, 'link')).rejects.toThrow(
        'Application is offline',
      );
    },
  );

  test('[API-29, PSEND-16] as long as it is busy a message waits, and goes later with the token of its link', async () => {
    const answer = { now: says(503) as Response | null };
    const { device, pack, sent } = await withPack(at.host.url, answer);
    const mail = await device.messages.record(pack, messageForm, 'send');
    expect(mail).toMatchObject({ savedLocally: true, savedRemotely: false });
    expect(await device.messages.takesSnapshot()).toBeNull();
    // It is recorded, and its address comes with the host's answer.
    const asked = await device.messages.record(pack, messageForm, 'link');
    const failure = 'It waits on this device and goes out by itself';
    expect(asked).toMatchObject({ savedLocally: true, savedRemotely: false, failure, link: '' });
    expect(sent).toEqual([]);
    expect(await device.waiting.items()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
    answer.now = null;
    for (const item of await device.waiting.items()) await device.waiting.retry(item);
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
    const token = mail.message.link_token!;
    expect(sent.map(({ link_token }) => link_token)).toContain(token);
    expect(await device.messages.takesSnapshot()).toBe(true);
    const made = await device.messages.link(asked.message.id);
    expect(await at.openAsProspect(made!.split('/').at(-1)!)).toContain('Hello');
    expect(await at.openAsProspect(token)).toContain('Hello');
    // From now on links are made here, also without a connection.
    goesDown(device);
    const { message, link } = await device.messages.record(pack, messageForm, 'link');
    expect(link).toContain(message.link_token);
  });
});
