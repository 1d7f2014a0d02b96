import { randomBytes } from 'node:crypto';
import { access, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { createKeptBytes } from '#files/kept-bytes.ts';
import { allRows, fillWithWorld, look, startOn } from '#testing/backed-up-host.ts';
import { type Programs, preparePrograms } from '#testing/programs.ts';
import { sendPack } from '#testing/send-pack.ts';
import type { Fetch } from '#testing/test-host.ts';
import { checkBackup } from './read-archive.ts';
import { writeBackup } from './write-backup.ts';

let here: Programs;
let there: Programs;
let world: Awaited<ReturnType<typeof fillWithWorld>>;
let file: string;

beforeEach(async () => {
  [here, there] = await Promise.all([preparePrograms(), preparePrograms()]);
  world = await fillWithWorld(here);
  file = join(there.dataFolder, 'of-today.satchel');
});
afterEach(async () => {
  await here.dispose();
  await there.dispose();
});

const backup = (to = file, command: readonly string[] = []) =>
  here.start('backup.ts', {}, [to], command).ended;
const leftovers = async () => (await readdir(there.dataFolder)).filter((name) => name.endsWith('.part'));

/** Packs with two documents, and links, as fast as the host takes them; each is counted once it was acknowledged. */
function writeOn(nora: Fetch) {
  const acknowledged = { packs: [] as string[], messages: [] as string[] };
  let isOver = false;
  const [guide, photo] = [world.documents.guide, world.documents.photo];
  const savePack = async () => {
    const id = newUuid();
    const medias = [guide, photo].map((media) => ({ type: media.type, id: media.id }));
    const relationships = {
      channel: { data: { type: 'salestool--channel', id: world.channels.retail.id } },
      medias: { data: medias },
    };
    const answer = await nora('/jsonapi/salestool/pack', {
      method: 'POST',
      headers: { 'content-type': jsonApiMediaType },
      body: JSON.stringify({
        data: {
          type: 'salestool--pack',
          id,
          attributes: { title: `Pack ${id}`, notes: 'n'.repeat(2000) },
          relationships,
        },
      }),
    });
    expect(answer.status).toBe(201);
    acknowledged.packs.push(id);
  };
  const saveLink = async () => {
    acknowledged.messages.push((await sendPack(nora, { packId: world.packs.nora.id })).id);
  };
  const writer = async () => {
    while (!isOver) await (Math.random() < 0.5 ? savePack() : saveLink());
  };
  const writers = [writer(), writer(), writer()];
  return {
    acknowledged,
    stop() {
      isOver = true;
      return Promise.all(writers);
    },
  };
}

test('[F27, F31] a backup made while reps write holds everything that was acknowledged before, and no half pack', async () => {
  const host = await startOn(here);
  const { as: nora } = await host.signIn('nora');
  const writing = writeOn(nora);
  await expect.poll(() => writing.acknowledged.packs.length, { timeout: 20_000 }).toBeGreaterThan(20);
  const before = structuredClone(writing.acknowledged);
  const { code, text } = await backup();
  await writing.stop();
  await host.stop();
  expect([code, text]).toEqual([
    0,
    expect.stringMatching(/holds \d+ records and 12 files .*\nIt was read back/),
  ]);
  // Somebody wrote while it was made.
  expect(writing.acknowledged.packs.length).toBeGreaterThan(before.packs.length);

  expect((await there.start('restore.ts', {}, [file]).ended).code).toBe(0);
  const { packs, messages } = await look(there, async ({ db }) => ({
    packs: await db
      .selectFrom('pack')
      .leftJoin('pack_media', 'pack_media.pack_id', 'pack.id')
      .select(({ fn }) => ['pack.id', fn.count('pack_media.media_id').as('medias')])
      .where('pack.title', 'like', 'Pack %')
      .groupBy('pack.id')
      .execute(),
    messages: await db.selectFrom('message').select('id').execute(),
  }));
  expect(packs.filter(({ medias }) => Number(medias) !== 2)).toEqual([]);
  const missing = (wanted: readonly string[], found: { id: string }[]) => [
    ...new Set(wanted).difference(new Set(found.map(({ id }) => id))),
  ];
  expect([missing(before.packs, packs), missing(before.messages, messages)]).toEqual([[], []]);

  const restored = await startOn(there);
  const { as } = await restored.signIn('nora');
  const { data } = await (await as(`/jsonapi/file/file/${world.files.guide.id}`)).json();
  const bytes = await fetch(`${restored.url}${data.attributes.uri.url}`);
  expect([bytes.status, await bytes.text()]).toEqual([200, expect.stringContaining('Product guide')]);
  await restored.stop();
}, 60_000);

test('a host that nobody uses meanwhile comes back with every row and every byte', async () => {
  expect((await backup()).code).toBe(0);
  expect((await there.start('restore.ts', {}, [file, '--move']).ended).code).toBe(0);
  expect(await allRows(there)).toEqual(await allRows(here));
  const [one, other] = [createKeptBytes(here), createKeptBytes(there)];
  const keys = (await one.allKeys()).toSorted();
  expect((await other.allKeys()).toSorted()).toEqual(keys);
  for (const key of keys) expect(await other.under(key)).toEqual(await one.under(key));
});

test('files that an import replaces meanwhile make it begin again, so that rows and bytes fit', async () => {
  const kept = createKeptBytes(here);
  const said: string[] = [];
  const { id, key } = world.files.face;
  let isReplaced = false;
  await look(here, async (database) => {
    const disturbed = {
      ...kept,
      async under(asked: string) {
        if (!isReplaced) {
          isReplaced = true;
          await database.db
            .updateTable('signature')
            .set({ picture_id: null })
            .where('picture_id', '=', id)
            .execute();
          await database.db.deleteFrom('file').where('id', '=', id).execute();
          await kept.remove(key);
        }
        return kept.under(asked);
      },
    };
    await writeBackup(file, {
      ...{ database, kept: disturbed, now: Date.now(), release: '1' },
      say: (line) => void said.push(line),
    });
  });
  expect(said).toEqual([expect.stringContaining('begins again')]);
  const { contents } = await checkBackup(file);
  expect(contents.missing).toEqual([]);
  expect(contents.rows.file).toBe(contents.files);
});

describe('what keeps a backup from being made is said in a sentence, with exit code 1 and nothing left behind', () => {
  test('a name that is taken', async () => {
    await writeFile(file, 'the only one from last year');
    const { code, text } = await backup();
    expect([code, text]).toEqual([1, `${file} is already there and was left alone. Choose another name.\n`]);
    expect(await leftovers()).toEqual([]);
  });

  test('a disk without room', async ({ skip }) => {
    if (process.platform === 'win32') skip();
    const notes = randomBytes(300_000).toString('hex');
    await look(here, ({ db }) => db.updateTable('pack').set({ notes }).execute());
    // The same refusal as of a full disk, for one process; what SQLite itself needs is smaller.
    const { code, text } = await backup(file, ['sh', '-c', 'ulimit -f 400; exec "$@"', 'sh']);
    expect([code, text]).toEqual([
      1,
      `${file} cannot be written: its disk takes no file that large. Nothing was left behind.\n`,
    ]);
    expect(await leftovers()).toEqual([]);
    await expect(access(file)).rejects.toThrow();
  });

  test('a folder that is not there', async () => {
    const { code, text } = await backup('/nowhere/at/all');
    const sentence = '/nowhere/at/all cannot be written: there is no such folder. Nothing was left behind.\n';
    expect([code, text]).toEqual([1, sentence]);
  });

  test('no database', async () => {
    const { code, text } = await there.start('backup.ts', {}, [file]).ended;
    expect([code, text]).toEqual([1, expect.stringMatching(/^There is nothing to back up: /)]);
    expect(await readdir(there.dataFolder)).toEqual([]);
  });

  test('a newer version that has upgraded the database', async () => {
    await look(here, async ({ db }) => {
      await sql`create table tomorrow (id text)`.execute(db);
      await sql`insert into kysely_migration (name, timestamp) values ('900-tomorrow', '2027')`.execute(db);
    });
    const { code, text } = await backup();
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(
        /newer version of Satchel \(step 900-tomorrow\)\. Make the backup with that version/,
      ),
    ]);
    expect(text).not.toContain('    at ');
    expect(await leftovers()).toEqual([]);
    await expect(access(file)).rejects.toThrow();
  });

  test('Ctrl-C', async () => {
    const running = here.start('backup.ts', {}, [file]);
    let isOver = false;
    void running.ended.then(() => {
      isOver = true;
    });
    const hasBegun = async () => isOver || (await leftovers()).length === 1;
    await expect.poll(hasBegun, { interval: 5, timeout: 20_000 }).toBe(true);
    const { code } = await running.end('SIGINT');
    // It may have been quicker.
    if (code !== 0) await expect(access(file)).rejects.toThrow();
    expect(await leftovers()).toEqual([]);
  });
});

test('a file whose bytes are gone is named, and the rest is backed up all the same', async () => {
  const { key, filename } = world.files.guide;
  await createKeptBytes(here).remove(key);
  const { code, text } = await backup();
  expect([code, text]).toEqual([1, expect.stringContaining(`! ${filename}: its bytes are missing`)]);
  expect((await checkBackup(file)).contents.missing).toEqual([key]);
});
