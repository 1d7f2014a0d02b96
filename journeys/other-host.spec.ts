import { freePort } from '@satchel/server/src/testing/free-port.ts';
import PostalMime from 'postal-mime';
import type { DrupalHost } from './support/drupal-host/drupal-host.ts';
import { imageStyleShapes } from './support/drupal-host/manners.ts';
import { HostClient, type HostRecord } from './support/host-client.ts';
import { sessionOf } from './support/invariants.ts';
import { expect } from './support/journey.ts';
import { test } from './support/other-host.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';

// The same app at a host that somebody else runs: nothing below may hang on what only our own host can do.

const daniel = {
  firstName: 'Daniel',
  lastName: 'Okafor',
  email: 'daniel.okafor@brightwater.example',
  company: 'Brightwater Cafés',
};

const writes = (host: DrupalHost, kind: string) =>
  host.seen
    .filter(({ method, path }) => method !== 'GET' && path.startsWith(`/jsonapi/salestool/${kind}`))
    .map(({ method, status }) => `${method} ${status}`);

/** What the app asked that a host of this kind refuses. */
const refused = (host: DrupalHost) =>
  host.seen
    .filter(({ path, status }) => status >= 400 && path !== '/oauth/revoke')
    .map(({ method, path, status }) => `${method} ${path} ${status}`);

for (const league of [7, 9] as const) {
  test.describe(`sign-in library ${league}`, () => {
    test.use({ manners: { league, badBearer: league === 7 ? 'anonymous' : 'unauthorized' } });

    test('[AUTH-08, AUTH-10, AUTH-18, AUTH-25] a wrong password is said, the right one signs in, a token that ran out is renewed, and signing out works', async ({
      page,
      otherHost,
    }) => {
      const rep = new Rep(page);
      await rep.signIn({ ...people.nora, password: 'not the password' });
      await expect(page.getByRole('alert')).toContainText(
        'Unable to log in: Failed to log in: The user credentials were incorrect.',
      );
      await rep.signInToChannel(people.nora);
      await rep.settled();

      otherHost.signIns.expireAccessTokens();
      await page.getByRole('button', { name: 'Refresh', exact: true }).first().click();
      await expect
        .poll(() => otherHost.seen.filter(({ body }) => body.includes('grant_type=refresh_token')).length)
        .toBe(1);
      await expect(rep.connection).toHaveAccessibleName(/^Online/);
      await rep.open('/packs');
      await expect(page.getByRole('link', { name: /^View First visit/ })).toBeVisible();

      await rep.open('/user/logout');
      await expect(page.getByText('You have been signed out')).toBeVisible();
    });

    test('[AUTH-20] a renewal that is refused is told, and signing in again goes on @long', async ({
      page,
      otherHost,
    }) => {
      const rep = new Rep(page);
      await rep.signInToChannel(people.nora);
      await rep.settled();
      otherHost.signIns.endAll();
      await page.getByRole('button', { name: 'Refresh', exact: true }).first().click();
      const notice = page.getByRole('alert').filter({
        hasText: 'Unable to refresh the server security token. Please sign in again',
      });
      await notice.getByRole('button', { name: 'Login' }).click();
      await rep.fillLogin(people.nora);
      await expect(rep.heading).toHaveText('Retail & Hospitality');
      await expect(rep.connection).toHaveAccessibleName(/^Online/);
      await expect(page.getByRole('button', { name: 'Refresh', exact: true }).first()).toBeEnabled();
    });
  });
}

test('[NAV-01, NAV-02, MODEL-11] pictures show in every shape of image styles, and a bundle that is kept is read with the host gone', async ({
  page,
  otherHost,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.settled();
  await rep.waitForWorker();

  for (const shape of imageStyleShapes) {
    await test.step(shape, async () => {
      await rep.open('/');
      await rep.settled();
      otherHost.nameStylesAs(shape);
      await page.getByRole('button', { name: 'Refresh', exact: true }).first().click();
      await rep.open('/content');
      const picture = rep.tile('T3 Counter').locator('img');
      await expect(picture).toHaveAttribute('src', new RegExp(`/styles/salestool_preview/.*itok=${shape}-`));
      await expect
        .poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth))
        .toBeGreaterThan(0);
    });
  }

  await rep.keepOffline('T3 Counter');
  expect(refused(otherHost)).toEqual([]);
  await otherHost.stop();
  await page.goto('/');
  await page.reload();
  await expect(rep.connection).toHaveAccessibleName(/^Offline/);
  await rep.open('/content');
  await rep.tile('T3 Counter').getByRole('link', { name: 'T3 Counter' }).click();
  await expect(rep.heading).toHaveText('T3 Counter');
  const popup = page.waitForEvent('popup');
  await page.getByText('T3 Counter product guide').first().click();
  const guide = await popup;
  await guide.waitForURL(/product-guide\.pdf/);
  const head = await page.evaluate(
    async (address) => (await (await fetch(address)).text()).slice(0, 5),
    guide.url(),
  );
  expect(head).toBe('%PDF-');
});

test('[PSEND-01, PSEND-16, SYNC-17, SYNC-19] a pack is saved, edited, mailed and linked with only what this host takes; an answer that was lost makes nothing twice', async ({
  page,
  otherHost,
  mailbox,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.settled();
  await rep.waitForWorker();
  await rep.buildPack({
    name: 'Brightwater Cafés',
    title: 'A word before we meet',
    text: 'Dear Daniel',
    bundle: 'M1 Mobile',
  });
  await expect.poll(() => writes(otherHost, 'pack')).toEqual(['POST 201']);
  await page.getByRole('link', { name: 'Back' }).click();
  const pack = page.url().replace(/\/view$/, '');

  await test.step('an edit is an update', async () => {
    await page.goto(`${pack}/build`);
    await rep.renamePack('Brightwater, second visit');
    await rep.savePack();
    await expect.poll(() => writes(otherHost, 'pack')).toEqual(['POST 201', 'PATCH 200']);
  });

  await test.step('by e-mail', async () => {
    await page.goto(`${pack}/send`);
    await rep.fillRecipient({ ...daniel, message: 'Here is what we spoke about.' });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Pack successfully sent!')).toBeVisible();
    await expect.poll(() => mailbox.accepted.length).toBe(1);
    const mail = await new PostalMime().parse(mailbox.accepted[0]?.raw ?? '');
    expect(mail.subject).toBe('Brightwater, second visit');
    await page.getByRole('button', { name: 'Finish' }).click();
  });

  await test.step('[PSEND-24] it counts as mailed, though this host says nothing of what becomes of mails', async () => {
    await page.goto(`${pack}/details`);
    await page.getByRole('button', { name: 'Daniel Okafor', exact: true }).click();
    await expect(page.getByText('mailed', { exact: true })).toBeVisible();
    await expect(page.getByText('Sent by e-mail')).toBeVisible();
    await expect(page.getByText(/not mailed yet/)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Cancel message' })).toBeHidden();
  });

  const askForLink = async () => {
    await page.goto(`${pack}/send`);
    await rep.fillRecipient(daniel);
    await page.getByRole('button', { name: 'Link', exact: true }).click();
  };

  await test.step('by link, once the host has made it', async () => {
    await askForLink();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Saved to the server, the link works now.')).toBeVisible();
    const link = await dialog.getByLabel('Address of the link').innerText();
    await dialog.getByRole('button', { name: 'Finish' }).click();
    const answer = await page.request.get(link);
    expect(answer.status()).toBe(200);
    expect(await answer.text()).toContain('Dear Daniel');
  });

  await test.step('without the host there is no link, and the form says so', async () => {
    await otherHost.stop();
    await page.goto(`${pack}/send`);
    await page.reload();
    await expect(rep.connection).toHaveAccessibleName(/^Offline/);
    await askForLink();
    await expect(page.getByText(/Application is offline/)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await otherHost.start();
    await expect(rep.connection).toHaveAccessibleName(/^Online/, { timeout: 90_000 });
  });

  await test.step('the answer to a new pack is lost', async () => {
    const before = writes(otherHost, 'pack').length;
    otherHost.loseAnswerOf('POST', '/jsonapi/salestool/pack');
    await rep.buildPack({ name: 'Lost and found', title: 'A word', text: 'Hello', bundle: 'M1 Mobile' });
    await expect
      .poll(() => writes(otherHost, 'pack').slice(before), { timeout: 90_000 })
      .toEqual(['POST 201', 'POST 409']);
    await rep.open('/settings');
    await page.getByRole('tab', { name: /Waiting/ }).click();
    await expect(page.getByText('Everything is on the server.')).toBeVisible({ timeout: 30_000 });
  });

  expect(mailbox.accepted).toHaveLength(1);
  expect(refused(otherHost)).toEqual([expect.stringMatching(/^POST \/jsonapi\/salestool\/pack 409$/)]);
  for (const { body } of otherHost.seen) expect(body).not.toMatch(/link_token|pack_snapshot|"processed"/);
});

const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}`);

/** Where each page began that was asked for of a rep's own packs. */
const pagesOfOwnPacks = (host: DrupalHost) =>
  host.seen
    .filter(({ path }) => path.startsWith('/jsonapi/salestool/pack?') && path.includes('=private'))
    .map(({ path }) => Number(/page\[offset\]=(\d+)/.exec(path)?.[1] ?? 0));

test('[API-24, SYNC-29, PRPT-06] of more packs and prospects than fit on a page of this host, which heeds no number of a page, all are there once @long', async ({
  page,
  host,
  otherHost,
}) => {
  const nora = await HostClient.signIn(host, people.nora);
  const packs: HostRecord[] = [];
  for (const title of numbered('Visit', 105)) packs.push(await nora.makePack(title));
  const [first, second, ...others] = packs as [HostRecord, HostRecord, ...HostRecord[]];
  const prospects = numbered('Guest', 55);
  for (const [at, last_name] of prospects.entries()) {
    const email = `guest-${at}@brightwater.example`;
    await nora.makeLink(first.id, { first_name: 'A', last_name, email, subject: 'Hello' });
  }
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.settled();
  expect(pagesOfOwnPacks(otherHost)).toEqual([0, 50, 100]);

  await test.step('each page of this host is the first one, whatever its number', async () => {
    const { token } = (await sessionOf(rep)) ?? {};
    const idsOnPage = async (number: number) => {
      const address = `/jsonapi/salestool/pack?page[number]=${number}&page[size]=200`;
      const answer = await page.request.get(address, { headers: { authorization: `Bearer ${token}` } });
      return (await answer.json()).data.map(({ id }: HostRecord) => id);
    };
    expect(await idsOnPage(0)).toHaveLength(50);
    expect(await idsOnPage(1)).toEqual(await idsOnPage(0));
  });

  const cards = page.getByRole('main').getByRole('article', { name: /^Visit / });
  const idsShown = async () =>
    (await cards.evaluateAll((all) => all.map((card) => card.getAttribute('data-pack')))).sort();
  const idsOf = (records: readonly HostRecord[]) => records.map(({ id }) => id).sort();
  await rep.open('/packs');
  await expect.poll(idsShown).toEqual(idsOf(packs));

  await test.step('so they are once the list was read again, without the one that went meanwhile', async () => {
    await nora.remove(second);
    otherHost.seen.length = 0;
    await rep.open('/');
    await page.getByRole('button', { name: 'Refresh', exact: true }).first().click();
    await rep.open('/packs');
    await expect.poll(idsShown).toEqual(idsOf([first, ...others]));
    // Whether what the list did not name is really gone is asked for by itself.
    expect(pagesOfOwnPacks(otherHost)).toEqual([0, 50, 100, 0]);
  });

  await test.step('and so are the prospects of a pack', async () => {
    await rep.open(`/packs/${first.id}/details`);
    await expect(page.getByText('55 prospects, none has opened it')).toBeVisible();
    await page.getByRole('button', { name: 'Show 5 more' }).click();
    const names = page.getByRole('main').getByRole('button', { name: /^A Guest \d+$/ });
    const said = async () => (await names.allInnerTexts()).sort();
    await expect.poll(said).toEqual(prospects.map((name) => `A ${name}`).sort());
  });
  await rep.settled();
  expect(pagesOfOwnPacks(otherHost)).toEqual([0, 50, 100, 0]);
  expect(refused(otherHost)).toEqual([]);
});

test.describe('a host that is named wrongly', () => {
  // So that the wrong address is refused by nobody but the network.
  test.use({ bypassCSP: true });

  test('[SYNC-01, F33] it is followed from the next start on once it is corrected, and what was saved meanwhile is sent', async ({
    page,
    otherHost,
  }) => {
    let named = '';
    const configuration = await (await page.request.get('/config.json')).json();
    await page.route('**/config.json', (route) => route.fulfill({ json: { ...configuration, host: named } }));
    const keptHost = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('satchel-configuration') ?? '{}').host);
    const rep = new Rep(page);
    await rep.signInToChannel(people.nora);
    await rep.settled();

    named = `http://localhost:${await freePort()}`;
    await page.reload();
    await expect.poll(keptHost).toBe(named);
    await page.reload();
    await expect(rep.connection).toHaveAccessibleName(/^Offline/);
    await rep.buildPack({ name: 'Kept', title: 'A word', text: 'Hello', bundle: 'M1 Mobile' });
    expect(writes(otherHost, 'pack')).toEqual([]);

    named = '';
    await rep.comesBack();
    await expect.poll(keptHost).toBe('');
    await page.reload();
    await expect(rep.connection).toHaveAccessibleName(/^Online/);
    await expect.poll(() => writes(otherHost, 'pack')).toEqual(['POST 201']);

    await test.step('an address that is none, as an earlier build kept it, keeps nobody out', async () => {
      await page.evaluate(() => {
        const kept = JSON.parse(localStorage.getItem('satchel-configuration') ?? '{}');
        const { readBy: _, ...rest } = { ...kept, host: 'https://content.example.com:PORT' };
        localStorage.setItem('satchel-configuration', JSON.stringify(rest));
      });
      await page.reload();
      await expect(rep.connection).toHaveAccessibleName(/^Online/);
      expect(await keptHost()).toBe('');
    });
  });
});
