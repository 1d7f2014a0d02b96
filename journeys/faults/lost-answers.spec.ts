import { expect, test } from '../support/fault-journey.ts';
import { answerWith, to } from '../support/fault-proxy.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { guest, queueMessages, readyToSend } from '../support/outgoing.ts';
import { people } from '../support/people.ts';

const messages = to('POST', '/jsonapi/salestool/message');

test('[F23] a refused message is set aside with its reason and a way out, and the nine behind it go out', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  await readyToSend(rep, host);
  await line.stop();
  const recipients = await queueMessages(rep, 10);
  line.meet((seen) => messages(seen) && seen.body.includes(guest.email), answerWith(422));
  await line.start();
  await rep.page.reload();
  await expectSentOnce({ host, mailbox, person: people.nora }, recipients.slice(1), 45_000);
  await expectTruth(rep, 'Online', 1);
  await expect(rep.page.getByText('Told to answer so (422) - by a test')).toBeVisible();
  await expect(rep.page.getByText(guest.email)).toHaveCount(0);

  line.heal();
  await rep.page.getByRole('button', { name: 'Try again' }).click();
  await expect(rep.page.getByText('Everything is on the server.')).toBeVisible();
  await expectSentOnce({ host, mailbox, person: people.nora }, recipients);
});
