import { describe, expect, test } from 'vitest';
import type { SignatureFields } from '#services.ts';
import type { Device } from '#testing/device.ts';
import { comesBack, devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

const fields: SignatureFields = {
  title: 'Nora Lindqvist',
  job_title: 'Head of sales',
  email: 'nora@velden.example',
  telephone: '+46 70 555 01 42',
  telephone2: '',
};

/** The calls of a kind that reached the host. */
const callsOf = ({ network }: Device, method: string, part: string) =>
  network.calls.filter((call) => call.startsWith(method) && call.includes(part));

const ownAt = async (person: 'nora' | 'tomas' | 'mei') => {
  const call = await at.host.signIn(person);
  const answer = await call(
    `/jsonapi/salestool/signature?filter[uid.id]=${at.host.world.people[person].id}&include=picture`,
  );
  return (await answer.json()) as {
    data: { id: string; attributes: Record<string, unknown> }[];
    included?: { attributes: { filename: string; filemime: string } }[];
  };
};

/** A real picture of one pixel. */
const onePixel = () => {
  const bytes = atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  );
  return new Blob([Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))], { type: 'image/png' });
};

describe('changing the password', () => {
  test('[API-20, API-21, ACCT-10] a wrong one is refused in the host’s own words, without the name of its field', async () => {
    const device = await at.signedIn('nora');
    const change = device.account.changePassword({ existing: 'wrong one', wanted: 'correct horse' });
    await expect(change).rejects.toThrow(
      /^Your current password is missing or incorrect; it's required to change the Password\.$/,
    );
    expect(callsOf(device, 'PATCH', `/jsonapi/user/user/${at.host.world.people.nora.id}`)).toHaveLength(1);
  });

  test('[API-20] the new one signs in, and this device stays signed in', async () => {
    const device = await at.signedIn('henrik');
    await device.account.changePassword({ existing: at.password, wanted: 'something else' });
    expect(await device.signatures.load()).toEqual({ ok: true });
    const other = at.open();
    await other.service.signIn({ username: 'henrik', password: 'something else' });
    await other.account.changePassword({ existing: 'something else', wanted: at.password });
  });

  test('[ACCT-10] what has no words of the host is told in general ones', async () => {
    const device = await at.signedIn('nora');
    device.network.state = 'down';
    await expect(device.account.changePassword({ existing: 'a', wanted: 'b' })).rejects.toThrow(
      /^An error occurred\. {2}Please try again\.$/,
    );
  });

  test('[ACCT-11] signed out and offline it is not even tried', async () => {
    const given = { existing: 'a', wanted: 'b' };
    await expect(at.open().account.changePassword(given)).rejects.toThrow(
      'You must be logged in to update your account',
    );
    const device = await at.signedIn('nora');
    goesDown(device);
    await expect(device.account.changePassword(given)).rejects.toThrow(
      'You must be online to update your account',
    );
    expect(callsOf(device, 'PATCH', '/user/user')).toEqual([]);
  });
});

describe('a forgotten password', () => {
  test('[AUTH-36] the words of an error come with its code', async () => {
    const { passwordReset } = at.open();
    await passwordReset.sendCode('nora@velden.example');
    await expect(passwordReset.checkCode('nora@velden.example', '12')).rejects.toThrow(
      /^The code is wrong or has expired\. \(-32000\)$/,
    );
    // Not executed at all: the host answers 400.
    await expect(passwordReset.sendCode('')).rejects.toThrow(
      /^The parameter mail is malformed\. \(-32602\)$/,
    );
  });

  const answering =
    (result: unknown): typeof fetch =>
    async (address, init) =>
      String(address).endsWith('/jsonrpc')
        ? Response.json({ jsonrpc: '2.0', id: '1', result })
        : fetch(address, init);

  test('[AUTH-36] a result that is not ok is told by its message with hint and code', async () => {
    const result = { status: false, message: 'No such code', hint: 'Ask for another', code: 17 };
    const { passwordReset } = at.open({ fetch: answering(result) });
    await expect(passwordReset.checkCode('nora@velden.example', '1')).rejects.toThrow(
      /^No such code Ask for another \(17\)$/,
    );
  });

  test.each([true, 'ok'])('[API-14] the status %o is a good one', async (status) => {
    const { passwordReset } = at.open({ fetch: answering({ status, username: 'nora' }) });
    const given = { mail: 'nora@velden.example', code: '1', password: 'correct horse' };
    expect(await passwordReset.setPassword(given)).toBe('nora');
  });

  test.each([{}, { username: '' }, { username: 7 }])(
    '[API-13, API-14] whom the last step does not name signs in with the address (%j)',
    async (named) => {
      const { passwordReset } = at.open({ fetch: answering({ status: true, ...named }) });
      const given = { mail: 'nora@velden.example', code: '1', password: 'correct horse' };
      expect(await passwordReset.setPassword(given)).toBe('nora@velden.example');
    },
  );

  test('a host that cannot be reached is told as such', async () => {
    const device = at.open();
    goesDown(device);
    await expect(device.passwordReset.sendCode('nora@velden.example')).rejects.toThrow('No response');
  });
});

describe('the own signature', () => {
  test('[PROF-11, PROF-23] is changed in place, is never shared, and reaches the host', async () => {
    const device = await at.signedIn('nora');
    await device.signatures.load();
    const before = await device.signatures.mine();
    expect(await device.signatures.save(fields)).toMatchObject({ savedLocally: true, savedRemotely: true });
    expect(await device.signatures.mine()).toMatchObject({ ...fields, id: before?.id, shared: false });
    const { data } = await ownAt('nora');
    expect(data.find(({ id }) => id === before?.id)?.attributes).toMatchObject({
      job_title: 'Head of sales',
      shared: false,
    });
  });

  test('[PROF-11] is the only one of its owner on the device, unless a message still waits with another', async () => {
    const device = await at.inRetail('nora');
    const mine = async () =>
      (await device.database.records('salestool--signature').toArray()).filter(
        ({ ownerId }) => ownerId === at.host.world.people.nora.id,
      );
    const older = {
      id: crypto.randomUUID(),
      type: 'salestool--signature',
      changed: 5,
      title: 'Older',
    } as const;
    const needed = { ...older, id: crypto.randomUUID(), changed: 6, title: 'Goes with a message' };
    const ownerId = at.host.world.people.nora.id;
    const others = await device.database.records('salestool--signature').count();
    await device.database.records('salestool--signature').bulkPut([
      { ...older, ownerId, drupal_internal__id: 1 },
      { ...needed, ownerId, drupal_internal__id: 2 },
    ]);
    goesDown(device);
    const pack = draftOf(device, 'For Brightwater');
    await device.packs.save(pack);
    const { message } = await device.messages.record(pack, messageForm, 'link');
    await device.database.records('salestool--message').update(message.id, {
      signature: { type: 'salestool--signature', id: needed.id },
    });
    device.network.state = 'up';
    device.connection.answered();
    await device.signatures.save(fields);
    const titles = (await mine()).map(({ title }) => title).sort();
    expect(titles).toEqual(['Goes with a message', 'Nora Lindqvist']);
    expect(await device.database.records('salestool--signature').count()).toBeGreaterThanOrEqual(others);
  });

  test('[PROF-15] that could not be pushed waits here, and goes when the host answers again', async () => {
    const device = await at.signedIn('mei');
    await device.signatures.load();
    device.network.state = 'down';
    const saved = await device.signatures.save({ ...fields, title: 'Mei, on the road' });
    expect(saved).toMatchObject({ savedLocally: true, savedRemotely: false });
    expect((await device.waiting.items()).map(({ title }) => title)).toEqual(['Mei, on the road']);
    await comesBack(device);
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
    expect((await ownAt('mei')).data.map(({ attributes }) => attributes.title)).toContain('Mei, on the road');
  });

  test('[PROF-10, PROF-23, API-36] leaves the shared one alone that the same person made for a channel', async () => {
    const device = await at.signedIn('nora');
    await device.signatures.load();
    const made = (await device.signatures.mine())!;
    const atHost = async () => (await ownAt('nora')).data.find(({ id }) => id === made.id)?.attributes;
    const before = await atHost();
    const signatures = device.database.records('salestool--signature');
    await signatures.update(made.id, { shared: true });
    expect(await device.signatures.mine()).toBeNull();
    await device.signatures.save({ ...fields, title: 'Nora, in person' });
    const mine = await device.signatures.mine();
    expect(mine).toMatchObject({ title: 'Nora, in person', shared: false });
    expect(mine?.id).not.toBe(made.id);
    expect(await signatures.get(made.id)).toMatchObject({ title: made.title, shared: true });
    expect(await atHost()).toEqual(before);
  });

  test('[PROF-14] signed out and offline it is not saved', async () => {
    await expect(at.open().signatures.save(fields)).rejects.toThrow(
      'You must be logged in to update your signature',
    );
    const device = await at.signedIn('nora');
    goesDown(device);
    await expect(device.signatures.save(fields)).rejects.toThrow(
      'You must be online to update your signature',
    );
    await expect(device.signatures.uploadPicture(onePixel(), at.host.world.people.nora.id)).rejects.toThrow(
      'You must be online to update your signature',
    );
    expect(await device.waiting.items()).toEqual([]);
  });

  test('[API-37, API-38, API-39, PROF-13, PROF-22] a new one takes its picture once the host has it, and shows it before the other', async () => {
    const device = await at.signedIn('ines');
    await device.database.records('salestool--signature').clear();
    expect(await device.signatures.takesPicture(at.host.world.people.ines.id)).toBe(false);
    await device.signatures.save({ ...fields, title: 'Inês Carvalho' });
    expect(await device.signatures.takesPicture(at.host.world.people.ines.id)).toBe(true);
    await device.signatures.uploadPicture(onePixel(), at.host.world.people.ines.id);
    const mine = await device.signatures.mine();
    expect(callsOf(device, 'POST', `/salestool/signature/${mine?.id}/picture`)).toHaveLength(1);
    const shown = await device.signatures.pictureUrl(mine!);
    expect(shown).toMatch(/^http/);
    const { pathname, search } = new URL(shown!);
    expect((await fetch(`${at.host.url}${pathname}${search}`)).status).toBe(200);
    const withBoth = { ...mine!, image: { type: 'file--file' as const, id: crypto.randomUUID() } };
    expect(await device.signatures.pictureUrl(withBoth)).toBe(shown);
    // Another device sees it as well.
    const other = await at.signedIn('ines');
    await other.signatures.load();
    expect(await other.signatures.pictureUrl((await other.signatures.mine())!)).toBe(shown);
  });

  test('[PROF-13] a picture goes to no signature of whoever is signed in by the time it could go', async () => {
    const { nora, tomas } = at.host.world.people;
    const device = await at.signedIn('nora');
    await device.service.signOut();
    await device.service.signIn({ username: 'tomas', password: at.password });
    await device.signatures.load();
    expect(await device.signatures.takesPicture(nora.id)).toBe(false);
    await expect(device.signatures.uploadPicture(onePixel(), nora.id)).rejects.toThrow('Not found');
    expect(callsOf(device, 'POST', '/picture')).toEqual([]);
    expect(await device.signatures.takesPicture(tomas.id)).toBe(true);
  });

  test('[PROF-16] what is no picture is refused in words', async () => {
    const device = await at.signedIn('nora');
    await device.signatures.load();
    const text = new Blob(['no picture'], { type: 'image/jpeg' });
    await expect(device.signatures.uploadPicture(text, at.host.world.people.nora.id)).rejects.toThrow(
      /\(422\)/,
    );
  });
});
