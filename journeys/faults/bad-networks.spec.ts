import { randomInt } from 'node:crypto';
import { deviceRows } from '../support/device-store.ts';
import { expect, test } from '../support/fault-journey.ts';
import {
  answerWith,
  captivePortal,
  changed,
  cutAfter,
  type Fault,
  hang,
  ofType,
  pass,
  type SeenRequest,
  to,
  trickle,
  unconditionally,
} from '../support/fault-proxy.ts';
import { expectTruth } from '../support/invariants.ts';
import { people } from '../support/people.ts';
import type { Rep } from '../support/rep.ts';

const everything = to('*', '/');
const entry = ({ path }: SeenRequest) => /^\/jsonapi\/?(\?|$)/.test(path);
const channel = to('GET', '/jsonapi/salestool/channel/');

const refresh = (rep: Rep) => rep.page.getByRole('button', { name: 'Refresh', exact: true }).click();

/** Everything that the channel left on the device. */
async function contentOf(rep: Rep) {
  const stores = ['salestool--channel', 'salestool--content_bundle', 'media--document'];
  const rows = await Promise.all(stores.map((store) => deviceRows(rep.page, store)));
  return rows.flat().map(({ pulled: _pulled, ...record }) => record);
}

/** Kept answers whose type is a page's, the app's own page aside. */
const keptPages = (rep: Rep) =>
  rep.page.evaluate(async () => {
    const pages: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))?.text();
        if (text?.includes('Welcome to the hotel')) pages.push(request.url);
      }
    }
    return pages;
  });

test('[F19] behind a captive portal the app says offline, keeps nothing of it, and comes back when the portal lets it through', async ({
  rep,
  line,
}) => {
  await rep.signInToChannel(people.nora);
  await rep.settled();
  await rep.waitForWorker();
  const before = await contentOf(rep);
  line.meet(everything, captivePortal);
  await refresh(rep);
  await expect(rep.connection).toHaveAccessibleName('Offline', { timeout: 5000 });
  await rep.open('/content');
  const toggle = rep.tile('T3 Counter').getByRole('switch');
  await expect(toggle).toBeDisabled();
  await rep.page.reload();
  await expect(rep.tile('T3 Counter')).toBeVisible();
  await expect(toggle).not.toBeChecked();
  await expectTruth(rep, 'Offline', 0);
  expect(await contentOf(rep)).toEqual(before);
  expect(await keptPages(rep)).toEqual([]);

  line.heal();
  await expect(rep.connection).toHaveAccessibleName(/^(Online|Downloading)/, { timeout: 30_000 });
});

test('[F24] files that a proxy cannot give while its host restarts are not refused, and come by themselves once it is back', async ({
  rep,
  line,
}) => {
  await rep.signInToChannel(people.nora);
  await rep.settled();
  await rep.waitForWorker();
  await rep.picturesKept();
  await rep.open('/content');
  const tile = rep.tile('T3 Counter');
  line.meet(everything, answerWith(502, { 'content-type': 'text/html' }, '<h1>Bad Gateway</h1>'));
  await tile.getByRole('switch').click();
  // Nothing but the worker asked for anything.
  await expect(rep.connection).toHaveAccessibleName('Offline');
  await expect(rep.page.getByText('The server did not give out some of the files.')).toBeHidden();
  line.heal();
  await expect(tile.getByRole('switch')).toBeChecked({ timeout: 60_000 });
  await expectTruth(rep, 'Online', 0);
});

const lieFi: [string, Fault][] = [
  ['accepts calls and never answers', hang],
  ['gives one byte a second', trickle],
];
for (const [what, fault] of lieFi) {
  test(`[F20] on a line that ${what} local views open, the app finds out in bounded time, and nothing spins for ever @long`, async ({
    rep,
    line,
  }) => {
    await rep.signInToChannel(people.nora);
    await rep.settled();
    await rep.waitForWorker();
    line.meet(everything, fault);
    await rep.page.reload();
    await expect(rep.heading).toHaveText('Retail & Hospitality', { timeout: 5000 });
    await rep.open('/content');
    await expect(rep.tile('T3 Counter')).toBeVisible({ timeout: 5000 });
    await rep.open('/packs');
    await expect(rep.heading).toHaveText('Packs', { timeout: 5000 });
    await expect(rep.connection).toHaveAccessibleName('Offline', { timeout: 20_000 });
    await expectTruth(rep, 'Offline', 0);
    await rep.open('/');
    await expect(rep.page.locator('[data-spinning]')).toHaveCount(0);
  });
}

const broken: [string, Fault][] = [
  ['is cut off', cutAfter((length) => randomInt(1, length - 1))],
  [
    'has a wrong letter in the middle',
    changed(({ body }) => {
      const at = body.indexOf('","', body.length >> 1);
      return { body: Buffer.concat([body.subarray(0, at), Buffer.from('\u0000'), body.subarray(at + 1)]) };
    }),
  ],
  [
    'says it is packed and is not',
    changed(({ headers }) => ({ headers: { ...headers, 'content-encoding': 'gzip' } })),
  ],
  ['has the type of a page', ofType('text/html')],
];
for (const [what, fault] of broken) {
  test(`[F21] a channel that ${what} on its way changes nothing here, and the next try brings it whole${what === 'is cut off' ? '' : ' @long'}`, async ({
    rep,
    line,
  }) => {
    await rep.signInToChannel(people.nora);
    await rep.settled();
    const before = await contentOf(rep);
    // The host must not say that nothing has changed.
    line.meet(entry, unconditionally(pass));
    const lift = line.meet(channel, unconditionally(fault));
    await refresh(rep);
    await expect(rep.page.getByRole('alert').first()).toBeVisible({ timeout: 5000 });
    expect(await contentOf(rep)).toEqual(before);
    await expect(rep.page.getByText(/\d+ bundles?, \d+ files/)).toBeVisible();
    lift();
    line.requests.length = 0;
    await expect(rep.connection).toHaveAccessibleName(/^(Online|Downloading)/, { timeout: 20_000 });
    await refresh(rep);
    await expect.poll(() => line.requests.filter(channel).map(({ status }) => status)).toContain(304);
    await expectTruth(rep, 'Online', 0);
  });
}
