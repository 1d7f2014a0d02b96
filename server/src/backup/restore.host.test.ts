import { join } from 'node:path';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateToLatest, openDatabase } from '#database/database.ts';
import { currentSchema } from '#database/dialect.ts';
import { migrations } from '#database/migrations.ts';
import { ownTables } from '#database/own-tables.ts';
import {
  allRows,
  fillWithWorld,
  look,
  prepareRestore,
  type RestorePlaces,
  startOn,
} from '#testing/backed-up-host.ts';
import { type Programs, preparePrograms } from '#testing/programs.ts';
import { sendPack } from '#testing/send-pack.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#testing/smtp-receiver.ts';
import type { Fetch } from '#testing/test-host.ts';
import { restoreBackup } from './restore-backup.ts';

let { here, there, world, file, backup, restore, dispose } = {} as RestorePlaces;
beforeEach(async () => {
  ({ here, there, world, file, backup, restore, dispose } = await prepareRestore());
});
afterEach(() => dispose());

describe('a host that was restored', () => {
  let receiver: SmtpReceiver;
  beforeEach(async () => {
    receiver = await startSmtpReceiver();
  });
  afterEach(() => receiver.stop());

  const waiting = async (programs: Programs) => {
    // Nothing listens there.
    const host = await startOn(programs, {
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'packs@velden.example',
    });
    const { as, refresh_token } = await host.signIn('nora');
    const { id } = await sendPack(as, { packId: world.packs.nora.id, attributes: { sent: true } });
    const generation = await host.generation();
    return { host, id, refresh_token, generation };
  };
  const start = (programs: Programs) =>
    startOn(programs, { SMTP_URL: receiver.url, MAIL_FROM: 'packs@velden.example' });

  const renameAs = async (as: Fetch, title: string) => {
    const { id } = world.packs.tomas;
    const data = { type: 'salestool--pack', id, attributes: { title } };
    const answer = await as(`/jsonapi/salestool/pack/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': jsonApiMediaType },
      body: JSON.stringify({ data }),
    });
    expect(answer.status).toBe(200);
  };

  test('[F27] has a new generation, mails nothing that waited, and lets nobody go on where the backup cannot know', async () => {
    const { host, id, refresh_token, generation } = await waiting(here);
    await backup();
    const { as: tomas } = await host.signIn('tomas');
    await renameAs(tomas, 'Lost');
    const lost = (await tomas('/jsonapi/salestool/pack')).headers.get('etag') ?? '';
    await host.stop();
    const { text } = await restore(there);
    expect(text).toContain('1 mails were waiting.');
    expect(text).toContain('Everyone signs in again');

    const restored = await start(there);
    expect(await restored.generation()).not.toBe(generation);
    expect((await restored.ask({ grant_type: 'refresh_token', refresh_token })).status).toBe(400);
    // As many changes as before: the tag of the lost time must not come again for other content.
    const { as: again } = await restored.signIn('tomas');
    await renameAs(again, 'Made anew');
    const fresh = await again('/jsonapi/salestool/pack', { headers: { 'if-none-match': lost } });
    expect(fresh.status).toBe(200);
    const { as } = await restored.signIn('nora');
    const next = await sendPack(as, { packId: world.packs.nora.id, attributes: { sent: true } });
    const deliveryOf = async (message: string) =>
      (await (await as(`/jsonapi/salestool/message/${message}`)).json()).data.attributes;
    await expect.poll(async () => (await deliveryOf(next.id)).delivery, { timeout: 20_000 }).toBe('sent');
    expect(await deliveryOf(id)).toMatchObject({
      delivery: 'unknown',
      delivery_detail: expect.stringContaining('It is not sent again by itself'),
    });
    expect(receiver.accepted.map(({ messageId }) => messageId.slice(1, 37))).toEqual([next.id]);
    await restored.stop();
  }, 60_000);

  test('goes on as if nothing had been when it was moved: waiting mails leave, and nobody signs in again', async () => {
    const { host, id, refresh_token, generation } = await waiting(here);
    await host.stop();
    await backup();
    const { text } = await restore(there, '--move');
    expect(text).not.toContain('signs in again');
    const moved = await start(there);
    await expect
      .poll(() => receiver.accepted.map(({ messageId }) => messageId.slice(1, 37)), { timeout: 20_000 })
      .toEqual([id]);
    expect(await moved.generation()).toBe(generation);
    expect((await moved.ask({ grant_type: 'refresh_token', refresh_token })).status).toBe(200);
    await moved.stop();
  }, 60_000);
});

test('a host moves from one engine to the other and back with every row', async ({ skip }) => {
  if (!here.databaseUrl) skip();
  const onSqlite = await preparePrograms('');
  try {
    await look(here, async ({ db }) => {
      const title = 'Größe “ñ” 🙂 \\ % \' " \n\t';
      await db.updateTable('pack').set({ title, notes: '' }).where('id', '=', world.packs.nora.id).execute();
    });
    await backup();
    expect((await restore(onSqlite, '--move')).code).toBe(0);
    expect(await allRows(onSqlite)).toEqual(await allRows(here));
    const back = join(onSqlite.dataFolder, 'back.satchel');
    await backup(onSqlite, back);
    expect((await there.start('restore.ts', {}, [back, '--move']).ended).code).toBe(0);
    expect(await allRows(there)).toEqual(await allRows(here));
    const host = await startOn(there);
    const { as } = await host.signIn('nora');
    expect((await as('/jsonapi/salestool/pack')).status).toBe(200);
    await host.stop();
  } finally {
    await onSqlite.dispose();
  }
}, 60_000);

test('a backup of an older version is upgraded', async () => {
  const first = Object.keys(migrations)[0] as string;
  await look(there, async (database) => {
    await migrateToLatest(database, first);
    await sql`insert into account (id, internal_id, created, changed, name, name_key, mail, mail_key, password_hash, langcode, active)
      values ('a', 1, 1, 1, 'Olga', 'olga', 'olga@velden.example', 'olga@velden.example', 'x', 'en', 1)`.execute(
      database.db,
    );
  });
  await backup(there);
  const { code } = await restore(here, '--replace');
  expect(code).toBe(0);
  const accounts = await look(here, ({ db }) => db.selectFrom('account').selectAll().execute());
  expect(accounts).toMatchObject([{ name: 'Olga', active: 1 }]);
  expect((await here.start('migrate.ts').ended).text).toContain('The database is up to date.');
});

test('a version that a newer one has upgraded away from is brought back by its backup, and can be upgraded again', async () => {
  const steps = Object.entries(migrations);
  // It makes a table.
  const newer = steps.slice(steps.findIndex(([name]) => name === '011-cancelled-links'));
  const tables = ownTables as string[];
  const allTables = [...tables];
  const upgrade = () => look(there, (database) => migrateToLatest(database));
  const beOlder = () => {
    for (const [name] of newer) Reflect.deleteProperty(migrations, name);
    tables.splice(tables.indexOf('cancelled_link'), 1);
  };
  const beNewer = () => {
    Object.assign(migrations, Object.fromEntries(newer));
    tables.splice(0, Infinity, ...allTables);
  };
  const names = newer.map(([name]) => name);
  beOlder();
  try {
    await fillWithWorld(there);
    await backup(there);
    beNewer();
    expect(await upgrade()).toEqual(names);
    beOlder();
    const said = { now: Date.now(), say: () => {}, isReplacing: true, isMove: false };
    await restoreBackup(file, { config: there, ...said });
  } finally {
    beNewer();
  }
  expect(await upgrade()).toEqual(names);
  const packs = await look(there, ({ db }) => db.selectFrom('pack').select('title').execute());
  expect(packs).toContainEqual({ title: 'Café Linnea' });
});

test('a schema and its user whose name has to stand in quotes are upgraded, backed up and restored like any other', async ({
  skip,
}) => {
  if (!there.databaseUrl) return skip();
  const address = new URL(there.databaseUrl);
  address.username = 'Satchel-prod';
  const name = sql.id(address.username);
  const owned = {
    ...there,
    databaseUrl: address.href,
    open: () => openDatabase(address.href, there.dataFolder),
  };
  const run = (file: 'backup.ts' | 'restore.ts', ...args: string[]) =>
    there.start(file, { DATABASE_URL: address.href }, args).ended;
  await look(there, async ({ db }) => {
    await sql`create role ${name} login`.execute(db);
    await sql`create schema authorization ${name}`.execute(db);
    await sql`grant create on database ${sql.id(address.pathname.slice(1))} to ${name}`.execute(db);
  });
  try {
    await fillWithWorld(owned);
    expect((await run('backup.ts', file)).text).toContain('It was read back and is as it was written');
    const before = await allRows(owned);
    await look(owned, ({ db }) => db.updateTable('pack').set({ title: 'After the backup' }).execute());
    expect((await run('restore.ts', file, '--replace', '--move')).code).toBe(0);
    expect(await allRows(owned)).toEqual(before);
    expect(await look(owned, ({ db, dialect }) => currentSchema(db, dialect))).toBe('Satchel-prod');
  } finally {
    await look(there, async ({ db }) => {
      await sql`drop owned by ${name} cascade`.execute(db);
      await sql`drop role ${name}`.execute(db);
    });
  }
}, 60_000);
