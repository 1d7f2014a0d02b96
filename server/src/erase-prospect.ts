// npm run erase-prospect -- MAIL [--dry-run] [--yes]
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Config } from './config.ts';
import { copiesBeside } from './database/copies-beside.ts';
import { type HostDatabase, sqliteFile } from './database/database.ts';
import { forgetDeleted } from './database/forget-deleted.ts';
import {
  eraseEvents,
  eraseMessages,
  type KnownOfProspect,
  knownOfProspect,
} from './features/prospect-pages/erase-store.ts';
import { loadKeys } from './keys.ts';
import { isMailAddress } from './mail/mail-address.ts';
import { removeWrittenMails } from './mail/written-mails.ts';
import { openUpgraded } from './starting/open-parts.ts';
import { readArguments, runCommand, say } from './starting/run-command.ts';
import { StartFailure } from './starting/start-failure.ts';

const usage = 'Say whose data to erase: npm run erase-prospect -- MAIL [--dry-run] [--yes]';

await runCommand(async (config) => {
  const { values, given: address } = readArguments(usage, 1, {
    'dry-run': { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
  });
  if (!isMailAddress(address)) throw new StartFailure(`'${address}' is no mail address. ${usage}`);
  const database = await openUpgraded(config);
  if (!database) {
    say('There is no database yet, so nothing is known of anybody.');
    return 0;
  }
  try {
    const known = await database.read((trx) => knownOfProspect(trx, address, database.dialect));
    for (const line of described(address, known)) say(line);
    const isKnown = known.messageIds.length > 0 || known.events > 0;
    if (values['dry-run']) {
      if (isKnown) say('Nothing was changed.');
      await sayCopies(config, database);
      return 0;
    }
    if (isKnown) {
      if (!values.yes && !(await isMeant(address))) {
        say('Nothing was changed.');
        return 1;
      }
      await erase(config, database, known);
      say('Erased. Backups and the mail server keep their own copies.');
    }
    // Also where nothing is known any more: the command may have been given before, and have ended before this.
    const left = await leftInFiles(config, database);
    if (left) say(left);
    await sayCopies(config, database);
    return left ? 1 : 0;
  } finally {
    await database.close();
  }
});

async function erase(config: Config, database: HostDatabase, known: KnownOfProspect) {
  await eraseEvents(database, known);
  // Before the messages, too: they tell the names, and the command may be interrupted.
  await removeMails(config, known);
  await eraseMessages(database, await loadKeys(database), known.messageIds, Date.now());
  await removeMails(config, known);
}

async function removeMails({ dataFolder }: Config, { messageIds, names }: KnownOfProspect) {
  const folder = join(dataFolder, 'mail');
  for (const id of messageIds) await rm(join(folder, `${id}.eml`), { force: true });
  await removeWrittenMails(folder, names);
}

async function sayCopies({ dataFolder }: Config, database: HostDatabase) {
  const copies = await copiesBeside(database, dataFolder);
  if (copies.length === 0) return;
  say('These copies of the database were not looked at. Delete them when you no longer need them:');
  for (const copy of copies) say(`  ${copy}`);
}

/** Why the files of the database may still hold what was erased, in words; undefined when they do not. */
async function leftInFiles({ dataFolder }: Config, database: HostDatabase) {
  const file = sqliteFile(dataFolder);
  const left = `it and ${file}-wal may still hold what was erased`;
  try {
    if (await forgetDeleted(database, dataFolder)) return undefined;
    return `! ${file} was in use all the time: ${left}. Give the command again later.`;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (!code.startsWith('SQLITE_')) throw error;
    return `! ${file} could not be written anew (${code}): ${left}.
  For a while that takes twice the room of the file in its folder. Free some, and give the command again.`;
  }
}

function counted(count: number, one: string) {
  return `  ${count} ${one}${count === 1 ? '' : 's'}`;
}

function described(address: string, { messageIds, mails, visits, events, packs }: KnownOfProspect) {
  const named = packs.map(({ title, owner }) => `  ${title} (${owner ?? 'of the channel'})`);
  const inPacks =
    named.length > 0 ? ['These packs name the address. They belong to their makers and stay:', ...named] : [];
  if (messageIds.length === 0 && events === 0) return [`No message went to ${address}.`, ...inPacks];
  return [
    `Known of ${address}:`,
    counted(messageIds.length, 'message'),
    counted(mails, 'mail'),
    counted(visits, 'visit'),
    counted(events, 'event'),
    ...inPacks,
  ];
}

/** Asks a person; where there is none, says how to mean it. */
async function isMeant(address: string) {
  if (!process.stdin.isTTY) throw new StartFailure('Nobody is there to ask. Say --yes to erase.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question('This cannot be undone. Type the address again to erase: ');
    return answer.trim().toLowerCase() === address.toLowerCase();
  } finally {
    terminal.close();
  }
}
