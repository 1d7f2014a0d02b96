import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type HostDatabase, migrateToLatest, openDatabase } from '#database/database.ts';
import { createFileStore } from '#files/file-store.ts';
import { type HostProcess, startHostProcess } from './host-process.ts';
import { insisting } from './insisting.ts';
import { sendPack } from './send-pack.ts';
import { startSmtpReceiver } from './smtp-receiver.ts';
import { type Fetch, freshDatabase } from './test-host.ts';
import { buildWorld, password } from './world.ts';

export type KillableHosts = Awaited<ReturnType<typeof prepareKillableHosts>>;

/** A running process of the host, and Nora signed in to it. */
export type KillableHost = HostProcess & { nora: Fetch };

/** A database with the small world, and a mail server: what host processes that are killed leave behind. */
export async function prepareKillableHosts() {
  const postgres = process.env.SATCHEL_TEST_POSTGRES;
  const folder = await mkdtemp(join(tmpdir(), 'satchel-kill-'));
  const fresh = postgres ? await freshDatabase(postgres) : undefined;
  const receiver = await startSmtpReceiver();
  const running = new Set<HostProcess>();

  /** Looks into the database past the hosts. */
  async function look<T>(work: (database: HostDatabase) => Promise<T>) {
    const database = await openDatabase(fresh?.url, folder);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  const world = await look(async (database) => {
    await migrateToLatest(database);
    return buildWorld(database, createFileStore({ dataFolder: folder }));
  });
  const messages = () =>
    look(({ db }) =>
      db.selectFrom('message').select(['id', 'sent', 'delivery', 'delivery_detail']).execute(),
    );

  const settings = { DATA_FOLDER: folder, ...(fresh && { DATABASE_URL: fresh.url }) };

  return {
    /** Where the data is, as the environment of any command. */
    settings,
    receiver,
    world,
    look,
    messages,
    /** Starts one more process on the same data. */
    async start(): Promise<KillableHost> {
      const host = await startHostProcess({
        ...settings,
        SMTP_URL: receiver.url,
        MAIL_FROM: 'Velden <packs@velden.example>',
        // Three times this a host may be held up, as on a busy machine, before its mails are taken for abandoned.
        MAIL_TIMEOUT_SECONDS: '2',
      });
      running.add(host);
      return { ...host, nora: await signInOver(host.url) };
    },
    send: (nora: Fetch, sent = true) =>
      sendPack(insisting(nora), { packId: world.packs.nora.id, attributes: { sent } }),
    /** How often the mail server has taken the mail of a message. */
    acceptedOf: (id: string) =>
      receiver.accepted.filter(({ messageId }) => messageId.startsWith(`<${id}.`)).length,
    /** Waits until nothing is under way any more. */
    settled: () =>
      expect
        .poll(async () => (await messages()).filter(({ delivery }) => delivery === 'queued').length, {
          timeout: 60_000,
          interval: 250,
        })
        .toBe(0),
    async stop() {
      await Promise.all([...running].map((host) => host.kill()));
      await receiver.stop();
      await fresh?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Calls of Nora’s to the host at an address. */
export async function signInOver(url: string): Promise<Fetch> {
  const form = { grant_type: 'password', client_id: 'satchel', username: 'nora', password };
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = (await answer.json()) as { access_token: string };
  return (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${access_token}`);
    return fetch(`${url}${path}`, { ...init, headers });
  };
}

/** Random numbers that a seed repeats (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Given again with SEED, it does what it did. */
export const newSeed = () => Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

/** Whether tests take their time (`npm run test:long`). */
export const isLong = process.env.SATCHEL_LONG_TESTS === '1';
