import { multiplyMessage } from './device-store.ts';
import { HostClient } from './host-client.ts';
import type { HostProcess } from './host-process.ts';
import { expect } from './journey.ts';
import { people } from './people.ts';
import type { Rep } from './rep.ts';

export const guest = {
  firstName: 'Daniel',
  lastName: 'Okafor',
  email: 'guest-1@brightwater.example',
  company: 'Brightwater Cafés',
};

/** The link that a mail or a dialog gives, as the prospect's own browser opens it; empty when there is none. */
export const linkIn = (text: string) => /https?:\/\/[^\s"<>]+\/p\/[A-Za-z0-9_-]{22,64}/.exec(text)?.[0] ?? '';

/** Nora, signed in with her channel, a pack of hers and the worker, at the form from which the pack is sent. */
export async function readyToSend(rep: Rep, host: HostProcess) {
  const pack = await (await HostClient.signIn(host, people.nora)).makePack('Brightwater Cafés');
  await rep.signInToChannel(people.nora);
  await rep.settled();
  await rep.waitForWorker();
  await rep.open(`/packs/${pack.id}/send`);
  await rep.fillRecipient(guest);
  return pack;
}

export const pressSend = (rep: Rep) => rep.page.getByRole('button', { name: 'Send', exact: true }).click();

export const savedForLater = (rep: Rep) =>
  expect(rep.page.getByText('Pack saved for sending when next online')).toBeVisible();

/**
 * So many messages wait on the device, whose host is out of reach. Returns their recipients in the order in which
 * they were written; the app finds all but the first when it starts anew.
 */
export async function queueMessages(rep: Rep, count: number): Promise<string[]> {
  await pressSend(rep);
  await savedForLater(rep);
  return multiplyMessage(rep.page, count);
}
