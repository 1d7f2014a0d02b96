import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HostClient } from './support/host-client.ts';
import type { HostProcess } from './support/host-process.ts';
import { importChanged } from './support/import-changed.ts';
import { expectSentOnce } from './support/invariants.ts';
import { expect, test } from './support/journey.ts';
import { guest, pressSend, savedForLater } from './support/outgoing.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';

/** A bundle of retail leaves the host, as where an operator imports a folder that holds it no more. */
const withdraw = (host: HostProcess, bundle: string) =>
  importChanged(host, async (folder) => {
    const retail = 'channels/retail-hospitality';
    // Packs of the demo name it, too.
    for (const part of [`${retail}/bundles/${bundle}`, `${retail}/packs`, 'packs'])
      await rm(join(folder, part), { recursive: true });
  });

/** Of a bundle that is withdrawn later. */
async function buildPack(rep: Rep) {
  await rep.buildPack({
    ...{ name: 'Brightwater Cafés', title: 'A word before we meet' },
    ...{ text: 'Dear {{recipient_name}}', bundle: 'M1 Mobile' },
  });
  await rep.settled();
}

async function sendIt(rep: Rep) {
  await rep.page.getByRole('link', { name: 'Back' }).click();
  await rep.page.getByRole('link', { name: 'Send', exact: true }).click();
  await rep.fillRecipient(guest);
  await pressSend(rep);
}

test('[PSEND-22, F23] a message that is refused since its content was withdrawn is corrected in one go, however young the copy of the channel is', async ({
  page,
  host,
  mailbox,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.settled();
  await buildPack(rep);
  await withdraw(host, '02-m1-mobile');

  await sendIt(rep);
  const names = /These items cannot be sent: .*M1 Mobile product sheet \(withdrawn\)/;
  await expect(page.getByRole('dialog', { name: names })).toBeVisible();
  await page.getByRole('button', { name: 'Correct it' }).click();
  await expect(page.getByText(/^The server did not take this message: /)).toHaveText(names);

  await pressSend(rep);
  const question = page.getByRole('dialog', { name: 'Not everything can be sent' });
  await expect(question.getByRole('listitem').filter({ hasText: 'M1 Mobile product sheet' })).toContainText(
    'withdrawn',
  );
  expect(mailbox.accepted).toEqual([]);
  await question.getByRole('button', { name: 'Send without them' }).click();
  await expect(page.getByText('Pack successfully sent!')).toBeVisible();
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
  const client = await HostClient.signIn(host, people.nora);
  const [message] = await client.list('salestool/message');
  expect(JSON.stringify(message?.attributes.pack_snapshot ?? '')).not.toContain('product sheet');
});

test('[PSEND-20, PSEND-22] what is withdrawn while a message waits without a signal does not go out unasked: the message is set aside, and goes without it once somebody says so', async ({
  page,
  host,
  mailbox,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.waitForWorker();
  await buildPack(rep);
  await host.stop();
  await sendIt(rep);
  await savedForLater(rep);
  await page.getByRole('button', { name: 'Finish' }).click();
  await withdraw(host, '02-m1-mobile');
  await host.start();
  await rep.comesBack();
  const refusal = page.getByText(/These items cannot be sent: .*M1 Mobile product sheet \(withdrawn\)/);
  await rep.open('/settings');
  await page.getByRole('tab', { name: /Waiting/ }).click();
  await expect(refusal.first()).toBeVisible({ timeout: 60_000 });
  expect(mailbox.accepted).toEqual([]);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await pressSend(rep);
  const question = page.getByRole('dialog', { name: 'Not everything can be sent' });
  await question.getByRole('button', { name: 'Send without them' }).click();
  await expect(page.getByText('Pack successfully sent!')).toBeVisible();
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
});
