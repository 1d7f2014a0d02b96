import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  isLong,
  type KillableHost,
  type KillableHosts,
  newSeed,
  prepareKillableHosts,
  randomFrom,
} from './killable-host.ts';

let hosts: KillableHosts;
beforeEach(async () => {
  hosts = await prepareKillableHosts();
});
afterEach(() => hosts.stop());

/** Each mail was taken at most once, none is forgotten, and what was not answered for says so. */
async function expectEveryMailOnce(ids: readonly string[], inHand: number) {
  await hosts.settled();
  const rows = await hosts.messages();
  expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
  for (const { id, delivery } of rows) {
    expect(['sent', 'unknown']).toContain(delivery);
    expect(hosts.acceptedOf(id)).toBeLessThanOrEqual(1);
    if (delivery === 'sent') expect(hosts.acceptedOf(id)).toBe(1);
  }
  expect(rows.filter(({ delivery }) => delivery === 'unknown').length).toBeLessThanOrEqual(inHand);
}

test('[F30] two host processes on one database mail everything once', async () => {
  const both = await Promise.all([hosts.start(), hosts.start()]);
  const sent = await Promise.all(Array.from({ length: 40 }, (_, at) => hosts.send(both[at % 2]!.nora)));
  await expectEveryMailOnce(
    sent.map(({ id }) => id),
    0,
  );
}, 120_000);

// A host has this many mails under way at once.
const lanes = 4;
const seed = newSeed();
const rounds = isLong ? 25 : 1;

test(
  `[F30] when one of two host processes is killed while it mails, the other goes on with its mails (seed ${seed})`,
  async () => {
    const random = randomFrom(seed);
    // Long enough that a kill finds mails at every step.
    hosts.receiver.behave(async () => {
      await pause(random() * 20);
      return 'accept' as const;
    });
    const ids: string[] = [];
    const staying = await hosts.start();
    const sendMany = async ({ nora }: KillableHost) => {
      for (let turn = 0; turn < 10; turn++) ids.push((await hosts.send(nora)).id);
    };
    for (let round = 0; round < rounds; round++) {
      const killed = await hosts.start();
      await Promise.all([sendMany(staying), sendMany(staying), sendMany(killed)]);
      await pause(random() * 300);
      await killed.kill();
    }
    await expectEveryMailOnce(ids, rounds * lanes);
  },
  isLong ? 1_200_000 : 120_000,
);
