import { deviceRows, putDeviceRows } from './support/device-store.ts';
import { expect, test } from './support/fault-journey.ts';
import { to } from './support/fault-proxy.ts';
import { expectSentOnce } from './support/invariants.ts';
import { lookAgain, nothingToGo } from './support/last-look.ts';
import { guest, pressSend, readyToSend, savedForLater } from './support/outgoing.ts';
import { people } from './support/people.ts';

test('a message that the app sends a second time after all was well is found at the end of its test @long', async ({
  rep,
  host,
  line,
  mailbox,
  context,
}) => {
  await readyToSend(rep, host);
  await line.stop();
  await pressSend(rep);
  await savedForLater(rep);
  const [message] = await deviceRows(rep.page, 'salestool--message');
  const [place] = await deviceRows(rep.page, 'queue');
  await line.start();
  await rep.page.reload();
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);

  const id = crypto.randomUUID();
  const link_token = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');
  await putDeviceRows(rep.page, {
    'salestool--message': [{ ...message, id, link_token }],
    queue: [{ ...place, id }],
  });
  await rep.page.reload();
  await nothingToGo(context.pages());
  await expect(lookAgain()).rejects.toThrow('guest-1');
  expect(line.requests.filter(to('POST', '/jsonapi/salestool/message'))).toHaveLength(2);
});
