import { describe, expect, test } from 'vitest';
import { defaultFlags } from '#contract/host-configuration.ts';
import { mayCreatePacks, packPermissions } from './pack-permissions.ts';

const userId = 'me';
const draft = { pack_type: 'private', ownerId: userId };
const shared = [{ pack_type: 'global' }, { pack_type: 'channel', ownerId: 'manager' }];
const asking = (flags: Partial<typeof defaultFlags> = {}, user: string | null = userId) => ({
  flags: { ...defaultFlags, ...flags },
  userId: user,
});
const may = (pack: object, flags: Partial<typeof defaultFlags> = {}, user: string | null = userId) =>
  packPermissions(pack, asking(flags, user));

test('[PERM-05] only private packs can be edited', () => {
  expect(may(draft).edit).toBe(true);
  for (const pack of shared) expect(may(pack).edit).toBe(false);
});

test.each([null, undefined, ''])(
  '[PLIST-02] a pack of the type %j counts as private in all rights',
  (pack_type) => {
    expect(may({ ...draft, pack_type })).toEqual(may(draft));
    expect(may({ ...draft, pack_type }, {}, 'somebody else')).toEqual(may(draft, {}, 'somebody else'));
  },
);

test('[PERM-06] packNoEdit refuses edit and build', () => {
  expect(may(draft, { packNoEdit: true })).toMatchObject({
    edit: false,
    build: false,
    view: true,
    send: true,
  });
});

test('[PERM-07] building needs the edit right and packBuilder2Enabled', () => {
  expect(may(draft, { packBuilder2Enabled: true }).build).toBe(true);
  expect(may(draft, { packBuilder2Enabled: false })).toMatchObject({ build: false, edit: true });
  for (const pack of shared) expect(may(pack, { packBuilder2Enabled: true }).build).toBe(false);
});

test('[PERM-08, PERM-09] any pack one can see can be cloned unless packNoEdit', () => {
  for (const pack of [draft, { ...draft, archived: true }, ...shared]) {
    expect(may(pack).clone).toBe(true);
    expect(may(pack, { packNoEdit: true }).clone).toBe(false);
  }
});

test('[PERM-10] any pack one can see can be sent unless packNoSend', () => {
  for (const pack of [draft, ...shared]) {
    expect(may(pack).send).toBe(true);
    expect(may(pack, { packNoSend: true }).send).toBe(false);
  }
});

test('[PERM-11] only a private, non-archived pack that was never pulled or pushed can be sent to the server', () => {
  expect(may(draft).sendToServer).toBe(true);
  for (const change of [{ pulled: 1 }, { pushed: 1 }, { archived: true }, { pack_type: 'channel' }]) {
    expect(may({ ...draft, ...change }).sendToServer).toBe(false);
  }
});

test('[PERM-12, PERM-13] a private, non-archived pack can be archived unless packNoEdit, on the server or not', () => {
  expect(may(draft).archive).toBe(true);
  expect(may({ ...draft, pulled: 1, pushed: 1 }).archive).toBe(true);
  expect(may({ ...draft, archived: true }).archive).toBe(false);
  expect(may({ ...draft, pack_type: 'global' }).archive).toBe(false);
  expect(may(draft, { packNoEdit: true }).archive).toBe(false);
});

test('[PERM-14] a private or untyped pack can be deleted while it is not archived and was never on the server', () => {
  expect(may(draft).delete).toBe(true);
  expect(may({ ownerId: userId }).delete).toBe(true);
  for (const change of [{ pulled: 1 }, { pushed: 1 }, { archived: true }, { pack_type: 'channel' }]) {
    expect(may({ ...draft, ...change }).delete).toBe(false);
  }
  expect(may(draft, { packNoEdit: true }).delete).toBe(false);
});

test('[PERM-15] no pack can be created when packNoEdit is on', () => {
  expect(mayCreatePacks(asking())).toBe(true);
  expect(mayCreatePacks(asking({ packNoEdit: true }))).toBe(false);
});

describe('whose pack it is', () => {
  const nothing = {
    view: false,
    edit: false,
    build: false,
    clone: false,
    send: false,
    sendToServer: false,
    archive: false,
    delete: false,
  };

  test('[PERM-17] another user of the device has no right on a private pack, not even to see it', () => {
    expect(may({ ...draft, ownerId: 'somebody else' })).toEqual(nothing);
    expect(may({ pack_type: 'private' })).toEqual(nothing);
    expect(may({ pack_type: 'private', ownerId: null }, {}, null)).toEqual(nothing);
  });

  test('[PERM-03] without a sign-in a cached shared pack can be viewed and nothing else', () => {
    for (const pack of shared) expect(may(pack, {}, null)).toEqual({ ...nothing, view: true });
    expect(mayCreatePacks(asking({}, null))).toBe(false);
  });
});
