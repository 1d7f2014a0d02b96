import { mkdir, mkdtemp, open, readdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateToLatest, openDatabase } from '#database/database.ts';
import { migrations } from '#database/migrations.ts';
import { createKeptBytes } from '#files/kept-bytes.ts';
import { openDisk } from '#files/open-disk.ts';
import { allRows, fillWithWorld, look, startOn } from '#testing/backed-up-host.ts';
import { type Programs, preparePrograms } from '#testing/programs.ts';
import { sendPack } from '#testing/send-pack.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#testing/smtp-receiver.ts';
import type { Fetch } from '#testing/test-host.ts';
import { type BackupContents, BackupRefused, contentsName } from './backup-format.ts';
import { readArchive } from './read-archive.ts';
import { restoreBackup } from './restore-backup.ts';
import { openArchive } from './write-archive.ts';

let here: Programs;
let there: Programs;
let world: Awaited<ReturnType<typeof fillWithWorld>>;
let file: string;

beforeEach(async () => {
  [here, there] = await Promise.all([preparePrograms(), preparePrograms()]);
  world = await fillWithWorld(here);
  file = join(here.dataFolder, 'of-yesterday.satchel');
});
afterEach(async () => {
  await here.dispose();
  await there.dispose();
});

const backup = async (programs = here, to = file) => {
  const { code, text } = await programs.start('backup.ts', {}, [to]).ended;
  if (code !== 0) throw new Error(text);
};
const restore = (programs: Programs, ...options: string[]) =>
  programs.start('restore.ts', {}, [file, ...options]).ended;
const rename = (title: string) =>
  look(here, ({ db }) =>
    db.updateTable('pack').set({ title }).where('id', '=', world.packs.nora.id).execute(),
  );
const titleIn = (programs: Programs) =>
  look(programs, async ({ db }) => {
    const row = await db
      .selectFrom('pack')
      .select('title')
      .where('id', '=', world.packs.nora.id)
      .executeTakeFirst();
    return row?.title;
  });

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

describe('a place that is not empty', () => {
  test('is refused, and with --replace its content is kept aside', async () => {
    await backup();
    await rename('After the backup');
    const refused = await restore(here);
    expect([refused.code, refused.text]).toEqual([
      1,
      expect.stringContaining('There is content in the database already.'),
    ]);
    expect(await titleIn(here)).toBe('After the backup');

    const { code, text } = await restore(here, '--replace');
    expect([code, text]).toEqual([0, expect.stringContaining('What was there before is kept in')]);
    expect(await titleIn(here)).toBe('Café Linnea');
    expect(await titleAside(text)).toBe('After the backup');
  });

  const titleAside = async (text: string) => {
    const query = `select title from {}pack where id = '${world.packs.nora.id}'`;
    if (here.databaseUrl) {
      const client = new pg.Client(here.databaseUrl);
      await client.connect();
      const schema = /the schema (\w+)/.exec(text)?.[1];
      const { rows } = await client.query(query.replace('{}', `${schema}.`));
      await client.end();
      return rows[0].title;
    }
    const folder = /kept in (\S+)\.\n/.exec(text)?.[1] ?? '';
    const database = await openDatabase(undefined, folder);
    const { rows } = await sql<{ title: string }>`${sql.raw(query.replace('{}', ''))}`.execute(database.db);
    await database.close();
    return rows[0]?.title;
  };

  test('keeps the files that the backup does not know, too', async () => {
    await backup();
    const host = await startOn(here);
    const { as } = await host.signIn('nora');
    const picture = await as(`/salestool/signature/${world.signatures.nora.id}/picture`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': 'file; filename="new.png"',
      },
      body: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
    expect(picture.ok).toBe(true);
    await host.stop();
    const { key } = await look(here, ({ db }) =>
      db.selectFrom('file').select('key').where('filename', '=', 'new.png').executeTakeFirstOrThrow(),
    );
    const { text } = await restore(here, '--replace');
    const aside = /does not know are kept in (\S+before-restore-\d+)/.exec(text)?.[1] ?? '';
    const { bucket, dataFolder } = here;
    const disk = openDisk(
      bucket ? { dataFolder, bucket: { ...bucket, prefix: aside } } : { dataFolder: aside },
    );
    const name = `${key.slice(0, 2)}/${key}/original`;
    expect([await disk.size(name), await openDisk(here).size(name)]).toEqual([70, null]);
  });

  const uploadedTo = async (programs: Programs, bytes: string) => {
    const key = 'n'.repeat(32);
    const name = `nn/${key}/original`;
    await openDisk(programs).write(name, Buffer.from(bytes));
    return name;
  };
  const now = Date.UTC(2026, 10, 25);
  const replace = (programs: Programs, say: (line: string) => void) =>
    restoreBackup(file, { config: programs, now, say, isReplacing: true, isMove: false });

  test('keeps what was restored when its files cannot be set aside, and says what to do', async ({
    skip,
  }) => {
    // What a bucket refuses takes the same way.
    if (here.bucket) skip();
    await backup();
    await fillWithWorld(there);
    const lost = await uploadedTo(there, 'of the old host');
    // No folder can be made there.
    await mkdir(join(there.dataFolder, 'before-restore-20261125000000'));
    await writeFile(join(there.dataFolder, 'before-restore-20261125000000', 'files'), '');
    const said: string[] = [];
    expect(await replace(there, (line) => said.push(line))).toEqual({ isTidy: false });
    expect(said.at(-2)).toMatch(/^What was there before is kept in /);
    expect(said.at(-1)).toMatch(/not all files that it does not know could be set aside: .*--replace/s);
    const [one, other] = [createKeptBytes(here), createKeptBytes(there)];
    const keys = await look(there, ({ db }) => db.selectFrom('file').select('key').execute());
    expect(keys.length).toBeGreaterThan(0);
    for (const { key } of keys) expect(await other.under(key)).toEqual(await one.under(key));
    expect(await openDisk(there).size(lost)).toBe(15);
  });

  test('sets files aside from another disk, too', async ({ skip }) => {
    const [memory, own] = await Promise.all([stat('/dev/shm').catch(() => null), stat(there.dataFolder)]);
    if (there.bucket || !memory || memory.dev === own.dev) return skip();
    const elsewhere = await mkdtemp('/dev/shm/satchel-files-');
    try {
      await symlink(elsewhere, join(there.dataFolder, 'files'));
      await backup();
      await fillWithWorld(there);
      const lost = await uploadedTo(there, 'of the old host');
      expect(await replace(there, () => {})).toEqual({ isTidy: true });
      const aside = openDisk({ dataFolder: join(there.dataFolder, 'before-restore-20261125000000') });
      expect([await aside.size(lost), await openDisk(there).size(lost)]).toEqual([15, null]);
    } finally {
      await rm(elsewhere, { recursive: true, force: true });
    }
  });

  test('is left alone while a host runs on it', async () => {
    await backup();
    const host = await startOn(here);
    const { code, text } = await restore(here, '--replace');
    expect([code, text]).toEqual([1, expect.stringContaining('Stop every host first')]);
    expect((await (await fetch(`${host.url}/readyz`)).json()).status).toBe('ok');
    await host.stop();
  });

  test('that is damaged is replaced as well', async ({ skip }) => {
    if (here.databaseUrl) skip();
    await backup();
    await writeFile(join(here.dataFolder, 'satchel.db'), 'x'.repeat(8000));
    expect((await restore(here)).code).toBe(1);
    expect((await restore(here, '--replace')).code).toBe(0);
    expect(await titleIn(here)).toBe('Café Linnea');
  });
});

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
  const upgrade = () => look(there, (database) => migrateToLatest(database));
  const beOlder = () => newer.forEach(([name]) => void Reflect.deleteProperty(migrations, name));
  const beNewer = () => void Object.assign(migrations, Object.fromEntries(newer));
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

describe('where tables of others stand beside those of Satchel', () => {
  test('a backup and a restore have nothing to do with them', async ({ skip }) => {
    if (!here.databaseUrl) skip();
    await look(here, async ({ db }) => {
      await sql`create table other (x float)`.execute(db);
      await sql`insert into other (x) values (0.5)`.execute(db);
    });
    await backup();
    expect((await restore(here, '--replace')).code).toBe(0);
    const { rows } = await look(here, ({ db }) => sql`select * from other`.execute(db));
    expect(rows).toEqual([{ x: 0.5 }]);
    const { code, text } = await restore(there);
    expect([code, text]).toEqual([0, expect.not.stringContaining('left out')]);
  });

  /** A backup with more in its list, or less, than this version puts there. */
  async function otherBackup(change: (rows: BackupContents['rows']) => BackupContents['rows']) {
    const whole = join(here.dataFolder, 'whole.satchel');
    await backup(here, whole);
    const archive = openArchive(file);
    for await (const { name, size, body } of readArchive(whole)) {
      if (name !== contentsName) {
        await archive.add(name, size, body);
        continue;
      }
      const row = gzipSync('{"srid":4326,"proj":"+proj=longlat"}\n');
      await archive.add('database/spatial_ref_sys/000001.ndjson.gz', row.length, [row]);
      const contents = (await json(body)) as BackupContents;
      await archive.addJson(contentsName, {
        ...contents,
        rows: change(contents.rows),
        entries: archive.entries,
      });
    }
    await archive.finish();
  }

  test('a backup that an earlier version made of them as well is restored without them', async () => {
    await otherBackup((rows) => ({ ...rows, spatial_ref_sys: 1 }));
    const { code, text } = await restore(there, '--move');
    expect([code, text]).toEqual([
      0,
      expect.stringContaining("spatial_ref_sys is no table of Satchel's, so it was left out."),
    ]);
    expect(await allRows(there)).toEqual(await allRows(here));
  });

  test('a backup is refused all the same when a table of Satchel is missing', async () => {
    await otherBackup(({ pack = 0, ...rows }) => ({ ...rows, pakc: pack }));
    const { code, text } = await restore(there);
    expect([code, text]).toEqual([1, expect.stringContaining('is damaged and was not used: pack is not in')]);
  });
});

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
const somewhere = (size: number, at: number) => (seed * 7919 + at * 104_729) % size;

describe('what is no whole backup is refused before anything is touched', () => {
  const attempt = () => {
    const said = { say: () => {}, isReplacing: false, isMove: false, now: Date.now() };
    return restoreBackup(file, { config: there, ...said }).then(
      () => null,
      (error: Error) => error,
    );
  };
  const refusal = async (pattern: RegExp) => {
    const before = await readdir(there.dataFolder);
    const refused = await attempt();
    expect(refused).toBeInstanceOf(BackupRefused);
    expect((refused as Error).message).toMatch(pattern);
    expect(await readdir(there.dataFolder)).toEqual(before);
  };

  test(`one with a changed byte, wherever it is (seed ${seed})`, async () => {
    await backup();
    const { size } = await stat(file);
    const handle = await open(file, 'r+');
    for (let at = 0; at < 12; at++) {
      // The last 1024 bytes only say that it ends there.
      const position = somewhere(size - 1024, at);
      const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position);
      const flip = async () => {
        buffer[0] = (buffer[0] as number) ^ 0x41;
        await handle.write(buffer, 0, 1, position);
      };
      await flip();
      const refused = await attempt();
      // Fill bytes between entries and a few fields of tar hold nothing of ours.
      if (refused) {
        expect(refused).toBeInstanceOf(BackupRefused);
        expect(refused.message).toMatch(/is damaged and was not used: |is not a backup|by a newer version/);
      } else expect(await allRows(there)).toMatchObject({ pack: (await allRows(here)).pack });
      await flip();
      if (!refused) break;
    }
    await handle.close();
  }, 60_000);

  test(`one that was cut off (seed ${seed})`, async () => {
    await backup();
    const { size } = await stat(file);
    await truncate(file, 2048 + somewhere(size - 4096, 1));
    await refusal(/is damaged and was not used: /);
  });

  test.each([
    ['an empty file', async () => writeFile(file, '')],
    ['a text', async () => writeFile(file, 'Dear Nora,\n'.repeat(1000))],
    ['a compressed file', async () => writeFile(file, gzipSync('x'.repeat(9000)))],
    [
      'another archive',
      async () => {
        const archive = openArchive(file);
        await archive.addJson('package.json', { name: 'x' });
        await archive.finish();
      },
    ],
  ])('%s', async (_what, make) => {
    await make();
    await refusal(/of-yesterday\.satchel is not a backup of Satchel\./);
  });

  test('one of a newer version', async () => {
    const archive = openArchive(file);
    await archive.addJson('satchel-backup.json', {
      ...{ format: 'satchel-backup', version: 1, release: '9.0.0', made: 1, engine: 'sqlite' },
      steps: [...Object.keys(migrations), '900-tomorrow'],
    });
    const nothing = { rows: {}, files: 0, fileBytes: 0, missing: [] };
    await archive.addJson('contents.json', { ...nothing, entries: archive.entries });
    await archive.finish();
    await refusal(/made by a newer version of Satchel \(9\.0\.0\)/);
  });

  test('one whose files would lie elsewhere', async () => {
    const archive = openArchive(file);
    await archive.addJson('satchel-backup.json', {
      ...{ format: 'satchel-backup', version: 1, release: '1.7.0', made: 1, engine: 'sqlite' },
      steps: Object.keys(migrations),
    });
    await archive.addJson('files/../../evil', { x: 1 });
    const nothing = { rows: {}, files: 1, fileBytes: 0, missing: [] };
    await archive.addJson('contents.json', { ...nothing, entries: archive.entries });
    await archive.finish();
    await refusal(/evil is no place for a file/);
  });

  test('none, with exit code 1', async () => {
    const { code, text } = await restore(there);
    expect([code, text]).toEqual([
      1,
      expect.stringContaining(`${file} cannot be read: there is no such file.\n`),
    ]);
    expect(text).not.toContain('    at ');
  });
});

test(`a restore that is killed leaves the old content or the new one, and can be done again (seed ${seed})`, async () => {
  await backup();
  await rename('Old');
  for (let round = 0; round < 5; round++) {
    const running = here.start('restore.ts', {}, [file, '--replace']);
    await new Promise((resolve) => setTimeout(resolve, 400 + somewhere(900, round)));
    await running.end('SIGKILL');
    expect(['Old', 'Café Linnea']).toContain(await titleIn(here));
  }
  const { code, text } = await restore(here, '--replace');
  expect([code, text]).toEqual([0, expect.stringContaining('Restored')]);
  expect(await titleIn(here)).toBe('Café Linnea');
  expect((await readdir(here.dataFolder)).filter((name) => name.startsWith('.'))).toEqual([]);
  const host = await startOn(here);
  await host.stop();
}, 90_000);
