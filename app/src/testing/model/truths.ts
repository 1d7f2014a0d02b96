import { expect } from 'vitest';
import { mostMessagesAtOnce } from '#sync/save/push-kind.ts';
import { lostEdits, never, type Sending, tokenIn } from './ledger.ts';
import { logsAreTrue } from './log-truths.ts';
import { packLogsAreTrue } from './pack-log-truths.ts';
import { isSignedAsChosen, noSignatureIsLost, signatureIsTrue } from './signature-truths.ts';
import type { ModelDevice, World } from './world.ts';

const snapshotOf = (attributes: Record<string, unknown>) => tokenIn(attributes.pack_snapshot);

/** I1: what anybody was told is saved can be found, as it is documented. */
function nothingIsLost({ host, ledger }: World) {
  const found = new Set(host.records().map(({ attributes }) => tokenIn(attributes.pack_data) ?? ''));
  expect(lostEdits(ledger, found)).toEqual([]);
}

/** I2, and what was sent shows what its sender saw. */
function everyMessageIsSentOnce(world: World) {
  const { host, ledger } = world;
  const isGivenUp = (id: string) => ledger.givenUpPacks.has(id) || ledger.givenUpSignatures.has(id);
  const tooLate = host.cameTooLate.filter((id) => !isGivenUp(id));
  expect(tooLate, 'packs and signatures that came after their message').toEqual([]);
  const records = host.records();
  const isExcused = ({ token, packId, signature }: Sending) =>
    ledger.givenUp.has(token) || !host.record(packId) || ledger.givenUpSignatures.has(signature ?? '');
  for (const sending of ledger.sendings) {
    const stored = records.filter(({ attributes }) => attributes.subject === sending.token);
    if (sending.isTakenBack) {
      expect(host.mailedSubjects, 'mails that were taken back').not.toContain(sending.token);
      // A restored host has what it had.
      if (host.generation() === sending.generation)
        expect(stored, `${sending.token}, taken back`).toEqual([]);
      continue;
    }
    expect(stored.length, `records of ${sending.token}`).toBeLessThanOrEqual(1);
    const [record] = stored;
    if (!record) {
      expect(sending.told < never && !isExcused(sending), `${sending.token} never came`).toBe(false);
      continue;
    }
    expect(snapshotOf(record.attributes), `what ${sending.token} shows`).toBe(sending.showed);
    isSignedAsChosen(world, sending, record.relationships);
    const mails = host.mailed.get(record.id) ?? 0;
    const isUnknown = record.attributes.delivery === 'unknown' && host.generation() > sending.generation;
    const least = sending.how === 'send' && !isUnknown ? 1 : 0;
    const most = sending.how === 'send' ? 1 : 0;
    expect(mails, `mails of ${sending.token}`).toBeGreaterThanOrEqual(least);
    expect(mails, `mails of ${sending.token}`).toBeLessThanOrEqual(most);
    // What was mailed before may not become another one afterwards.
    if (least > 0) expect(host.mailedSubjects, 'what was mailed').toContain(sending.token);
  }
  // Also of what was taken away since, or lost by a restore.
  for (const [id, mails] of host.mailed) expect(mails, `mails of ${id}`).toBe(1);
}

/** Nothing went out under another account than its maker's. */
function everythingIsItsMakers({ host, ledger }: World) {
  const { edits, sendings, signings } = ledger;
  const makers = new Map([...edits, ...sendings, ...signings].map(({ token, person }) => [token, person]));
  for (const { owner, attributes } of host.records()) {
    const { pack_data, subject, title } = attributes;
    const token = tokenIn(pack_data) ?? tokenIn(subject) ?? tokenIn(title);
    if (token !== null) expect(owner, `owner of ${token}`).toBe(makers.get(token));
  }
}

/** I3, and nothing of one person visible to another. */
async function screensTellTheTruth(world: World, device: ModelDevice) {
  const { host, ledger, channelId } = world;
  expect(ledger.untruths).toEqual([]);
  for (const index of [0, 1] as const) {
    const { device: app, life } = device.tab(index);
    expect(app.connection.isOnline(), 'is online').toBe(true);
    if (!device.wasFull) expect(app.problems).toEqual([]);
    // What it had claimed together before it froze leaves in the moment it thaws.
    expect(life.mostOutOfTurn, 'written by a window that had lost its turn').toBeLessThanOrEqual(
      mostMessagesAtOnce,
    );
    expect([...life.claimedOutOfTurn], 'claimed by a window that had lost its turn').toEqual([]);
    const person = app.service.current().user!.uuid;
    const listed = await app.packs.inChannel(channelId);
    const seen = listed.filter(({ pack_type }) => pack_type === 'private');
    expect(seen.filter(({ ownerId }) => ownerId !== person)).toEqual([]);
    const stored = host
      .records()
      .filter(({ type, owner }) => type === 'salestool--pack' && owner === person)
      .filter(({ attributes }) => attributes.archived !== true && attributes.pack_type === 'private');
    const items = await app.waiting.items();
    for (const { title, type, id, state } of items) {
      expect(state, `${title} waits`).toBe('refused');
      // Edited here and deleted elsewhere, or a message whose pack or signature its owner took away: it can go nowhere,
      // and says so.
      if (type === 'salestool--pack') expect(ledger.givenUpPacks).toContain(id);
      else {
        const sending = ledger.sendings.find(({ token }) => token === title);
        // Of a pack that is gone the screen knows no id any more.
        const needed = [sending?.packId, sending?.signature].filter(
          (need) => need !== null && need !== undefined,
        );
        const isThere = needed.length > 0 && needed.every((need) => host.record(need) !== undefined);
        expect(isThere, `what ${title} needs is there`).toBe(false);
        expect(sending?.person).toBe(person);
      }
    }
    const setAside = new Set(items.map(({ id }) => id));
    const texts = (packs: { id: string; pack_data: unknown }[]) =>
      packs.map(({ id, pack_data }) => `${id} ${tokenIn(pack_data)}`).sort();
    const shown = seen.filter(({ id }) => !setAside.has(id));
    expect(texts(shown.map(({ id, pack_data }) => ({ id, pack_data })))).toEqual(
      texts(stored.map(({ id, attributes }) => ({ id, pack_data: attributes.pack_data }))),
    );
    for (const pack of seen) {
      for (const message of await app.messages.ofPack(pack.id)) expect(message.ownerId).toBe(person);
    }
  }
}

export async function everythingIsTrue(world: World) {
  nothingIsLost(world);
  everyMessageIsSentOnce(world);
  everythingIsItsMakers(world);
  noSignatureIsLost(world);
  for (const device of world.devices) {
    if (device.users.size === 0) continue;
    await screensTellTheTruth(world, device);
    await signatureIsTrue(world, device);
    await packLogsAreTrue(world, device);
  }
  await logsAreTrue(world);
}
