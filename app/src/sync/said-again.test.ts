import { describe, expect, test } from 'vitest';
import type { SentLinkControl, SignatureFields } from '#services.ts';
import type { Device } from '#testing/device.ts';
import { devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';
import { type Fate, lossyLine } from '#testing/lossy-line.ts';

const at = devicesAtHost();
type Person = Parameters<typeof at.host.signIn>[0];
const mayBeChanged = 'It may have been changed on another device since';

/** The app is closed, and opened again on the same device with a signal. */
async function reopened(device: Device): Promise<Device> {
  goesDown(device);
  const again = at.open({ shared: device.shared });
  await again.waiting.push();
  return again;
}

async function attributesOf(kind: 'signature' | 'message', id: string, username: Person = 'nora') {
  const call = await at.host.signIn(username);
  return (await (await call(`/jsonapi/salestool/${kind}/${id}`)).json()).data.attributes;
}

describe('[PROF-11] a signature of which nobody heard whether it had come', () => {
  const fields: SignatureFields = {
    ...{ title: 'Nora', job_title: '', email: '', telephone: '+46 70 000', telephone2: '' },
  };

  /** Of a tablet; the phone of the same person changes it after. */
  async function unheard(
    change: Partial<SignatureFields>,
    { fate = 'answer lost' as Fate, newOf = null as Person | null } = {},
  ) {
    const { line, fetch } = lossyLine('signature');
    const username = newOf ?? 'nora';
    const tablet = await at.inRetail(username, { fetch });
    const save = async (on: Device, saved: Partial<SignatureFields>) =>
      (await on.signatures.save({ ...fields, ...saved })).savedRemotely;
    if (!newOf) expect(await save(tablet, {})).toBe(true);
    line.next = [fate];
    expect(await save(tablet, change)).toBe(false);
    const phone = await at.inRetail(username);
    const onPhone = async (saved: Partial<SignatureFields>) => {
      await phone.signatures.load();
      expect(await save(phone, saved)).toBe(true);
    };
    const { id } = (await tablet.signatures.mine())!;
    return { tablet, onPhone, there: () => attributesOf('signature', id, username) };
  }

  test('writes over nothing that another device has changed since', async () => {
    const { tablet, onPhone, there } = await unheard({ title: 'Nora L.' });
    await onPhone({ title: 'Nora L.', telephone: '+46 70 222' });
    const again = await reopened(tablet);
    expect(await again.waiting.items()).toEqual([]);
    expect(await there()).toMatchObject({ title: 'Nora L.', telephone: '+46 70 222' });
    expect(await again.signatures.mine()).toMatchObject({ title: 'Nora L.', telephone: '+46 70 222' });
  });

  test('nor where it was the first one', async () => {
    const { tablet, onPhone, there } = await unheard({}, { newOf: 'henrik' });
    await onPhone({ telephone: '+46 70 222' });
    const again = await reopened(tablet);
    expect(await again.waiting.items()).toEqual([]);
    expect(await there()).toMatchObject({ title: 'Nora', telephone: '+46 70 222' });
    expect(await again.signatures.mine()).toMatchObject({ telephone: '+46 70 222' });
  });

  test('that is changed once more here brings that, and nothing else', async () => {
    const { tablet, onPhone, there } = await unheard({}, { newOf: 'ines' });
    await onPhone({ telephone: '+46 70 222' });
    goesDown(tablet);
    const again = at.open({ shared: tablet.shared });
    expect((await again.signatures.save({ ...fields, job_title: 'Sales' })).savedRemotely).toBe(true);
    expect(await there()).toMatchObject({ job_title: 'Sales', telephone: '+46 70 222' });
  });

  test('comes by itself where it had not, and nothing has been changed since', async () => {
    const { tablet, there } = await unheard({ title: 'Nora L.' }, { fate: 'lost' });
    const again = await reopened(tablet);
    expect(await again.waiting.items()).toEqual([]);
    expect(await there()).toMatchObject({ title: 'Nora L.', telephone: fields.telephone });
  });

  test.each([
    ['changed', '+46 70 222'],
    ['put back', fields.telephone],
  ])(
    'is set aside where what it changes was %s on another device since, and goes if somebody says so',
    async (_how, telephone) => {
      const { tablet, onPhone, there } = await unheard({ telephone: '+46 70 111' });
      await onPhone({ telephone });
      const again = await reopened(tablet);
      const [item, ...others] = await again.waiting.items();
      expect([item, others]).toMatchObject([{ type: 'salestool--signature', state: 'refused' }, []]);
      expect(item?.reason).toContain(mayBeChanged);
      expect(await there()).toMatchObject({ telephone });
      await again.waiting.retry(item!);
      await again.waiting.push();
      expect(await again.waiting.items()).toEqual([]);
      expect(await there()).toMatchObject({ telephone: '+46 70 111' });
    },
  );

  test('that is set aside and given up is the one of the other device', async () => {
    const { tablet, onPhone, there } = await unheard({ telephone: '+46 70 111' });
    await onPhone({ telephone: '+46 70 222' });
    const again = await reopened(tablet);
    await again.waiting.discard((await again.waiting.items())[0]!);
    expect(await again.signatures.mine()).toMatchObject({ telephone: '+46 70 222' });
    expect(await there()).toMatchObject({ telephone: '+46 70 222' });
  });
});

test.each<[string, Partial<SignatureFields>]>([
  ['changed', { telephone: '+46 70 222' }],
  ['filled for the first time', { telephone2: '+46 8 333' }],
])('[PROF-11] a signature says nothing of a field that another device has %s', async (_how, later) => {
  const fields = { title: 'Nora', job_title: '', email: '', telephone: '+46 70 000', telephone2: '' };
  const tablet = await at.inRetail('nora');
  await tablet.signatures.save(fields);
  const { id } = (await tablet.signatures.mine())!;
  // As hosts tell what was never filled.
  await tablet.database.records('salestool--signature').update(id, { telephone2: null });
  const phone = await at.inRetail('nora');
  await phone.signatures.load();
  await phone.signatures.save({ ...fields, ...later });
  expect((await tablet.signatures.save({ ...fields, title: 'Nora L.' })).failure).toBeNull();
  expect(await tablet.signatures.mine()).toMatchObject({ ...fields, title: 'Nora L.', ...later });
});

describe('[PSEND-16] a change of a link of which nobody heard whether it had come', () => {
  const day = 86_400_000;
  const [early, late] = [1, 2].map((days) => Math.ceil(Date.now() / day + days) * day) as [number, number];

  /** Made on a tablet; `before` is what is set before the change. */
  async function unheard(
    change: Partial<SentLinkControl>,
    { fate = 'answer lost' as Fate, before = {} as Partial<SentLinkControl> } = {},
  ) {
    const { line, fetch } = lossyLine('message');
    const tablet = await at.inRetail('nora', { fetch });
    const pack = draftOf(tablet, 'Said again');
    await tablet.packs.save(pack);
    const { message } = await tablet.messages.record(pack, messageForm, 'link');
    const { id } = message;
    const set = async (on: Device, changed: Partial<SentLinkControl>) =>
      (await on.messages.setControl(id, changed)).savedRemotely;
    if (Object.keys(before).length > 0) expect(await set(tablet, before)).toBe(true);
    line.next = [fate];
    expect(await set(tablet, change)).toBe(false);
    const phone = await at.inRetail('nora');
    return {
      tablet,
      id,
      token: message.link_token!,
      onPhone: async (changed: Partial<SentLinkControl>) => expect(await set(phone, changed)).toBe(true),
      there: () => attributesOf('message', id),
      page: () => at.openAsProspect(message.link_token!),
    };
  }

  test('does not open it again after another device has taken it back', async () => {
    const { tablet, id, onPhone, there, page } = await unheard(
      { revoked: false },
      { before: { revoked: true } },
    );
    await onPhone({ revoked: true });
    const again = await reopened(tablet);
    expect(await page()).not.toContain('Hello');
    expect(await there()).toMatchObject({ link_revoked: true });
    const [item, ...others] = await again.waiting.items();
    expect([item, others]).toMatchObject([{ id, state: 'refused', isChange: true }, []]);
    expect(item?.reason).toContain(mayBeChanged);
    await again.waiting.discard(item!);
    expect(await again.messages.control(id)).toMatchObject({ revoked: true });
    expect(await page()).not.toContain('Hello');
  });

  test('opens it if somebody says so', async () => {
    const { tablet, onPhone, page } = await unheard({ revoked: false }, { before: { revoked: true } });
    await onPhone({ revoked: true });
    const again = await reopened(tablet);
    await again.waiting.retry((await again.waiting.items())[0]!);
    await again.waiting.push();
    expect(await again.waiting.items()).toEqual([]);
    expect(await page()).toContain('Hello');
  });

  test.each<[string, Partial<SentLinkControl>, Partial<SentLinkControl>, object]>([
    ['day', { expires: late }, { expires: early }, {}],
    ['day that is taken away', { expires: late }, { expires: null }, { link_expires: null }],
    ['visits', { maxVisits: 9 }, { maxVisits: 2 }, { link_max_views: 2 }],
    ['ban on downloads', { download: false }, { download: true }, { link_download: true }],
  ])('leaves a later %s alone', async (_what, change, later, stored) => {
    const { tablet, id, onPhone, there } = await unheard(change);
    await onPhone(later);
    const before = await there();
    expect(before).toMatchObject(stored);
    const again = await reopened(tablet);
    expect(await there()).toEqual(before);
    expect(await again.waiting.items()).toMatchObject([{ id, state: 'refused' }]);
  });

  test('leaves alone that there is no password any more', async () => {
    const { tablet, id, onPhone, page } = await unheard({ password: 'terminal' });
    await onPhone({ withoutPassword: true });
    const again = await reopened(tablet);
    expect(await page()).toContain('Hello');
    expect(await again.waiting.items()).toMatchObject([{ id, state: 'refused' }]);
  });

  test('comes by itself where it has not, and nothing has happened since', async () => {
    const { tablet, there } = await unheard({ maxVisits: 9 }, { fate: 'lost' });
    const again = await reopened(tablet);
    expect(await again.waiting.items()).toEqual([]);
    expect(await there()).toMatchObject({ link_max_views: 9 });
  });

  test('closes it whatever has happened since', async () => {
    const { tablet, token, page } = await unheard({ revoked: true, maxVisits: 9 }, { fate: 'lost' });
    await at.readAsProspect(token);
    const again = await reopened(tablet);
    expect(await page()).not.toContain('Hello');
    expect(await again.waiting.items()).toMatchObject([{ state: 'refused' }]);
  });

  test('is over where it had come and nobody has changed that since', async () => {
    const { tablet, token, onPhone, there } = await unheard({ maxVisits: 9 });
    await at.readAsProspect(token);
    await onPhone({ download: false });
    const again = await reopened(tablet);
    expect(await again.waiting.items()).toEqual([]);
    expect(await there()).toMatchObject({ link_max_views: 9, link_download: false });
  });

  test('goes as it was changed once more here where that had come before', async () => {
    const { tablet, id, there } = await unheard({ maxVisits: 9 });
    goesDown(tablet);
    await tablet.messages.setControl(id, { maxVisits: 8 });
    const again = await reopened(tablet);
    expect(await again.waiting.items()).toEqual([]);
    expect(await there()).toMatchObject({ link_max_views: 8 });
  });
});
