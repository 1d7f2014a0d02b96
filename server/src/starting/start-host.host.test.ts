import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#features/sign-in/account-store.ts';
import { contentFolder, smallContent } from '#testing/content-folder.ts';
import { freePort as freePortNumber } from '#testing/free-port.ts';
import { type Programs, preparePrograms } from '#testing/programs.ts';

let programs: Programs;
const start: Programs['start'] = (...how) => programs.start(...how);

beforeEach(async () => {
  programs = await preparePrograms();
});
afterEach(() => programs.dispose());

const freePort = async () => String(await freePortNumber());

const signIn = (address: string, username: string, password: string) =>
  fetch(`${address}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'password', client_id: 'satchel', username, password, scope: 'sales_tool_user' },
    }),
  });

const tableOf = (text: string) =>
  [...text.matchAll(/^ {2}(\S+\.\S+) {2,}(\S+) {2,}/gm)].map(([, name, password]) => ({ name, password }));

describe('the host as a process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends it cleanly within a few seconds, also while a client stays connected',
    async (signal) => {
      const host = start('main.ts', { PORT: await freePort(), DEMO: 'false', HOST: '127.0.0.1' });
      const address = await host.ready();
      await (await fetch(`${address}/healthz`)).text();
      const startedAt = performance.now();
      const { code } = await host.end(signal);
      expect(code).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(5000);
      await expect(fetch(`${address}/healthz`)).rejects.toThrow();
    },
  );

  test('what it and the commands write is for their own user only', async ({ skip }) => {
    if (process.platform === 'win32') skip();
    const content = await contentFolder(await smallContent());
    const data = join(programs.dataFolder, 'data');
    const settings = { PORT: await freePort(), HOST: '127.0.0.1', DATA_FOLDER: data };
    const host = start('main.ts', { ...settings, DEMO: 'false' });
    await host.ready();
    expect((await start('import.ts', settings, [content.path]).ended).code).toBe(0);
    await content.dispose();
    await host.end();
    const names = await readdir(data, { recursive: true });
    const modes = await Promise.all(
      ['', ...names].map(async (name) => {
        const found = await stat(join(data, name));
        return `${name} ${(found.mode & 0o077).toString(8)}`;
      }),
    );
    if (!programs.databaseUrl) expect(names).toContain('satchel.db');
    expect(modes.filter((mode) => !mode.endsWith(' 0'))).toEqual([]);
  });

  test('a start that was killed while importing is made good by the next one', async () => {
    const PORT = await freePort();
    const first = start('main.ts', { PORT });
    await expect.poll(first.said, { interval: 5, timeout: 20_000 }).toContain('channels/learning-lab');
    await first.end('SIGKILL');
    const second = start('main.ts', { PORT });
    const address = await second.ready();
    expect((await signIn(address, 'mei.tanaka', 'velden-mei-2027')).status).toBe(200);
  });

  test('a host that has users of its own gets no demo', async () => {
    const users = await contentFolder({
      'users.yaml':
        '- { name: olga, mail: olga@velden.example, roles: [administrator], password: her-own-password }\n',
    });
    expect((await start('import.ts', {}, [users.path]).ended).code).toBe(0);
    await users.dispose();
    const host = start('main.ts', { PORT: await freePort(), HOST: '127.0.0.1' });
    const address = await host.ready();
    expect((await signIn(address, 'olga', 'her-own-password')).status).toBe(200);
    const { text } = await host.end();
    expect(text).not.toContain('demo');
    expect(text).not.toContain('Nobody can sign in');
  });
});

describe('content without users', () => {
  const own = async () => {
    const { 'users.yaml': _, ...files } = await smallContent();
    return contentFolder(files);
  };
  const titles = async () => {
    const { db, close } = await programs.open();
    const titlesOf = async (table: 'channel' | 'pack' | 'help_page') =>
      (await db.selectFrom(table).select('title').execute()).map(({ title }) => title);
    const found = [await titlesOf('channel'), await titlesOf('pack'), await titlesOf('help_page')];
    await close();
    return found;
  };
  const startOnce = async () => {
    const host = start('main.ts', { PORT: await freePort(), HOST: '127.0.0.1' });
    await host.ready();
    return (await host.end()).text;
  };
  const importOwn = async () => {
    const content = await own();
    expect((await start('import.ts', {}, [content.path]).ended).code).toBe(0);
    await content.dispose();
  };

  test('that somebody imported before the first start stays, and no demo comes over it', async () => {
    await importOwn();
    const said = await startOnce();
    expect(said).not.toContain('demo');
    expect(said).toContain('Nobody can sign in yet: this host has no users. Add one with npm run users');
    expect(await titles()).toEqual([['Shops'], ['The range'], ['Building a pack']]);
  });

  test('that an older version left of a demo is completed by an import of the demo', async () => {
    const PORT = await freePort();
    const first = start('main.ts', { PORT });
    await expect.poll(first.said, { interval: 5, timeout: 20_000 }).toContain('channels/learning-lab');
    await first.end('SIGKILL');
    // An older version kept no mark of what it had begun.
    const { db, close } = await programs.open();
    await db.deleteFrom('setting').where('name', '=', 'demo-import').execute();
    await close();
    expect(await startOnce()).toContain('Nobody can sign in yet');
    expect((await start('import.ts', {}, ['demo']).ended).code).toBe(0);
    const host = start('main.ts', { PORT });
    const address = await host.ready();
    expect((await signIn(address, 'mei.tanaka', 'velden-mei-2027')).status).toBe(200);
  });

  test('stays after a demo that was cut off, too', async () => {
    const PORT = await freePort();
    const first = start('main.ts', { PORT });
    await expect.poll(first.said, { interval: 5, timeout: 20_000 }).toContain('The database is empty');
    await first.end('SIGKILL');
    await importOwn();
    expect(await startOnce()).not.toContain('is imported');
    const [, packs, pages] = await titles();
    expect([packs, pages]).toEqual([
      expect.arrayContaining(['The range']),
      expect.arrayContaining(['Building a pack']),
    ]);
  });
});

describe('the demo', () => {
  // It takes seconds to import, and its tests follow one host through its first days.
  let demo: Programs;
  let PORT: string;
  let address: string;
  let generation: string;
  let printed: string;

  const generationOf = async () => (await (await fetch(`${address}/config.json`)).json()).generation;

  beforeAll(async () => {
    demo = await preparePrograms();
    PORT = await freePort();
    const first = demo.start('main.ts', { PORT });
    address = await first.ready();
    generation = await generationOf();
    // The sign-ins come after the address.
    printed = (await first.end()).text;
  });
  afterAll(() => demo.dispose());

  test('is imported by the first start, which prints address and sign-ins', () => {
    expect(address).toBe(`http://localhost:${PORT}`);
    expect(printed).toContain('The database is empty, so the demo content is imported.');
    expect(tableOf(printed).map(({ name }) => name)).toContain('nora.lindqvist');
  });

  test('is on loopback only as long as its passwords open accounts, and it is said how to change that', () => {
    expect(printed).toMatch(/listening at http:\/\/127\.0\.0\.1/);
    expect(printed).not.toContain('http://0.0.0.0');
    expect(printed).toContain('HOST=0.0.0.0');
  });

  test('is kept by the second start, which is quick', async () => {
    const startedAt = performance.now();
    const second = demo.start('main.ts', { PORT });
    await second.ready();
    // About one second; the rest is for a machine that runs other tests beside this one.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(second.said()).not.toContain('is imported');
    expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'ok' });
    expect(await generationOf()).toBe(generation);
    const signIns = tableOf(printed);
    for (const { name = '', password = '' } of signIns) {
      const answer = await signIn(address, name, password);
      expect([name, answer.status, await answer.json()]).toMatchObject([name, 200, { token_type: 'Bearer' }]);
    }
    const log = second.said();
    expect(log).toContain('"url":"/oauth/token"');
    for (const { password = '' } of signIns) expect(log.split(password)).toHaveLength(2);
    await second.end();
  });

  test('shows no password that was changed', async () => {
    const opened = await demo.open();
    const password_hash = await hashPassword('only nora knows');
    await opened.db
      .updateTable('account')
      .set({ password_hash })
      .where('name', '=', 'nora.lindqvist')
      .execute();
    await opened.close();
    const third = demo.start('main.ts', { PORT });
    await third.ready();
    const names = tableOf((await third.end()).text).map(({ name }) => name);
    expect(names).not.toContain('nora.lindqvist');
    expect(names).toContain('tomas.adeyemi');
  });
});

describe('what keeps it from starting is said in one sentence, with exit code 1', () => {
  const sentences = (text: string) => text.trim().split('\n');

  test('a port that is in use, before anything is imported for it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, text } = await start('main.ts', { PORT: String(port) }).ended;
    other.close();
    expect(code).toBe(1);
    expect(sentences(text)).toEqual([
      expect.stringMatching(new RegExp(`^Port ${port} is already in use\\. `)),
    ]);
  });

  test('a data folder that cannot be written', async () => {
    const file = join(programs.dataFolder, 'file');
    await writeFile(file, '');
    const { code, text } = await start('main.ts', { PORT: '0', DATA_FOLDER: join(file, 'data') }).ended;
    expect(code).toBe(1);
    expect(sentences(text)).toEqual([
      expect.stringMatching(/^The data folder .*file\/data cannot be written \(ENOTDIR\)\. /),
    ]);
  });

  test('a setting with a wrong value', async () => {
    const { code, text } = await start('main.ts', { PORT: 'eighty', BRAND_COLOR: 'green' }).ended;
    expect(code).toBe(1);
    expect(sentences(text)).toEqual([
      expect.stringMatching(/PORT .*BRAND_COLOR \(has to look like #0b703f\)/),
    ]);
  });

  test('a database that does not answer, without its password', async () => {
    const DATABASE_URL = `postgres://satchel:very-secret@127.0.0.1:${await freePort()}/satchel`;
    const { code, text } = await start('main.ts', { PORT: '0', DATABASE_URL }).ended;
    expect(code).toBe(1);
    expect(sentences(text)).toEqual([
      expect.stringMatching(
        /^The database 127\.0\.0\.1:\d+\/satchel of DATABASE_URL cannot be used: nothing answers there\.$/,
      ),
    ]);
  });

  test('a database file that is none', async () => {
    await writeFile(join(programs.dataFolder, 'satchel.db'), 'x'.repeat(5000));
    const { code, text } = await start('main.ts', { PORT: '0', DATABASE_URL: '' }).ended;
    expect(code).toBe(1);
    expect(sentences(text)).toEqual([
      expect.stringMatching(/satchel\.db is damaged or not a database of Satchel\./),
    ]);
  });
});

describe('npm run import', () => {
  test('lets a running host answer everybody meanwhile, and shows them what is new', async () => {
    const host = start('main.ts', {
      PORT: await freePort(),
      HOST: '127.0.0.1',
      DEMO: 'false',
      LOG_LEVEL: 'warn',
    });
    const address = await host.ready();
    const users = await contentFolder(await smallContent());
    expect((await start('import.ts', {}, [users.path]).ended).code).toBe(0);
    await users.dispose();
    const importing = start('import.ts', {}, ['demo']);
    let isOver = false;
    const ended = importing.ended.finally(() => {
      isOver = true;
    });
    const statuses = new Map<number, number>();
    while (!isOver) {
      const { status } = await signIn(address, 'astrid', 'first-password');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect((await ended).code).toBe(0);
    expect([...statuses.keys()]).toEqual([200]);
    expect((await signIn(address, 'nora.lindqvist', 'velden-nora-2027')).status).toBe(200);
  });

  test('ends with 0 when all is well and with 1 when a file could not be taken, after saying what it did', async () => {
    const content = await contentFolder(await smallContent());
    const well = await start('import.ts', {}, [content.path, '--dry-run']).ended;
    expect(well.code).toBe(0);
    expect(well.text).toMatch(
      /This would be: \d+ new, 0 changed, 0 removed, 0 as they were\. Nothing was written\./,
    );
    await content.write({ 'help/bad.md': 'no front matter' });
    const bad = await start('import.ts', {}, [content.path]).ended;
    expect(bad.code).toBe(1);
    expect(bad.text).toContain('  ! help/bad.md: it has to begin with');
    expect(bad.text).toMatch(/\d+ new, 0 changed, .* 1 thing could not be taken/);
    await content.dispose();
  });

  test.each([
    [[], 'Say which folder to import: npm run import -- FOLDER [--dry-run]'],
    [['/nowhere'], '/nowhere cannot be imported: there is no such folder.'],
    [['demo', '--dryrun'], "Unknown option '--dryrun'"],
  ])('%j ends with 1 and a sentence', async (args, sentence) => {
    const { code, text } = await start('import.ts', {}, args).ended;
    expect(code).toBe(1);
    expect(text).toContain(sentence);
    expect(text).not.toContain('    at ');
  });
});
