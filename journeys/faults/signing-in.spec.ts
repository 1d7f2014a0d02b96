import type { SmtpReceiver } from '@satchel/server/src/testing/smtp-receiver.ts';
import { hostHasTime, sendToBusyHost } from '../support/busy-host.ts';
import { expect, test } from '../support/fault-journey.ts';
import {
  answerWith,
  type Fault,
  type FaultProxy,
  hang,
  type SeenRequest,
  swallowAnswer,
  to,
} from '../support/fault-proxy.ts';
import { askForTokens } from '../support/host-client.ts';
import type { HostProcess } from '../support/host-process.ts';
import { expectSentOnce, expectTruth, sessionOf } from '../support/invariants.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import { Rep } from '../support/rep.ts';

interface FaultFixtures {
  rep: Rep;
  host: HostProcess;
  line: FaultProxy;
  mailbox: SmtpReceiver;
}

const data = to('*', '/jsonapi');
const isEntry = ({ path }: SeenRequest) => /^\/jsonapi\/?(\?|$)/.test(path);
const messages = to('POST', '/jsonapi/salestool/message');
const whoIsIt = to('GET', '/oauth/api/me');
const tokens = to('POST', '/oauth/token');
const refused = answerWith(401);

const refreshButton = (rep: Rep) => rep.page.getByRole('button', { name: 'Refresh', exact: true });
const refresh = (rep: Rep) => refreshButton(rep).click();

/** Calls that carry this token. */
const bearing =
  (token: string) =>
  ({ headers }: SeenRequest) =>
    headers.authorization === `Bearer ${token}`;

test('[F15] when the token ends in all windows at once, one of them sending, it is renewed once, every call is made again, and nobody is signed out', async ({
  rep,
  host,
  line,
  mailbox,
  context,
}) => {
  await readyToSend(rep, host);
  const others: Rep[] = [];
  while (others.length < 2) {
    const other = new Rep(await context.newPage());
    others.push(other);
    await other.page.goto('/');
    await expect(other.page.getByText(/\d+ bundles?, \d+ files/)).toBeVisible();
    await other.settled();
  }
  const before = await sessionOf(rep);
  const isOld = bearing(before?.token ?? '');
  line.meet(isOld, refused);
  line.requests.length = 0;
  // Nothing is renewed before every window has met the refusal.
  const windowsRefused = Promise.withResolvers<void>();
  line.meet(tokens, async ({ ask, pass }) => {
    await windowsRefused.promise;
    pass(await ask());
  });
  await Promise.all([pressSend(rep), ...others.map(refresh)]);
  await expect.poll(() => line.requests.filter(isOld).filter(isEntry).length).toBe(others.length);
  await expect.poll(() => line.requests.filter(isOld).filter(messages).length).toBe(1);
  windowsRefused.resolve();
  await expect(rep.page.getByText('Pack successfully sent!')).toBeVisible();
  for (const each of others) await expect(refreshButton(each)).toBeEnabled();
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
  for (const each of [rep, ...others]) await expectTruth(each, 'Online', 0);
  expect(line.requests.filter(tokens)).toHaveLength(1);
  const after = await sessionOf(rep);
  expect(after?.token).not.toBe(before?.token);
  const old = line.requests.filter(isOld);
  const again = line.requests.filter(bearing(after?.token ?? ''));
  for (const { path } of old) expect(again.map((seen) => seen.path)).toContain(path);
  expect(again.filter(({ status }) => ![200, 201, 304].includes(status ?? 0))).toEqual([]);
});

test('[F16] when the answer of a renewal is lost the next try succeeds, nobody is signed out, and what was sent goes once', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  await readyToSend(rep, host);
  const before = await sessionOf(rep);
  line.meet(bearing(before?.token ?? ''), refused);
  // As long as somebody looks: the browser and the app try again by themselves.
  const lift = line.meet(tokens, swallowAnswer);
  await pressSend(rep);
  await savedForLater(rep);
  lift();
  const lost = line.requests.filter(tokens).length;
  await rep.open('/');
  await expect(async () => {
    await refresh(rep);
    await expect.poll(async () => (await sessionOf(rep))?.token).not.toBe(before?.token);
  }).toPass({ intervals: [1000], timeout: 40_000 });
  expect(lost).toBeGreaterThan(0);
  expect(line.requests.filter(tokens).length).toBeGreaterThan(lost);
  await expect(rep.page.getByText('Please sign in again')).toHaveCount(0);
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
  await expectTruth(rep, 'Online', 0);
});

const askedToSignIn = (rep: Rep) =>
  rep.page.getByRole('alert').filter({
    hasText: 'Unable to refresh the server security token. Please sign in again',
  });

/** Whoever has to signs in, and what waited meanwhile goes once. */
async function signInAndSend({ rep, host, line, mailbox }: FaultFixtures) {
  await rep.page.getByRole('alert').getByRole('button', { name: 'Login' }).click();
  await expect(rep.page.getByLabel('Username or email')).toBeVisible();
  line.heal();
  await rep.fillLogin(people.nora);
  await expectTruth(rep, 'Online', 1);
  await sendWhatWaits({ rep, host, mailbox });
}

async function sendWhatWaits({ rep, host, mailbox }: Omit<FaultFixtures, 'line'>) {
  expect(mailbox.accepted).toEqual([]);
  await hostHasTime(rep);
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
  await expectTruth(rep, 'Online', 0);
}

test('[F16] a stolen renewal token that is used later still ends the session, and a message that waits stays for the next one @long', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  await readyToSend(rep, host);
  await sendToBusyHost(rep, line);
  await rep.open('/');
  const stolen = await sessionOf(rep);
  for (const turn of [1, 2]) {
    const { token = '' } = (await sessionOf(rep)) ?? {};
    const lift = line.meet(bearing(token), refused);
    await refresh(rep);
    await expect.poll(async () => (await sessionOf(rep))?.token, `renewal ${turn}`).not.toBe(token);
    lift();
    // Its calls are made again with the new token: refused with that one, too, they would not renew once more.
    await expect(refreshButton(rep)).toBeEnabled();
  }
  const replay = () =>
    askForTokens(host, { grant_type: 'refresh_token', refresh_token: stolen?.refreshToken ?? '' });
  await expect
    .poll(async () => (await replay()).status, { timeout: 60_000, intervals: [5000] })
    .toBeGreaterThanOrEqual(400);
  const { token = '' } = (await sessionOf(rep)) ?? {};
  line.meet(bearing(token), refused);
  await refresh(rep);
  await expect(askedToSignIn(rep)).toBeVisible();
  await signInAndSend({ rep, host, line, mailbox });
});

/** Whatever is asked as somebody, wherever; the app's own files are anybody's. */
const countsAsAsked = (seen: SeenRequest) => tokens(seen) || seen.headers.authorization !== undefined;

for (const status of [401, 403]) {
  test(`[F17] a host that answers ${status} for ever is asked three times at most, what is here stays usable, and what waits goes once when it relents @long`, async ({
    rep,
    host,
    line,
    mailbox,
  }) => {
    await readyToSend(rep, host);
    await sendToBusyHost(rep, line);
    await rep.open('/');
    await expect(rep.heading).toHaveText('Retail & Hospitality');
    line.meet(data, answerWith(status));
    line.requests.length = 0;
    await refresh(rep);
    await expect(rep.page.getByRole('alert').first()).toBeVisible({ timeout: 5000 });
    // No token is any good there, or one is and a right is missing, which no sign-in brings.
    await expect(askedToSignIn(rep)).toHaveCount(status === 401 ? 1 : 0);
    // With a token that is good the app asks once more, and for something else: whether the rep is still in the channel.
    const asked = () =>
      line.requests.filter((seen) => countsAsAsked(seen) && !(status === 403 && whoIsIt(seen)));
    expect(asked().length).toBeLessThanOrEqual(3);
    expect(line.requests.filter(tokens)).toHaveLength(1);
    await expect(rep.heading).toHaveText('Retail & Hospitality');
    await expect(rep.page.getByText(/\d+ bundles?, \d+ files/)).toBeVisible();
    expect(asked().length).toBeLessThanOrEqual(3);
    // That there is none says nothing before all has been asked.
    await expect(askedToSignIn(rep)).toHaveCount(status === 401 ? 1 : 0);
    await expect(rep.connection).toHaveAccessibleName('Online, 1 still waiting');
    if (status === 401) return signInAndSend({ rep, host, line, mailbox });
    line.heal();
    await sendWhatWaits({ rep, host, mailbox });
  });
}

test('[F17] when the renewal is refused the rep is told once and led to the login, and what is here stays and goes once @long', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  await readyToSend(rep, host);
  await sendToBusyHost(rep, line);
  await rep.open('/');
  line.meet(data, refused);
  line.meet(tokens, refused);
  line.requests.length = 0;
  await refresh(rep);
  const notice = askedToSignIn(rep);
  await expect(notice).toHaveCount(1, { timeout: 5000 });
  expect(line.requests.filter(countsAsAsked).length).toBeLessThanOrEqual(3);
  await signInAndSend({ rep, host, line, mailbox });
});

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
    const pack = await readyToSend(rep, host);
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
    const ofTheFirst = rep.page.getByText(/Brightwater|Okafor|guest-1@/);
    for (const address of [
      ...['/', '/content', '/reports', '/settings', '/user/profile', '/packs'],
      ...['view', 'details', 'send', 'build'].map((act) => `/packs/${pack.id}/${act}`),
    ]) {
      await rep.open(address);
      await expect(rep.heading).toBeVisible();
      await expect(ofTheFirst).toHaveCount(0);
    }
    expect(mailbox.accepted).toEqual([]);

    await rep.open('/user/logout');
    await expect(rep.page.getByText('You have been signed out')).toBeVisible();
    await rep.signInToChannel(people.nora);
    await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email], 30_000);
    await expectTruth(rep, 'Online', 0);
    // What is mailed after it would have left after a second one of it, too.
    const other = { ...guest, email: 'guest-2@brightwater.example' };
    await rep.open(`/packs/${pack.id}/send`);
    await rep.fillRecipient(other);
    await pressSend(rep);
    await expect(rep.page.getByText('Pack successfully sent!')).toBeVisible();
    await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email, other.email]);
  });
}
