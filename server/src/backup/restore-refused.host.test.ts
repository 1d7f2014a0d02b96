import { open, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '#database/migrations.ts';
import { allRows, prepareRestore, type RestorePlaces } from '#testing/backed-up-host.ts';
import { newSeed } from '#testing/killable-host.ts';
import { BackupRefused } from './backup-format.ts';
import { restoreBackup } from './restore-backup.ts';
import { openArchive } from './write-archive.ts';

let { here, there, file, backup, restore, dispose } = {} as RestorePlaces;
beforeEach(async () => {
  ({ here, there, file, backup, restore, dispose } = await prepareRestore());
});
afterEach(() => dispose());

const seed = newSeed();
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
