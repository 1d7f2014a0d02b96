import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { programEnvironment } from '#testing/host-process.ts';
import { type KillableHost, type KillableHosts, prepareKillableHosts } from '#testing/killable-host.ts';
import { browser, sessionIn, snapshot, textSection } from '#testing/prospect.ts';
import { sendPack } from '#testing/send-pack.ts';

let hosts: KillableHosts;
let host: KillableHost;
beforeAll(async () => {
  hosts = await prepareKillableHosts();
  host = await hosts.start();
});
afterAll(() => hosts.stop());

const daniel = 'Daniel.Okafor@brightwater.example';
const words = snapshot([textSection('For Daniel Okafor', '<p>Dear Daniel</p>')], 'Okafor of Brightwater');

/** Runs the command as an operator does, while the host runs; answers its exit code and what it said. */
const erase = (...given: string[]) => eraseBy([], ...given);

async function eraseBy(command: readonly string[], ...given: string[]) {
  const program = join(import.meta.dirname, '../../erase-prospect.ts');
  const [first = '', ...others] = [...command, process.execPath, program, ...given];
  const child = spawn(first, others, {
    env: { ...programEnvironment, ...hosts.settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'close');
  return { code, said };
}

const send = (attributes: Record<string, unknown>) =>
  sendPack(host.nora, {
    packId: hosts.world.packs.nora.id,
    attributes: { pack_snapshot: words, memo: 'Okafor haggles', ...attributes },
  });

async function read(token: string) {
  const html = await (await fetch(`${host.url}/p/${token}`, { headers: browser })).text();
  const started = performance.now();
  while (performance.now() - started < 1100) await fetch(`${host.url}/healthz`);
  await fetch(`${host.url}/p/${token}/views`, {
    method: 'POST',
    headers: { ...browser, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ session: sessionIn(html), attended: true },
      totals: { visible_ms: 1050, medias: {}, sections: { 0: 1000 } },
    }),
  });
}

const everything = () =>
  hosts.look(async ({ db }) => ({
    messages: await db.selectFrom('message').selectAll().orderBy('id').execute(),
    mails: await db.selectFrom('outbox').selectAll().orderBy('id').execute(),
    visits: await db.selectFrom('view_session').selectAll().orderBy('id').execute(),
    parts: await db.selectFrom('view_part').selectAll().execute(),
    events: await db.selectFrom('event').selectAll().orderBy('id').execute(),
  }));

const log = async () =>
  (await (await host.nora(`/salestool/packlog/${hosts.world.packs.nora.id}?page[size]=0`)).json()).results;

test('what is known of a prospect is shown, then erased while the host runs: the sender’s figures stay, the link is nobody’s', async () => {
  const mailed = await send({ email: daniel, sent: true });
  await hosts.settled();
  // As a client may have taken it from somewhere.
  const link = await send({ email: ` ${daniel.toLowerCase()} ` });
  const other = await send({ email: 'somebody@else.example', first_name: 'Else' });
  await read(mailed.token);
  await hosts.look(({ db }) =>
    db
      .insertInto('event')
      .values({
        ...{ id: newUuid(), event_type_id: 10, account_id: hosts.world.people.nora.id },
        ...{ description: 'Sent to Daniel Okafor', date: 1, received: 1, message_id: mailed.id },
        ...{ channel_id: null, media_id: null, pack_id: null },
      })
      .execute(),
  );
  const before = await everything();
  const rows = (await log()).map(({ opened, delivery, kind }: Record<string, unknown>) => ({
    ...{ opened, delivery, kind },
  }));
  expect(rows.map(({ opened }: { opened: number }) => opened).sort()).toEqual([0, 0, 1]);

  const shown = await erase(daniel.toUpperCase(), '--dry-run');
  expect([shown.code, shown.said]).toEqual([
    0,
    expect.stringMatching(/2 messages\n\s+1 mail\n\s+1 visit\n\s+1 event/),
  ]);
  expect(await everything()).toEqual(before);
  const unsure = await erase(daniel);
  expect([unsure.code, unsure.said]).toEqual([1, expect.stringContaining('Say --yes to erase')]);
  expect(await everything()).toEqual(before);

  const done = await erase(daniel, '--yes');
  expect([done.code, done.said]).toEqual([0, expect.stringContaining('Erased.')]);
  const after = await everything();
  const left = JSON.stringify({ ...after, messages: after.messages.filter(({ id }) => id !== other.id) });
  expect(left).not.toMatch(/daniel|okafor|brightwater|haggles|eleven counters/i);
  expect(left).not.toContain('desktop');
  expect(after.parts).toEqual([]);
  expect(after.messages.find(({ id }) => id === other.id)).toEqual(
    before.messages.find(({ id }) => id === other.id),
  );

  expect(await (await host.nora(`/jsonapi/salestool/message/${mailed.id}`)).text()).not.toMatch(
    /daniel|okafor/i,
  );
  expect(
    (await log()).map(({ opened, delivery, kind }: Record<string, unknown>) => ({ opened, delivery, kind })),
  ).toEqual(rows);
  const page = async (token: string) => {
    const answer = await fetch(`${host.url}/p/${token}`, { headers: browser });
    return [answer.status, (await answer.text()).replace(/nonce="[^"]*"/g, '')];
  };
  const nobody = await page(makeLinkToken());
  for (const { token } of [mailed, link]) expect(await page(token)).toEqual(nobody);
  expect((await page(other.token))[0]).toBe(200);
  expect((await erase(daniel, '--yes')).said).toContain('No message went to');
}, 60_000);

test('what a device still has of an erased message comes back neither as a change of it nor as a new one', async () => {
  const address = 'ana@harbour.example';
  const said = { email: address, first_name: 'Ana', last_name: 'Kos', company: 'Harbour' };
  const { id, token } = await send(said);
  expect((await erase(address, '--yes')).code).toBe(0);
  const before = await everything();
  const change = (attributes: Record<string, unknown>) =>
    host.nora(`/jsonapi/salestool/message/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': jsonApiMediaType },
      body: JSON.stringify({ data: { type: 'salestool--message', id, attributes } }),
    });
  for (const attributes of [{ ...said, link_max_views: 9 }, { memo: 'Kos' }, { link_revoked: false }]) {
    const answer = await change(attributes);
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('was erased')]);
  }
  const again = send({ ...said, link_token: token, sent: true, delivery: 'sent' });
  await expect(again).rejects.toThrow('The message was refused: 410');
  expect(await everything()).toEqual(before);
}, 30_000);

test('what a device tells late of an erased message is kept without words', async () => {
  const address = 'iva@harbour.example';
  const gone = await send({ email: address, first_name: 'Iva', last_name: 'Babic' });
  const other = await send({ email: 'somebody@else.example', first_name: 'Else' });
  expect((await erase(address, '--yes')).code).toBe(0);
  const events = [gone, other].map(({ id: message_id }) => ({
    ...{ type: 'salestool--log', id: newUuid() },
    attributes: { event_type_id: 10, description: 'Sent to Iva Babic', date: 1_763_000_000, message_id },
  }));
  const answer = await host.nora('/salestool/log', {
    method: 'POST',
    headers: { 'content-type': jsonApiMediaType },
    body: JSON.stringify({ data: events }),
  });
  expect(await answer.json()).toEqual(events.map(({ id }) => ({ status: 'ok', id })));
  const kept = (await everything()).events;
  const words = events.map(({ id }) => kept.find((event) => event.id === id)?.description);
  expect(words).toEqual([null, 'Sent to Iva Babic']);
}, 30_000);

test('a mail that has not left yet is erased with its message and never leaves', async () => {
  hosts.receiver.behave(() => ({ refuse: 450 }));
  const waiting = await send({ email: 'late@brightwater.example', sent: true });
  const { code, said } = await erase('late@brightwater.example', '--yes');
  expect([code, said]).toEqual([0, expect.stringContaining('Erased.')]);
  hosts.receiver.behave(() => 'accept');
  const { messages, mails } = await everything();
  expect(messages.find(({ id }) => id === waiting.id)).toMatchObject({ delivery: 'failed', email: null });
  expect(mails.filter(({ message_id }) => message_id === waiting.id)).toEqual([]);
  expect(hosts.acceptedOf(waiting.id)).toBe(0);
}, 30_000);

test('what names the prospect elsewhere goes too: a notice that waits, mails written to files, events about no message', async () => {
  const { nora } = hosts.world.people;
  const mila = 'mila@harbour.example';
  const milas = { email: mila, first_name: 'Mila', last_name: 'Horvat', company: 'Harbour' };
  await hosts.look(({ db }) =>
    db.updateTable('account').set({ notify_opens: 1 }).where('id', '=', nora.id).execute(),
  );
  hosts.receiver.behave(() => ({ refuse: 450 }));
  await read((await send(milas)).token);
  const of = { account_id: nora.id, event_type_id: 10, date: 1, received: 1, message_id: null };
  const about = { ...of, channel_id: null, media_id: null, pack_id: null };
  const events = ['Called MILA HORVAT', `Wrote to ${mila}`, 'Called Milan'].map((description) => ({
    ...{ id: newUuid(), ...about, description },
  }));
  await hosts.look(({ db }) => db.insertInto('event').values(events).execute());
  const folder = join(hosts.settings.DATA_FOLDER, 'mail');
  await mkdir(folder, { recursive: true });
  const mail = (subject: string) =>
    `From: satchel@velden.example\r\nTo: nora@velden.example\r\nSubject: ${subject}\r\n\r\nHello\r\n`;
  await writeFile(
    join(folder, 'a.eml'),
    mail('=?UTF-8?Q?Mila_Horvat=2C_Harbour_has_opened_=E2=80=9CCaf=C3=A9?='),
  );
  await writeFile(join(folder, 'b.eml'), mail('Milan has opened the pack'));
  const notices = async () => (await everything()).mails.filter(({ kind }) => kind === 'notice');
  expect((await notices()).map(({ content }) => content.includes('Mila Horvat'))).toEqual([true]);

  const shown = await erase(mila, '--dry-run');
  expect(shown.said).toMatch(/1 message\n\s+1 mail\n\s+1 visit\n\s+2 events/);
  expect((await erase(mila, '--yes')).code).toBe(0);
  hosts.receiver.behave(() => 'accept');
  expect(await notices()).toEqual([]);
  expect(await readdir(folder)).toEqual(['b.eml']);
  const left = await everything();
  expect(JSON.stringify(left)).not.toMatch(/mila@|mila horvat/i);
  expect(left.events.map(({ description }) => description)).toContain('Called Milan');
}, 30_000);

const fileOf = (end: string) => join(hosts.settings.DATA_FOLDER, `satchel.db${end}`);

/** Which files of the database hold it: by the ends of their names. */
async function inFiles(words: RegExp) {
  const held: string[] = [];
  for (const end of ['', '-wal']) if (words.test(await readFile(fileOf(end), 'latin1'))) held.push(end);
  return held;
}

test('nothing of the prospect is left in the files of the database', async ({ skip }) => {
  // There they are not ours to look into.
  if ('DATABASE_URL' in hosts.settings) skip();
  const address = 'petra@quayside.example';
  const petras = { email: address, first_name: 'Petra', last_name: 'Vidmar', company: 'Quayside' };
  for (let count = 0; count < 5; count++) await send({ ...petras, sent: true });
  await hosts.settled();
  const said = (await erase(address, '--yes')).said.split('\n');
  expect(await inFiles(/petra|vidmar|quayside/i)).toEqual([]);
  expect(said.slice(-2)).toEqual(['Erased. Backups and the mail server keep their own copies.', '']);
}, 60_000);

/** What versions that did not overwrite it have left in the file. */
function leaveDeleted(name: string) {
  const file = new Sqlite(fileOf(''));
  file.pragma('secure_delete = off');
  const insert = file.prepare('insert into setting (name, value) values (?, ?)');
  for (let count = 0; count < 100; count++) insert.run(`${name} ${count}`, 'x'.repeat(1000));
  file.exec(`delete from setting where name like '${name} %'`);
  file.pragma('wal_checkpoint(truncate)');
  file.close();
}

test('nothing is left in the file of what earlier versions have deleted, and everything else is as it was', async ({
  skip,
}) => {
  if ('DATABASE_URL' in hosts.settings) skip();
  const address = 'tereza@quayside.example';
  await send({ email: address, first_name: 'Tereza', last_name: 'Maly' });
  leaveDeleted('Tereza Maly');
  expect(await inFiles(/Tereza Maly 7/)).toEqual(['']);
  const packs = () => hosts.look(({ db }) => db.selectFrom('pack').selectAll().orderBy('id').execute());
  const before = await packs();
  expect((await erase(address, '--yes')).code).toBe(0);
  expect(await inFiles(/Tereza Maly/)).toEqual([]);
  expect(await packs()).toEqual(before);
  // Once it is erased, what an older version has deleted since goes by the same command.
  leaveDeleted('Tereza Maly');
  expect((await erase(address)).code).toBe(0);
  expect(await inFiles(/Tereza Maly/)).toEqual([]);
}, 60_000);

test('a file that nobody lets the command write anew, or that has no room for it, is said to hold it still', async ({
  skip,
}) => {
  if ('DATABASE_URL' in hosts.settings || process.platform === 'win32') return skip();
  const nobody = 'nobody@quayside.example';
  // The same refusal as of a full disk, for one process.
  const small = await eraseBy(['sh', '-c', 'ulimit -f 100; exec "$@"', 'sh'], nobody);
  expect([small.code, small.said]).toEqual([
    1,
    expect.stringMatching(
      /could not be written anew \(SQLITE_\w+\): .*Free some, and give the command again/s,
    ),
  ]);
  const writer = new Sqlite(fileOf(''));
  writer.exec('begin immediate');
  const busy = await erase(nobody);
  writer.close();
  expect([busy.code, busy.said]).toEqual([1, expect.stringContaining('was in use all the time')]);
  expect((await erase(nobody)).code).toBe(0);
}, 60_000);

test('an erasure whose files were in use ends with 1 until a repetition has emptied them', async ({
  skip,
}) => {
  if ('DATABASE_URL' in hosts.settings) skip();
  const address = 'veronika@quayside.example';
  await send({ email: address, first_name: 'Veronika', last_name: 'Simic' });
  // As a backup does.
  const reader = new Sqlite(fileOf(''));
  reader.exec('begin; select count(*) from message');
  for (const said of ['Erased.', 'No message went to']) {
    const inUse = await erase(address, '--yes');
    expect([inUse.code, inUse.said]).toEqual([
      1,
      expect.stringMatching(new RegExp(`${said}.*was in use`, 's')),
    ]);
  }
  expect(await inFiles(/veronika/i)).toContain('-wal');
  expect(await erase(address, '--dry-run')).toEqual({ code: 0, said: `No message went to ${address}.\n` });
  reader.close();
  expect(await erase(address, '--yes')).toEqual({ code: 0, said: `No message went to ${address}.\n` });
  expect(await inFiles(/veronika|simic/i)).toEqual([]);
}, 60_000);

test('copies of the database that a restore has put beside it are named', async () => {
  const { DATA_FOLDER } = hosts.settings;
  const address = 'ruben@quayside.example';
  await send({ email: address });
  const aside = join(DATA_FOLDER, 'before-restore-20261101120000');
  await mkdir(aside);
  await writeFile(join(aside, 'satchel.db'), '');
  await mkdir(join(DATA_FOLDER, 'before-restore-20261101130000', 'files'), { recursive: true });
  const copies = [aside];
  if ('DATABASE_URL' in hosts.settings) {
    await hosts.look(({ db }) => sql`create schema satchel_before_20261101120000`.execute(db));
    copies.push('the schema satchel_before_20261101120000 of the database');
  }
  const named = [expect.stringContaining('Delete them'), ...copies.map((copy) => `  ${copy}`), ''];
  // Known here, and then only there.
  for (let time = 0; time < 2; time++) {
    const { code, said } = await erase(address, '--yes');
    expect([code, said.split('\n').slice(-named.length)]).toEqual([0, named]);
  }
}, 30_000);

test('a pack that named the prospect in an earlier version is listed', async () => {
  const { id } = hosts.world.packs.nora;
  const save = (notes: string) =>
    host.nora(`/jsonapi/salestool/pack/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': jsonApiMediaType },
      body: JSON.stringify({ data: { type: 'salestool--pack', id, attributes: { notes } } }),
    });
  expect((await save('For Eva@harbour.example')).status).toBe(200);
  expect((await save('For nobody')).status).toBe(200);
  expect((await erase('eva@harbour.example', '--dry-run')).said).toContain('Café Linnea');
}, 30_000);

test('tables of a newer version are refused in a sentence: more may be known there', async () => {
  const address = 'nina@quayside.example';
  await send({ email: address });
  const step = '900-tomorrow';
  await hosts.look(({ db }) =>
    sql`insert into kysely_migration (name, timestamp) values (${step}, '2027')`.execute(db),
  );
  const before = await everything();
  try {
    const { code, said } = await erase(address, '--yes');
    expect([code, said]).toEqual([
      1,
      expect.stringContaining('newer version of Satchel (step 900-tomorrow)'),
    ]);
    expect(await everything()).toEqual(before);
  } finally {
    await hosts.look(({ db }) => sql`delete from kysely_migration where name = ${step}`.execute(db));
  }
}, 30_000);

test('what is no mail address is refused in a sentence', async () => {
  const { code, said } = await erase('Daniel');
  expect([code, said]).toEqual([1, expect.stringContaining("'Daniel' is no mail address.")]);
});
