import { expect, test } from '../support/fault-journey.ts';
import { answerWith, type Fault, hang, type SeenRequest, to } from '../support/fault-proxy.ts';
import { askForTokens } from '../support/host-client.ts';
import { expectTruth, sessionOf } from '../support/invariants.ts';
import { pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import type { Rep } from '../support/rep.ts';

const data = to('*', '/jsonapi/');
const tokens = to('POST', '/oauth/token');
const refused = answerWith(401);

const refresh = (rep: Rep) => rep.page.getByRole('button', { name: 'Refresh', exact: true }).click();

/** Calls that carry this token. */
const bearing =
  (token: string) =>
  ({ headers }: SeenRequest) =>
    headers.authorization === `Bearer ${token}`;

test('[F16] a stolen renewal token that is used later still ends the session @long', async ({
  rep,
  host,
  line,
}) => {
  await rep.signInToChannel(people.nora);
  const stolen = await sessionOf(rep);
  for (const turn of [1, 2]) {
    const { token = '' } = (await sessionOf(rep)) ?? {};
    const lift = line.meet(bearing(token), refused);
    await refresh(rep);
    await expect.poll(async () => (await sessionOf(rep))?.token, `renewal ${turn}`).not.toBe(token);
    lift();
  }
  const replay = () =>
    askForTokens(host, { grant_type: 'refresh_token', refresh_token: stolen?.refreshToken ?? '' });
  await expect
    .poll(async () => (await replay()).status, { timeout: 60_000, intervals: [5000] })
    .toBeGreaterThanOrEqual(400);
  const { token = '' } = (await sessionOf(rep)) ?? {};
  line.meet(bearing(token), refused);
  await refresh(rep);
  await expect(
    rep.page.getByText('Unable to refresh the server security token. Please sign in again'),
  ).toBeVisible();
});

for (const status of [401, 403]) {
  test(`[F17] a host that answers ${status} for ever is asked three times at most, and what is here stays usable`, async ({
    rep,
    line,
  }) => {
    await rep.signInToChannel(people.nora);
    await expect(rep.connection).toHaveAccessibleName('Online');
    line.meet(data, answerWith(status));
    line.requests.length = 0;
    await refresh(rep);
    await expect(rep.page.getByRole('alert').first()).toBeVisible({ timeout: 5000 });
    const asked = () => line.requests.filter((seen) => data(seen) || tokens(seen));
    expect(asked().length).toBeLessThanOrEqual(3);
    expect(line.requests.filter(tokens)).toHaveLength(1);
    await expect(rep.heading).toHaveText('Retail & Hospitality');
    await expect(rep.page.getByText(/\d+ bundles?, \d+ files/)).toBeVisible();
    expect(asked().length).toBeLessThanOrEqual(3);
  });
}

const deadEnds: [string, string, Fault | null][] = [
  ['is out of reach', ' @long', null],
  ['answers 500 to everything', ' @long', answerWith(500)],
  ['answers nothing', '', hang],
];

for (const [situation, tag, fault] of deadEnds) {
  test(`[F18] signing out while the host ${situation} ends the session here within 5 s, keeps unsent work, and shows the next user none of it${tag}`, async ({
    rep,
    host,
    line,
    mailbox,
  }) => {
    await readyToSend(rep, host);
    await line.stop();
    await pressSend(rep);
    await savedForLater(rep);
    await rep.page.getByRole('button', { name: 'Finish' }).click();
    if (fault) {
      line.meet(to('POST', '/jsonapi/'), fault);
      await line.start();
      await rep.page.reload();
      await expect(rep.connection).toHaveAccessibleName(/^(Online|Uploading)/, { timeout: 20_000 });
      line.meet(to('*', '/'), fault);
    }
    await rep.open('/user/logout');
    await expect.poll(() => sessionOf(rep), { timeout: 5000 }).toBeNull();
    await expect(rep.page.getByRole('heading', { name: 'Signing out...' })).toBeHidden({ timeout: 5000 });

    line.heal();
    if (!fault) await line.start();
    await rep.signInToChannel(people.ines);
    await expectTruth(rep, 'Online', 0);
    await rep.open('/packs');
    await expect(rep.heading).toHaveText('Packs');
    await expect(rep.page.getByText('Brightwater Cafés')).toHaveCount(0);
    expect(mailbox.accepted).toEqual([]);

    await rep.open('/user/logout');
    await expect(rep.page.getByText('You have been signed out')).toBeVisible();
    await rep.signIn(people.nora);
    await expect.poll(() => mailbox.accepted.length, { timeout: 30_000 }).toBe(1);
  });
}
