import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ComposedMail } from './compose-mail.ts';
import { createFolderTransport } from './transport.ts';
import { removeWrittenMails } from './written-mails.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-mails-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const envelope = { from: 'packs@velden.example', to: 'ann@fjord.example' };

/** As a disk takes it that is full by then. */
async function* halfOfAMail() {
  yield 'Subject: Your terminals\r\n';
  throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
}

test('a mail that the disk does not take has not left, and nothing of it stays there', async () => {
  const bytes = halfOfAMail() as unknown as ComposedMail['bytes'];
  let isMarked = false;
  const mark = async () => {
    isMarked = true;
  };
  await expect(createFolderTransport(folder).send('1', { envelope, bytes }, mark)).rejects.toThrow(
    'no space',
  );
  expect([isMarked, await readdir(folder)]).toEqual([false, []]);
});

test('a mail that is no longer this worker’s to send is not there', async () => {
  const bytes = Buffer.from('Subject: Your terminals\r\n\r\nDear Ann\r\n');
  const mark = () => Promise.reject(new Error('not ours'));
  await expect(createFolderTransport(folder).send('1', { envelope, bytes }, mark)).rejects.toThrow(
    'not ours',
  );
  expect(await readdir(folder)).toEqual([]);
});

test('what a power cut left of a mail is erased with its recipient, too', async () => {
  const mailTo = (address: string) => `To: ${address}\r\nSubject: Your terminals\r\n\r\nHello`;
  await writeFile(join(folder, '.5a3f.part'), mailTo('ann@fjord.example'));
  await writeFile(join(folder, '.77b1.part'), mailTo('mia@fjord.example'));
  await removeWrittenMails(folder, ['ann@fjord.example']);
  expect(await readdir(folder)).toEqual(['.77b1.part']);
});
