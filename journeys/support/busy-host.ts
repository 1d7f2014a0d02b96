import { deviceRows, putDeviceRows } from './device-store.ts';
import { answerWith, type FaultProxy, to } from './fault-proxy.ts';
import { expect } from './journey.ts';
import { pressSend } from './outgoing.ts';
import type { Rep } from './rep.ts';

/** In seconds; longer than any journey lasts. */
const restOfTheHost = '1800';

/**
 * The message in the form waits on the device although the host can be reached: it has asked for time. Whatever befalls the
 * app from now on befalls it, too, and nothing of it goes before `hostHasTime`.
 */
export async function sendToBusyHost(rep: Rep, line: FaultProxy) {
  // On a slow machine they are on their way for longer than anything is waited for below.
  await rep.picturesKept();
  const busy = answerWith(503, { 'retry-after': restOfTheHost });
  line.meet(to('POST', '/jsonapi/salestool/message'), busy, { times: 1 });
  await pressSend(rep);
  await expect(rep.page.getByRole('heading', { name: /^The pack was saved locally but/ })).toBeVisible();
  await expect(rep.connection).toHaveAccessibleName('Online, 1 still waiting');
}

/** The time that the host asked for is over when the app starts anew. */
export async function hostHasTime(rep: Rep) {
  const [row] = await deviceRows(rep.page, 'queue');
  await putDeviceRows(rep.page, { queue: [{ ...row, notBefore: 0 }] });
  await rep.page.reload();
}
