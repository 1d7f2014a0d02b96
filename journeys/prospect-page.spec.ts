import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { askForTokens } from './support/host-client.ts';
import type { HostProcess } from './support/host-process.ts';
import { expect, test } from './support/journey.ts';
import { type Person, people } from './support/people.ts';
import { reader } from './support/reader.ts';
import { sendLink } from './support/send-link.ts';

const files = [
  'T3 Counter product guide',
  'Pitch deck for cafés',
  'T3 on counter, front',
  'One payment at the counter',
  'Virtual showroom',
];
const sent = (host: HostProcess) => sendLink(host, people.nora, files);

/** The rep asks for a mail when a pack is first opened. */
async function wantNotices(host: HostProcess, { name, password }: Person) {
  const signedIn = await askForTokens(host, { grant_type: 'password', username: name, password });
  const authorization = `Bearer ${(await signedIn.json()).access_token}`;
  const entry = await (await fetch(`${host.address}/jsonapi`, { headers: { authorization } })).json();
  const { id } = entry.meta.links.me.meta;
  const { status } = await fetch(`${host.address}/jsonapi/user/user/${id}`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { id, type: 'user--user', attributes: { notify_opens: true } } }),
  });
  expect(status).toBe(200);
}

const dialog = (page: Page) => page.getByRole('dialog');
const open = (page: Page, name: string) => page.getByRole('link', { name: `View ${name}` }).click();
const viewed = async (page: Page, name: string) =>
  expect(dialog(page).getByRole('heading', { name })).toBeVisible();

/** Until the page has been there for so long, in milliseconds. */
const seenFor = (page: Page, ms: number) =>
  expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(ms);

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`a prospect reads everything at ${width} wide on a ${scheme} device, and axe finds nothing in any viewer`, async ({
      host,
      browser,
    }) => {
      const { address } = await sent(host);
      await reader(browser, { width, height, scheme }, async (page, asked) => {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1, name: 'Brightwater Cafés' })).toBeVisible();
        const [narrow, wide] = ['What it costs', 'By the number of tills'].map((name) =>
          page.getByRole('table', { name }),
        );
        await expect(narrow!).toBeVisible();
        // Moved sideways, also by keyboard, and the page is no wider for it.
        await expect(wide!).toHaveAttribute('tabindex', '0');
        await expect(narrow!).not.toHaveAttribute('tabindex');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await expect(page.getByText('While this page is open it tells Velden')).toBeVisible();
        // Nothing of the viewer travels before somebody opens a file.
        expect(asked.filter((url) => /viewer|pdfjs/.test(url))).toEqual([]);
        await expectNoAxeViolations(page);

        await open(page, 'T3 Counter product guide');
        await viewed(page, 'T3 Counter product guide');
        await expect(dialog(page).getByText('Page 1 of 8')).toBeVisible();
        await expect(dialog(page).locator('canvas').first()).toBeVisible();
        await expectNoAxeViolations(page);
        await dialog(page).getByRole('button', { name: 'Next', exact: true }).click();
        await viewed(page, 'T3 on counter, front');
        await expect(dialog(page).getByRole('img', { name: 'T3 on counter, front' })).toBeVisible();
        await expectNoAxeViolations(page);
        await dialog(page).getByRole('button', { name: 'Next', exact: true }).click();
        await viewed(page, 'One payment at the counter');
        await expect
          .poll(() =>
            dialog(page)
              .locator('video')
              .evaluate((video: HTMLVideoElement) => video.readyState),
          )
          .toBeGreaterThan(1);
        await expectNoAxeViolations(page);
        await dialog(page).getByRole('button', { name: 'Next', exact: true }).click();
        await viewed(page, 'Virtual showroom');
        await expect(dialog(page).getByText('This film is at youtube.com.')).toBeVisible();
        await expectNoAxeViolations(page);
        // Until the reader asks for the film, nobody else has heard of the visit.
        const origins = [...new Set(asked.map((url) => new URL(url).origin))];
        expect(origins.filter((origin) => origin !== host.address && origin !== 'null')).toEqual([]);
        // The way back of a phone leads to the page, not away from it.
        await page.goBack();
        await expect(dialog(page)).toBeHidden();
        expect(page.url()).toBe(address);
      });
    });
  }
}

test('with the keyboard alone a prospect opens a document, turns its pages, goes on and comes back to where they were', async ({
  host,
  browser,
}) => {
  const { address } = await sent(host);
  await reader(browser, {}, async (page) => {
    await page.goto(address);
    const link = page.getByRole('link', { name: 'View T3 Counter product guide' });
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press('Tab');
      if (await link.evaluate((element) => element === document.activeElement)) break;
    }
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('Page 1 of 8')).toBeVisible();
    const inDialog = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null);
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab');
      // Beyond the last control is the browser's own; never the page behind.
      expect(
        (await inDialog()) || (await page.evaluate(() => document.activeElement === document.body)),
      ).toBe(true);
    }
    await dialog(page).getByRole('button', { name: 'Next page' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('Page 2 of 8')).toBeVisible();
    await expect(dialog(page).getByText('One terminal for the whole counter')).toBeAttached();
    await dialog(page).getByRole('button', { name: 'Larger' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('button', { name: 'Smaller' })).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await viewed(page, 'T3 Counter product guide');
    await page.keyboard.press('ArrowRight');
    await viewed(page, 'T3 on counter, front');
    await page.keyboard.press('ArrowLeft');
    await viewed(page, 'T3 Counter product guide');
  });
});

test('a finger swipes from one picture to the next', async ({ host, browser }) => {
  const { address } = await sent(host);
  await reader(browser, { width: 390, height: 844 }, async (page) => {
    await page.goto(address);
    await open(page, 'T3 on counter, front');
    await viewed(page, 'T3 on counter, front');
    await page.evaluate(() => {
      const stage = document.querySelector('.viewer-stage') as Element;
      const touch = (clientX: number) => new Touch({ identifier: 1, target: stage, clientX, clientY: 400 });
      stage.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(300)] }));
      stage.dispatchEvent(new TouchEvent('touchend', { changedTouches: [touch(120)] }));
    });
    await viewed(page, 'One payment at the counter');
  });
});

test('without scripts everything is read and every file is had, and on paper it is a page', async ({
  host,
  browser,
}) => {
  const { address, opened } = await sent(host);
  await reader(browser, { withScript: false }, async (page) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Brightwater Cafés' })).toBeVisible();
    const addresses = await page
      .getByRole('link', { name: /^View/ })
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    expect(addresses).toHaveLength(files.length);
    for (const href of addresses.filter((each) => each.startsWith(host.address))) {
      const answer = await page.request.get(href);
      expect([answer.status(), (await answer.body()).length > 1000]).toEqual([200, true]);
    }
    await page.emulateMedia({ media: 'print' });
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(5000);
    await expect(page.getByRole('link', { name: /^View/ }).first()).toBeHidden();
    // Paper cannot be moved sideways.
    await page.setViewportSize({ width: 600, height: 900 });
    const edges = await page
      .locator('td')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    expect(edges).toHaveLength(18);
    expect(Math.max(...edges)).toBeLessThanOrEqual(600);
  });
  expect(await opened()).toBe(0);
});

test('only somebody who is there counts as a reader: not a program that runs the page, but a hand on it', async ({
  host,
  browser,
}) => {
  const { address, opened } = await sent(host);
  const reports = (page: Page) =>
    page.waitForRequest((request) => request.url().endsWith('/views') && request.method() === 'POST');
  const visit = (isDriven: boolean) =>
    reader(browser, { isDriven }, async (page) => {
      await page.goto(address);
      await page.evaluate(() => scrollTo(0, 400));
      if (isDriven) await page.mouse.move(200, 300, { steps: 5 });
      await seenFor(page, 1500);
      const reported = reports(page);
      await page.evaluate(() => dispatchEvent(new Event('pagehide')));
      await reported;
    });
  await visit(true);
  await visit(false);
  expect(await opened()).toBe(0);

  await reader(browser, {}, async (page) => {
    await page.goto(address);
    const reported = reports(page);
    await page.mouse.wheel(0, 300);
    await page.mouse.move(300, 300, { steps: 4 });
    const body = JSON.parse((await reported).postData() ?? '{}');
    expect(body.attended).toBe(true);
    await expect.poll(opened).toBe(1);
    await open(page, 'T3 Counter product guide');
    await expect(dialog(page).getByText('Page 1 of 8')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Next page' }).click();
    await expect(dialog(page).getByText('Page 2 of 8')).toBeVisible();
    await seenFor(page, (await page.evaluate(() => performance.now())) + 1200);
    const last = reports(page);
    await page.keyboard.press('Escape');
    const { totals } = JSON.parse((await last).postData() ?? '{}');
    const [read] = Object.values(totals.pages) as Record<string, number>[];
    expect(read?.[2]).toBeGreaterThan(500);
    expect(Object.values(totals.medias)[0]).toBeGreaterThanOrEqual(read?.[2] ?? 0);
  });
});

/** The page that comes first leads on by itself, which breaks off what waits for all of it. */
const again = { waitUntil: 'commit' } as const;

for (const [title, control] of [
  ['', {}],
  [' of a link with a password for so many visits', { link_password: 'open sesame', link_max_views: 9 }],
] as const) {
  test(`a rep’s own look${title} stays their own however their tab is loaded again, and a reader’s a reader’s`, async ({
    host,
    browser,
    mailbox,
  }) => {
    await wantNotices(host, people.nora);
    const { address, opened } = await sendLink(host, people.nora, files, control);
    const enter = async (page: Page, how = '') => {
      await page.goto(address + how);
      if (!('link_password' in control)) return;
      await page.getByLabel('Password').fill(control.link_password);
      await page.keyboard.press('Enter');
    };
    const takenFor = async (page: Page, visitor: 'own' | 'prospect') => {
      await expect(page.locator(`script[data-session*=".${visitor}."]`)).toBeAttached();
      await page.waitForURL((url) => url.search === '');
    };
    /** Until the page has told the host that somebody is there. */
    const touched = async (page: Page, visitor: 'own' | 'prospect') => {
      await takenFor(page, visitor);
      const told = page.waitForResponse(
        (answer) => answer.url().endsWith('/views') && answer.request().postData()?.includes('true') === true,
      );
      await page.mouse.wheel(0, 200);
      await page.mouse.move(300, 300, { steps: 4 });
      await page.mouse.move(400, 320, { steps: 4 });
      expect((await told).status()).toBe(204);
    };
    const lookAround = (visitor: 'own' | 'prospect') =>
      reader(browser, {}, async (page) => {
        const told = new Set<string | undefined>();
        page.on('request', (request) => {
          if (request.method() !== 'POST' || !request.url().endsWith('/views')) return;
          told.add(JSON.parse(request.postData() ?? '{}').session.split('.')[2]);
        });
        await enter(page, visitor === 'own' ? '?own' : '?from=a-mail');
        await touched(page, visitor);
        expect(page.url()).toBe(address);
        await page.reload(again);
        await touched(page, visitor);
        await open(page, 'T3 on counter, front');
        await viewed(page, 'T3 on counter, front');
        await page.reload(again);
        await expect(dialog(page)).toBeHidden();
        await touched(page, visitor);
        await page.goBack();
        await takenFor(page, visitor);
        // A link within a text makes a place of its own in the history.
        await page.evaluate(() => location.assign('#part'));
        await page.waitForURL(`${address}#part`);
        await page.reload(again);
        await takenFor(page, visitor);
        expect(page.url()).toBe(`${address}#part`);
        expect([...told]).toEqual([visitor]);
      });

    await lookAround('own');
    expect([await opened(), mailbox.accepted]).toEqual([0, []]);
    await lookAround('prospect');
    expect(await opened()).toBeGreaterThan(0);
    await expect.poll(() => mailbox.accepted.length).toBe(1);
  });
}

test('nothing is told as a reader’s where a rep’s own look could not be asked for again', async ({
  host,
  browser,
}) => {
  const { address } = await sent(host);
  await reader(browser, {}, async (page) => {
    await page.goto(`${address}?own`);
    await page.waitForURL(address);
    // As when the tab is told to stop: the page stays what it is.
    await page.route(`${address}?own`, (route) => route.fulfill({ status: 204 }));
    const askedAgain = page.waitForResponse(`${address}?own`);
    // A reload that Playwright waits for fails where the page asks again before it is seen to come.
    await page.evaluate(() => location.reload());
    await askedAgain;
    const told: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') told.push(request.url());
    });
    await page.mouse.move(300, 300, { steps: 4 });
    await seenFor(page, 1500);
    await open(page, 'T3 on counter, front');
    await viewed(page, 'T3 on counter, front');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect(told).toEqual([]);
    await page.unroute(`${address}?own`);
    await page.reload(again);
    await expect(page.locator('script[data-session*=".own."]')).toBeAttached();
  });
});

test('[MODEL-12] a picture that cannot be had gives way to the sign of a file without one', async ({
  host,
  browser,
}) => {
  const { address } = await sent(host);
  await reader(browser, {}, async (page, asked) => {
    await page.route('**/preview', (route) =>
      route.fulfill({ contentType: 'image/webp', body: 'no picture' }),
    );
    await page.goto(address);
    const place = page.locator('.media .preview').first();
    await expect(place.locator('> svg.icon')).toBeVisible();
    await expect(place.locator('img')).toHaveCount(0);
    expect(asked.some((url) => url.endsWith('/preview'))).toBe(true);
  });
});
