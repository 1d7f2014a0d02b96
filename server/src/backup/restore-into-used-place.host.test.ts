import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { createKeptBytes } from '#files/kept-bytes.ts';
import { openDisk } from '#files/open-disk.ts';
import {
  allRows,
  fillWithWorld,
  look,
  prepareRestore,
  type RestorePlaces,
  startOn,
} from '#testing/backed-up-host.ts';
import { newSeed } from '#testing/killable-host.ts';
import type { Programs } from '#testing/programs.ts';
import { type BackupContents, contentsName } from './backup-format.ts';
import { readArchive } from './read-archive.ts';
import { restoreBackup } from './restore-backup.ts';
import { openArchive } from './write-archive.ts';

let { here, there, world, file, backup, restore, dispose } = {} as RestorePlaces;
beforeEach(async () => {
  ({ here, there, world, file, backup, restore, dispose } = await prepareRestore());
});
afterEach(() => dispose());

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

const seed = newSeed();

test(`a restore that is killed leaves the old content or the new one, and can be done again (seed ${seed})`, async () => {
  await backup();
  await rename('Old');
  for (let round = 0; round < 5; round++) {
    const running = here.start('restore.ts', {}, [file, '--replace']);
    await new Promise((resolve) => setTimeout(resolve, 400 + ((seed * 7919 + round * 104_729) % 900)));
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
