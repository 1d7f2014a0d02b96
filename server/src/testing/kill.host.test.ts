import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { isLong, type KillableHosts, newSeed, prepareKillableHosts, randomFrom } from './killable-host.ts';
import type { SmtpStage } from './smtp-receiver.ts';
import type { Fetch } from './test-host.ts';

let hosts: KillableHosts;
beforeEach(async () => {
  hosts = await prepareKillableHosts();
});
afterEach(() => hosts.stop());

test('[F30] a worker killed at each step of a delivery loses no mail, doubles none, and shows what it cannot know', async () => {
  const stages: SmtpStage[] = ['connect', 'mail-from', 'recipient', 'data', 'end-of-data', 'answered'];
  const ids: string[] = [];
  for (const stage of stages) {
    // What an earlier kill left goes out first: beside the next mail it would be killed a second time, at any stage.
    hosts.receiver.behave(() => 'accept');
    const running = await hosts.start();
    await hosts.settled();
    const acknowledged = Promise.withResolvers<void>();
    const killed = Promise.withResolvers<void>();
    hosts.receiver.behave(async (at) => {
      if (at === stage) {
        // Only what the host has taken counts, so its answer has to be out first.
        await acknowledged.promise;
        await running.kill();
        killed.resolve();
      }
      return 'accept' as const;
    });
    ids.push((await hosts.send(running.nora)).id);
    acknowledged.resolve();
    await killed.promise;
  }
  hosts.receiver.behave(() => 'accept');
  await hosts.start();
  await hosts.settled();
  const rows = await hosts.messages();
  expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
  for (const { id, delivery, delivery_detail } of rows) {
    expect(['sent', 'unknown']).toContain(delivery);
    expect(hosts.acceptedOf(id)).toBeLessThanOrEqual(1);
    if (delivery === 'sent') expect(hosts.acceptedOf(id)).toBe(1);
    else expect(delivery_detail).toContain('its answer was lost');
  }
  // Before the mail is on its way nothing is unknown.
  expect(rows.filter(({ delivery }) => delivery === 'unknown').length).toBeLessThanOrEqual(3);
}, 240_000);

const seed = newSeed();
const rounds = isLong ? 60 : 4;

test(
  `[F30, F31] a host killed at any moment under load keeps every acknowledged record and mails none twice (seed ${seed})`,
  async () => {
    const random = randomFrom(seed);
    const packs = new Map<string, Set<string>>();
    const certain = {
      packs: new Map<string, string>(),
      messages: new Set<string>(),
      sent: new Set<string>(),
    };

    const savePack = async (nora: Fetch) => {
      const known = [...certain.packs.keys()];
      const isNew = known.length === 0 || random() < 0.6;
      const id = isNew ? newUuid() : (known[Math.floor(random() * known.length)] as string);
      const title = `Pack ${newUuid()}`;
      packs.set(id, (packs.get(id) ?? new Set()).add(title));
      const relationships = {
        channel: { data: { type: 'salestool--channel', id: hosts.world.channels.retail.id } },
        medias: {
          data: [hosts.world.documents.guide, hosts.world.documents.photo].map(({ id: media, type }) => ({
            type,
            id: media,
          })),
        },
      };
      const answer = await nora(`/jsonapi/salestool/pack${isNew ? '' : `/${id}`}`, {
        method: isNew ? 'POST' : 'PATCH',
        headers: { 'content-type': jsonApiMediaType },
        body: JSON.stringify({
          data: { type: 'salestool--pack', id, attributes: { title }, ...(isNew && { relationships }) },
        }),
      });
      expect([200, 201]).toContain(answer.status);
      certain.packs.set(id, title);
    };

    const saveMessage = async (nora: Fetch) => {
      const isSent = random() < 0.7;
      const { id } = await hosts.send(nora, isSent);
      (isSent ? certain.sent : certain.messages).add(id);
    };

    for (let round = 0; round < rounds; round++) {
      const running = await hosts.start();
      let isOver = false;
      const write = async () => {
        while (!isOver) {
          try {
            await (random() < 0.5 ? savePack(running.nora) : saveMessage(running.nora));
          } catch (error) {
            // Cut off in the middle: what was asked may or may not be there. Any answer is a real fault.
            if (!(error instanceof TypeError)) throw error;
          }
        }
      };
      const writers = [write(), write(), write()];
      await new Promise((resolve) => setTimeout(resolve, 150 + random() * 900));
      // A busy machine may have answered nothing by then, of which there would be nothing to keep.
      if (round === rounds - 1) {
        await vi.waitFor(
          () => expect(Math.min(certain.packs.size, certain.sent.size)).toBeGreaterThan(0),
          30_000,
        );
      }
      await running.kill();
      isOver = true;
      await Promise.all(writers);
    }

    await hosts.start();
    await hosts.settled();
    const rows = new Map((await hosts.messages()).map((row) => [row.id, row]));
    expect(certain.packs.size).toBeGreaterThan(0);
    expect(certain.sent.size).toBeGreaterThan(0);
    for (const id of certain.messages) expect(rows.get(id)).toMatchObject({ delivery: 'none' });
    for (const id of certain.sent) expect(rows.get(id)).toMatchObject({ sent: 1 });
    for (const { id, sent, delivery } of rows.values()) {
      expect(hosts.acceptedOf(id)).toBeLessThanOrEqual(1);
      expect(sent === 1 ? ['sent', 'unknown'] : ['none']).toContain(delivery);
      if (delivery === 'sent') expect(hosts.acceptedOf(id)).toBe(1);
    }
    const stored = await hosts.look(({ db }) =>
      db
        .selectFrom('pack')
        .leftJoin('pack_media', 'pack_media.pack_id', 'pack.id')
        .select(({ fn }) => ['pack.id', 'pack.title', fn.count('pack_media.media_id').as('medias')])
        .where('pack.title', 'like', 'Pack %')
        .groupBy(['pack.id', 'pack.title'])
        .execute(),
    );
    for (const { id, title, medias } of stored) {
      // Half a pack would lack its media or have a title nobody gave it.
      expect(packs.get(id)).toContain(title);
      expect(Number(medias)).toBe(2);
    }
    const titles = new Map(stored.map(({ id, title }) => [id, title]));
    for (const id of certain.packs.keys()) expect(titles.has(id)).toBe(true);
  },
  isLong ? 1_800_000 : 180_000,
);
