import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, test, vi } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { startInterruptedConnection } from '#testing/interrupted-connection.ts';
import { isLong, newSeed, randomFrom } from '#testing/killable-host.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

const postgres = process.env.SATCHEL_TEST_POSTGRES;

let stopAll: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stopAll.reverse()) await stop();
  stopAll = [];
});

/** A host whose database can be taken away. */
async function startHost(): Promise<{ host: TestHost; takeAway(): Promise<void>; giveBack(): void }> {
  if (!postgres) {
    const host = await startTestHost();
    stopAll.push(() => host.stop());
    // Waiting for the lock would hold the host as well, which is in this process.
    const other = new Sqlite(join(host.config.dataFolder, 'satchel.db'), { timeout: 0 });
    stopAll.push(async () => void other.close());
    return {
      host,
      // A write that is under way goes on in this process, and lets others in between its statements.
      takeAway: () => vi.waitFor(() => void other.exec('begin immediate'), { timeout: 10_000, interval: 1 }),
      giveBack: () => other.exec('rollback'),
    };
  }
  const { hostname, port } = new URL(postgres);
  const way = await startInterruptedConnection({ host: hostname, port: Number(port) });
  const through = new URL(postgres);
  through.port = String(way.port);
  const host = await startTestHost({ postgres: through.href });
  stopAll.push(async () => {
    way.mend();
    await host.stop();
    await way.stop();
  });
  return { host, takeAway: async () => way.cut(), giveBack: way.mend };
}

const save = (as: Fetch, host: TestHost, id: string) =>
  as('/jsonapi/salestool/pack', {
    method: 'POST',
    headers: { 'content-type': jsonApiMediaType },
    body: JSON.stringify({
      data: {
        type: 'salestool--pack',
        id,
        attributes: { title: 'While it was away' },
        relationships: {
          channel: { data: { type: 'salestool--channel', id: host.world.channels.retail.id } },
          medias: { data: [{ type: 'media--document', id: host.world.documents.guide.id }] },
        },
      },
    }),
  });
const stored = async ({ database }: TestHost) => {
  const rows = await database.db
    .selectFrom('pack')
    .innerJoin('pack_media', 'pack_media.pack_id', 'pack.id')
    .select('pack.id')
    .where('title', '=', 'While it was away')
    .execute();
  return rows.map(({ id }) => id);
};

test('[F31] a database that is away is said plainly, and needs no hand when it is back', async () => {
  const { host, takeAway, giveBack } = await startHost();
  const nora = await host.signIn('nora');
  const id = newUuid();
  await takeAway();
  const refused = await save(nora, host, id);
  const { errors } = await refused.json();
  expect([refused.status, refused.headers.get('retry-after'), errors[0].detail]).toEqual([
    503,
    '5',
    'The host cannot reach its data at the moment. Try again in a moment.',
  ]);
  giveBack();
  expect((await save(nora, host, id)).status).toBe(201);
  expect(await stored(host)).toEqual([id]);
}, 60_000);

const seed = newSeed();

test(
  `[F31] a database that comes and goes under writes keeps every acknowledged one, and no half pack (seed ${seed})`,
  async () => {
    const { host, takeAway, giveBack } = await startHost();
    const random = randomFrom(seed);
    const nora = await host.signIn('nora');
    const asked: string[] = [];
    const taken: string[] = [];
    const unsure: string[] = [];
    let isOver = false;
    const write = async () => {
      while (!isOver) {
        const id = newUuid();
        asked.push(id);
        const { status } = await save(nora, host, id);
        if (status === 201) taken.push(id);
        else {
          expect(status).toBe(503);
          unsure.push(id);
        }
      }
    };
    const writers = [write(), write(), write()];
    for (let round = 0; round < (isLong ? 40 : 4); round++) {
      await pause(random() * 400);
      await takeAway();
      await pause(random() * 200);
      giveBack();
    }
    isOver = true;
    await Promise.all(writers);
    const packs = await stored(host);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.filter((id) => !packs.includes(id))).toEqual([]);
    expect(packs.filter((id) => !asked.includes(id))).toEqual([]);
    // What was refused is there or not, and can be asked for again.
    for (const id of unsure) {
      const again = await save(nora, host, id);
      expect([again.status, await again.text()]).toEqual([
        packs.includes(id) ? 409 : 201,
        expect.any(String),
      ]);
    }
    expect((await stored(host)).sort()).toEqual(asked.sort());
  },
  isLong ? 300_000 : 60_000,
);
