import { describe, expect, test } from 'vitest';
import type { SentLinkControl, SignatureFields } from '#services.ts';
import type { Device } from '#testing/device.ts';
import { devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';
import { type Fate, lossyLine } from '#testing/lossy-line.ts';

const at = devicesAtHost();
type Person = Parameters<typeof at.host.signIn>[0];
type Kind = 'signature' | 'message';
const mayBeChanged = 'It may have been changed on another device since';

/** The app is closed, and opened again on the same device with a signal that may fail once more. */
async function reopened(device: Device, kind: Kind, next: (Fate | null)[] = []): Promise<Device> {
  goesDown(device);
  const again = at.open({ shared: device.shared, fetch: lossyLine(kind, next).fetch });
  await again.waiting.push();
  return again;
}

async function attributesOf(kind: Kind, id: string, username: Person = 'nora') {
  const call = await at.host.signIn(username);
  return (await (await call(`/jsonapi/salestool/${kind}/${id}`)).json()).data.attributes;
}

const fields: SignatureFields = {
  ...{ title: 'Nora', job_title: '', email: '', telephone: '+46 70 000', telephone2: '' },
};
const save = async (on: Device, saved: Partial<SignatureFields>) =>
  (await on.signatures.save({ ...fields, ...saved })).savedRemotely;

/** A link made on a tablet, and a phone of the same person. */
async function onTwoDevices() {
  const { line, fetch } = lossyLine('message');
  const tablet = await at.inRetail('nora', { fetch });
  const pack = draftOf(tablet, 'Said in part');
  await tablet.packs.save(pack);
  const { message } = await tablet.messages.record(pack, messageForm, 'link');
  const phone = await at.inRetail('nora');
  const { id } = message;
  const set = async (on: Device, changed: Partial<SentLinkControl>) =>
    (await on.messages.setControl(id, changed)).savedRemotely;
  return {
    ...{ tablet, phone, id, line, set },
    there: () => attributesOf('message', id),
    page: () => at.openAsProspect(message.link_token!),
  };
}

describe('what is held back while the rest is said', () => {
  test.each<Fate>(['lost', 'answer lost'])(
    '[PROF-11] is asked about also after the rest was %s: a field of a signature',
    async (fate) => {
      const tablet = await at.inRetail('nora');
      expect(await save(tablet, {})).toBe(true);
      const { id } = (await tablet.signatures.mine())!;
      tablet.network.state = 'down';
      expect(await save(tablet, { title: 'Nora L.', telephone: '+46 70 111' })).toBe(false);
      const phone = await at.inRetail('nora');
      await phone.signatures.load();
      expect(await save(phone, { telephone: '+46 70 222' })).toBe(true);
      const again = await reopened(await reopened(tablet, 'signature', [fate]), 'signature');
      expect(await attributesOf('signature', id)).toMatchObject({
        title: 'Nora L.',
        telephone: '+46 70 222',
      });
      const [item, ...others] = await again.waiting.items();
      expect([item, others]).toMatchObject([{ id, state: 'refused' }, []]);
      expect(item?.reason).toContain(mayBeChanged);
    },
  );

  test.each<Fate>(['lost', 'answer lost'])(
    '[PSEND-16] is asked about also after the rest was %s: a limit of a link',
    async (fate) => {
      const { tablet, phone, id, line, set, there, page } = await onTwoDevices();
      line.next = ['lost'];
      expect(await set(tablet, { maxVisits: 9 })).toBe(false);
      expect(await set(phone, { maxVisits: 2 })).toBe(true);
      expect(await set(tablet, { password: 'terminal' })).toBe(false);
      const again = await reopened(await reopened(tablet, 'message', [null, fate]), 'message');
      expect(await there()).toMatchObject({ link_max_views: 2 });
      expect(await page()).not.toContain('Hello');
      expect(await again.waiting.items()).toMatchObject([{ id, state: 'refused' }]);
    },
  );
});

test('[PSEND-16] nothing is asked where more was changed here after what never came', async () => {
  const { tablet, line, set, there, page } = await onTwoDevices();
  line.next = ['lost'];
  expect(await set(tablet, { maxVisits: 9 })).toBe(false);
  expect(await set(tablet, { password: 'terminal' })).toBe(false);
  const again = await reopened(tablet, 'message');
  expect(await again.waiting.items()).toEqual([]);
  expect(await there()).toMatchObject({ link_max_views: 9 });
  expect(await page()).not.toContain('Hello');
});

describe('a change that was set aside', () => {
  test('[PSEND-16] opens no link with another change of it, which goes', async () => {
    const { tablet, phone, id, line, set, there, page } = await onTwoDevices();
    expect(await set(tablet, { revoked: true })).toBe(true);
    line.next = ['answer lost'];
    expect(await set(tablet, { revoked: false })).toBe(false);
    expect(await set(phone, { revoked: true })).toBe(true);
    const again = await reopened(tablet, 'message');
    const [aside] = await again.waiting.items();
    await set(again, { maxVisits: 9 });
    expect(await there()).toMatchObject({ link_revoked: true, link_max_views: 9 });
    expect(await again.waiting.items()).toMatchObject([
      { id, state: 'refused', reason: aside?.reason, linkChange: aside?.linkChange },
    ]);
    await again.waiting.retry(aside!);
    await again.waiting.push();
    expect(await again.waiting.items()).toEqual([]);
    expect(await page()).toContain('Hello');
  });

  test('[PSEND-16] is over when the link is taken back here as well', async () => {
    const { tablet, phone, line, set, there } = await onTwoDevices();
    expect(await set(tablet, { revoked: true })).toBe(true);
    line.next = ['answer lost'];
    expect(await set(tablet, { revoked: false })).toBe(false);
    expect(await set(phone, { revoked: true })).toBe(true);
    const again = await reopened(tablet, 'message');
    expect(await again.waiting.items()).toMatchObject([{ state: 'refused' }]);
    await set(again, { revoked: true });
    expect(await again.waiting.items()).toEqual([]);
    expect(await there()).toMatchObject({ link_revoked: true });
  });

  test('[PSEND-16] goes as it is changed once more, which was chosen knowing of it', async () => {
    const { tablet, phone, line, set, there } = await onTwoDevices();
    line.next = ['answer lost'];
    expect(await set(tablet, { maxVisits: 9 })).toBe(false);
    expect(await set(phone, { maxVisits: 2 })).toBe(true);
    const again = await reopened(tablet, 'message');
    expect(await set(again, { maxVisits: 5 })).toBe(true);
    expect(await there()).toMatchObject({ link_max_views: 5 });
  });

  test('[PROF-11] does not go with another field of the signature', async () => {
    const { line, fetch } = lossyLine('signature');
    const tablet = await at.inRetail('nora', { fetch });
    expect(await save(tablet, {})).toBe(true);
    const { id } = (await tablet.signatures.mine())!;
    line.next = ['answer lost'];
    expect(await save(tablet, { telephone: '+46 70 111' })).toBe(false);
    const phone = await at.inRetail('nora');
    await phone.signatures.load();
    expect(await save(phone, { telephone: '+46 70 222' })).toBe(true);
    const again = await reopened(tablet, 'signature');
    await save(again, { title: 'Nora L.', telephone: '+46 70 111' });
    expect(await attributesOf('signature', id)).toMatchObject({
      title: 'Nora L.',
      telephone: '+46 70 222',
    });
    const [item] = await again.waiting.items();
    expect(item).toMatchObject({ id, state: 'refused' });
    await again.waiting.retry(item!);
    await again.waiting.push();
    expect(await attributesOf('signature', id)).toMatchObject({ telephone: '+46 70 111' });
  });
});

test('[PSEND-16] a password comes by itself after the answers to the link and to its second try were lost', async () => {
  const { fetch } = lossyLine('message', ['answer lost']);
  const tablet = await at.inRetail('nora', { fetch });
  const pack = draftOf(tablet, 'Lost twice');
  await tablet.packs.save(pack);
  const { message } = await tablet.messages.record(pack, messageForm, 'link');
  await tablet.messages.setControl(message.id, { password: 'terminal', maxVisits: 9 });
  const again = await reopened(await reopened(tablet, 'message', ['answer lost']), 'message');
  expect(await again.waiting.items()).toEqual([]);
  expect(await attributesOf('message', message.id)).toMatchObject({ link_max_views: 9 });
  expect(await at.openAsProspect(message.link_token!)).not.toContain('Hello');
});

test('[SYNC-32] a password that came with what was not set aside is kept when that is given up', async () => {
  const { tablet, phone, id, line, set } = await onTwoDevices();
  line.next = ['lost'];
  expect(await set(tablet, { maxVisits: 9 })).toBe(false);
  expect(await set(phone, { maxVisits: 2 })).toBe(true);
  expect(await set(tablet, { password: 'terminal' })).toBe(false);
  const again = await reopened(tablet, 'message');
  await again.waiting.discard((await again.waiting.items())[0]!);
  expect(await again.messages.control(id)).toMatchObject({ password: 'terminal', maxVisits: 2 });
});

test('[PROF-11] a field that nobody filled here is not asked about once another device has filled it', async () => {
  const { line, fetch } = lossyLine('signature');
  const tablet = await at.inRetail('nora', { fetch });
  expect(await save(tablet, {})).toBe(true);
  const { id } = (await tablet.signatures.mine())!;
  await tablet.database.records('salestool--signature').update(id, { telephone2: null });
  line.next = ['answer lost'];
  expect(await save(tablet, { title: 'Nora L.' })).toBe(false);
  const phone = await at.inRetail('nora');
  await phone.signatures.load();
  expect(await save(phone, { title: 'Nora L.', telephone2: '+46 8 333' })).toBe(true);
  const again = await reopened(tablet, 'signature');
  expect(await again.waiting.items()).toEqual([]);
  expect(await attributesOf('signature', id)).toMatchObject({ title: 'Nora L.', telephone2: '+46 8 333' });
});

test('[PROF-11] a host without ETags does not ask about what this device itself said before', async () => {
  const withoutTags = (reach: typeof fetch): typeof fetch => {
    return async (address, call) => {
      const answer = await reach(address, call);
      const headers = new Headers(answer.headers);
      headers.delete('etag');
      const { status } = answer;
      return new Response(status === 204 || status === 304 ? null : await answer.blob(), { status, headers });
    };
  };
  const { line, fetch: reach } = lossyLine('signature');
  const tablet = await at.inRetail('nora', { fetch: withoutTags(reach) });
  expect(await save(tablet, {})).toBe(true);
  const { id } = (await tablet.signatures.mine())!;
  line.next = ['answer lost'];
  expect(await save(tablet, { telephone: '+46 70 111' })).toBe(false);
  goesDown(tablet);
  const again = at.open({ shared: tablet.shared, fetch: withoutTags(fetch) });
  expect(await save(again, { telephone: '+46 70 112' })).toBe(true);
  expect(await attributesOf('signature', id)).toMatchObject({ telephone: '+46 70 112' });
});

test('[PSEND-16] what the host refused has not come, and is asked about by nobody', async () => {
  const line = { isDown: false, meanwhile: null as (() => Promise<unknown>) | null };
  const tablet = await at.inRetail('nora', {
    fetch: async (address, call) => {
      if (line.isDown) throw new TypeError('Failed to fetch');
      if (call?.method !== 'PATCH' || !line.meanwhile) return fetch(address, call);
      await line.meanwhile();
      const answer = await fetch(address, call);
      line.isDown = true;
      return answer;
    },
  });
  const pack = draftOf(tablet, 'Refused');
  await tablet.packs.save(pack);
  const { id } = (await tablet.messages.record(pack, messageForm, 'link')).message;
  const phone = await at.inRetail('nora');
  line.meanwhile = () => phone.messages.setControl(id, { download: false });
  expect((await tablet.messages.setControl(id, { maxVisits: 9 })).savedRemotely).toBe(false);
  const again = await reopened(tablet, 'message');
  expect(await again.waiting.items()).toEqual([]);
  expect(await attributesOf('message', id)).toMatchObject({ link_max_views: 9, link_download: false });
});
