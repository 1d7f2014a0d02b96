import type { SmtpReceiver } from '@satchel/server/src/testing/smtp-receiver.ts';
import { HostClient } from './host-client.ts';
import type { HostProcess } from './host-process.ts';
import { expect } from './journey.ts';
import { lookAgainAtTheEnd } from './last-look.ts';
import type { Person } from './people.ts';
import type { Rep } from './rep.ts';

const sorted = (list: Iterable<unknown>) => [...list].map(String).sort();

/**
 * I1, I2: each of these recipients' messages is on the host once and left once as a mail, and nobody else got one; now, and
 * still when the test is over, the windows that are still open have nothing more to send and the host no more to mail.
 * @param timeout ms until the last has arrived
 */
export async function expectSentOnce(
  { host, mailbox, person }: { host: HostProcess; mailbox: SmtpReceiver; person: Person },
  recipients: readonly string[],
  timeout = 15_000,
) {
  const client = await HostClient.signIn(host, person);
  const mailsTo = () => sorted(mailbox.accepted.flatMap(({ to }) => to));
  const stored = () => client.list('salestool/message');
  const expectOnTheHost = async () =>
    expect(sorted((await stored()).map(({ attributes }) => attributes.email))).toEqual(sorted(recipients));
  const expectUnlike = () => {
    const ids = mailbox.accepted.map(({ messageId }) => messageId);
    expect(new Set(ids).size, 'Message-IDs').toBe(ids.length);
  };
  await expect.poll(mailsTo, { timeout, message: 'the mails that left' }).toEqual(sorted(recipients));
  await expectOnTheHost();
  expectUnlike();
  lookAgainAtTheEnd(host, async () => {
    if (host.isRunning) {
      const toBeMailed = async () =>
        (await stored()).filter(({ attributes }) => attributes.delivery === 'queued');
      await expect.poll(toBeMailed, 'what the host is still to mail').toEqual([]);
      await expectOnTheHost();
    }
    expect(mailsTo(), 'the mails that have left at the end').toEqual(sorted(recipients));
    expectUnlike();
  });
}

/** I3: within 5 s the header says how things stand, and the app can be used. */
export async function expectTruth(rep: Rep, state: 'Online' | 'Offline', waiting: number) {
  const shown = state === 'Online' ? '(Online|Downloading(, \\d+ %)?)' : state;
  const words = new RegExp(`^${shown}${waiting > 0 ? `, ${waiting} still waiting` : ''}$`);
  // How long a device takes to start is another matter.
  await expect(rep.connection).toBeVisible({ timeout: 30_000 });
  await expect(rep.connection).toHaveAccessibleName(words, { timeout: 5000 });
  // In a window behind others a press is done at once, but a busy browser may tell the driver many seconds later.
  await rep.page.bringToFront();
  await rep.open('/settings');
  await rep.page.getByRole('tab', { name: /Waiting/ }).click({ timeout: 5000 });
  const rows = rep.page.getByRole('table').getByRole('row', { name: /Message|Link|Pack|Signature/ });
  await expect(rows).toHaveCount(waiting, { timeout: 5000 });
}

/** The tokens and the user that this window holds; null when nobody is signed in. */
export const sessionOf = (rep: Rep): Promise<{ token: string; refreshToken: string } | null> =>
  rep.page.evaluate(() => {
    const kept = localStorage.getItem('satchel-session');
    return kept === null ? null : JSON.parse(kept).state.tokens;
  });
