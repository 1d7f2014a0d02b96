import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type HostDatabase, migrateToLatest, openDatabase } from '#database/database.ts';
import { newUuid } from '#database/ids.ts';
import { createFileStore } from '#files/file-store.ts';
import { type HostProcess, startHostProcess } from './host-process.ts';
import { sendPack } from './send-pack.ts';
import { type SmtpReceiver, type SmtpStage, startSmtpReceiver } from './smtp-receiver.ts';
import { type Fetch, freshDatabase } from './test-host.ts';
import { buildWorld, password } from './world.ts';

const postgres = process.env.SATCHEL_TEST_POSTGRES;

let folder: string;
let fresh: Awaited<ReturnType<typeof freshDatabase>> | undefined;
let world: Awaited<ReturnType<typeof buildWorld>>;
let receiver: SmtpReceiver;
let host: HostProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-kill-'));
  fresh = postgres ? await freshDatabase(postgres) : undefined;
  receiver = await startSmtpReceiver();
  world = await look(async (database) => {
    await migrateToLatest(database);
    return buildWorld(database, createFileStore({ dataFolder: folder }));
  });
});
afterEach(async () => {
  await host?.kill();
  await receiver.stop();
  await fresh?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Looks into the database past the host. */
async function look<T>(work: (database: HostDatabase) => Promise<T>) {
  const database = await openDatabase(fresh?.url, folder);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function start() {
  const started = await startHostProcess({
    DATA_FOLDER: folder,
    ...(fresh && { DATABASE_URL: fresh.url }),
    SMTP_URL: receiver.url,
    MAIL_FROM: 'Velden <packs@velden.example>',
    MAIL_TIMEOUT_SECONDS: '1',
  });
  host = started;
  const form = { grant_type: 'password', client_id: 'satchel', username: 'nora', password };
  const answer = await fetch(`${started.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const nora: Fetch = (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${access_token}`);
    return fetch(`${started.url}${path}`, { ...init, headers });
  };
  return { ...started, nora };
}

const send = (nora: Fetch, sent = true) =>
  sendPack(nora, { packId: world.packs.nora.id, attributes: { sent } });
const messages = () =>
  look(({ db }) => db.selectFrom('message').select(['id', 'sent', 'delivery', 'delivery_detail']).execute());
const acceptedOf = (id: string) =>
  receiver.accepted.filter(({ messageId }) => messageId.startsWith(`<${id}.`)).length;

/** Waits until nothing is under way any more. */
const settled = () =>
  expect
    .poll(async () => (await messages()).filter(({ delivery }) => delivery === 'queued').length, {
      timeout: 40_000,
      interval: 250,
    })
    .toBe(0);

test('[F30] a worker killed at each step of a delivery loses no mail, doubles none, and shows what it cannot know', async () => {
  const stages: SmtpStage[] = ['connect', 'mail-from', 'recipient', 'data', 'end-of-data', 'answered'];
  const ids: string[] = [];
  for (const stage of stages) {
    const running = await start();
    const acknowledged = Promise.withResolvers<void>();
    const killed = Promise.withResolvers<void>();
    receiver.behave(async (at) => {
      if (at === stage) {
        // Only what the host has taken counts, so its answer has to be out first.
        await acknowledged.promise;
        await running.kill();
        killed.resolve();
      }
      return 'accept' as const;
    });
    ids.push((await send(running.nora)).id);
    acknowledged.resolve();
    await killed.promise;
    host = undefined;
  }
  receiver.behave(() => 'accept');
  await start();
  await settled();
  const rows = await messages();
  expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
  for (const { id, delivery, delivery_detail } of rows) {
    expect(['sent', 'unknown']).toContain(delivery);
    expect(acceptedOf(id)).toBeLessThanOrEqual(1);
    if (delivery === 'sent') expect(acceptedOf(id)).toBe(1);
    else expect(delivery_detail).toContain('its answer was lost');
  }
  // Before the mail is on its way nothing is unknown.
  expect(rows.filter(({ delivery }) => delivery === 'unknown').length).toBeLessThanOrEqual(3);
}, 120_000);

/** Random numbers that a seed repeats (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

test(`[F30, F31] a host killed at any moment under load keeps every acknowledged record and mails none twice (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const packs = new Map<string, Set<string>>();
  const certain = { packs: new Map<string, string>(), messages: new Set<string>(), sent: new Set<string>() };

  const savePack = async (nora: Fetch) => {
    const known = [...certain.packs.keys()];
    const isNew = known.length === 0 || random() < 0.6;
    const id = isNew ? newUuid() : (known[Math.floor(random() * known.length)] as string);
    const title = `Pack ${newUuid()}`;
    packs.set(id, (packs.get(id) ?? new Set()).add(title));
    const relationships = {
      channel: { data: { type: 'salestool--channel', id: world.channels.retail.id } },
      medias: {
        data: [world.documents.guide, world.documents.photo].map(({ id: media, type }) => ({
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
    const { id } = await send(nora, isSent);
    (isSent ? certain.sent : certain.messages).add(id);
  };

  for (let round = 0; round < 4; round++) {
    const running = await start();
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
    await running.kill();
    isOver = true;
    host = undefined;
    await Promise.all(writers);
  }

  await start();
  await settled();
  const rows = new Map((await messages()).map((row) => [row.id, row]));
  expect(certain.packs.size).toBeGreaterThan(0);
  expect(certain.sent.size).toBeGreaterThan(0);
  for (const id of certain.messages) expect(rows.get(id)).toMatchObject({ delivery: 'none' });
  for (const id of certain.sent) expect(rows.get(id)).toMatchObject({ sent: 1 });
  for (const { id, sent, delivery } of rows.values()) {
    expect(acceptedOf(id)).toBeLessThanOrEqual(1);
    expect(sent === 1 ? ['sent', 'unknown'] : ['none']).toContain(delivery);
    if (delivery === 'sent') expect(acceptedOf(id)).toBe(1);
  }
  const stored = await look(({ db }) =>
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
}, 180_000);
