import { flushSync } from 'react-dom';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleBundles } from '#testing/sample-content.ts';
import { sampleServices } from '#testing/sample-services.ts';
import {
  expectCleanAtEveryWidth,
  expectNoAxeViolations,
  setColorScheme,
  showApp,
  showWorld,
} from '#testing/show-app.tsx';

const tile = (title: string) => page.getByRole('article', { name: title });

describe('resource list', () => {
  test('[NAV-18, RES-01] /content shows the document bundles of the channel as tiles', async () => {
    await showApp('/content');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Resources' })).toBeVisible();
    await expect.element(tile('T3 Counter')).toBeVisible();
    expect(page.getByRole('article').elements()).toHaveLength(6);
  });

  test('[RES-02] a choice of kind reaches the pages, and is not offered in a channel without any', async () => {
    const { screen } = await showApp('/content');
    await expect.element(tile('First visit')).not.toBeInTheDocument();
    await page
      .getByRole('radiogroup', { name: 'Kind of resource' })
      .getByText(/^Pages/)
      .click({ force: true });
    await expect.element(tile('First visit')).toBeVisible();
    await expect.element(tile('T3 Counter')).not.toBeInTheDocument();
    await screen.unmount();

    await showApp('/content', {
      bundles: sampleBundles.filter(({ type }) => type === 'salestool--document_bundle'),
    });
    await expect.element(tile('T3 Counter')).toBeVisible();
    await expect.element(page.getByRole('radiogroup')).not.toBeInTheDocument();
  });

  test('[RES-02, RES-03] a channel with pages alone shows them, and is not called empty', async () => {
    await showApp('/content', {
      bundles: sampleBundles.filter(({ type }) => type === 'salestool--content_bundle'),
    });
    await expect.element(tile('First visit')).toBeVisible();
    await expect.element(page.getByText('1 bundle', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/currently available/)).not.toBeInTheDocument();
    await expect.element(page.getByRole('radiogroup')).not.toBeInTheDocument();
  });

  test('[RES-02, RES-03] where the chosen pages are gone the documents show, and pages again where there are some', async () => {
    const world = sampleServices();
    const { inChannel } = world.services.bundles;
    world.services.bundles.inChannel = async (channel, types) =>
      (await inChannel(channel, types)).filter(
        ({ type }) => channel === 'retail' || type === 'salestool--document_bundle',
      );
    const { session } = await showWorld('/content', world);
    await page.getByText(/^Pages/).click({ force: true });
    await expect.element(tile('First visit')).toBeVisible();
    session.set({ ...session.current(), activeChannelId: 'transit' });
    await expect.element(tile('T3 Counter')).toBeVisible();
    await expect.element(page.getByText(/currently available/)).not.toBeInTheDocument();
    session.set({ ...session.current(), activeChannelId: 'retail' });
    await expect.element(tile('First visit')).toBeVisible();
    await expect.element(tile('T3 Counter')).not.toBeInTheDocument();
  });

  test('[RES-03] an empty list says that the channel has no content', async () => {
    await showApp('/content', { bundles: [] });
    await expect
      .element(page.getByText('There is no content currently available in this channel'))
      .toBeVisible();
    await expect.element(page.getByText('0 bundles')).toBeVisible();
  });

  test('[RES-03] a channel that is still on its way is not called empty or counted; without a signal it says so', async () => {
    const channelRecord = { id: 'retail', type: 'salestool--channel', _meta: { stub: true } } as const;
    const { connection } = await showApp('/content', { bundles: [], channelRecord });
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
    connection.set({ ...connection.current(), online: false, icon: 'offline' });
    await expect.element(page.getByText(/This channel was not downloaded yet/)).toBeVisible();
    await expect.element(page.getByText(/currently available/)).not.toBeInTheDocument();
    await expect.element(page.getByText('0 bundles')).not.toBeInTheDocument();
  });

  test('[MODEL-03] a bundle’s colour is the keyline of its tile; what is no colour paints nothing', async () => {
    const [first] = sampleBundles;
    await showApp('/content', {
      bundles: [
        { ...first!, id: 'red', title: 'Red', color: '#c84744' },
        { ...first!, id: 'plain', title: 'Plain', color: null },
        { ...first!, id: 'hostile', title: 'Hostile', color: 'url(https://tracker.example/x)' },
      ],
    });
    await expect.element(tile('Hostile')).toBeVisible();
    const keyline = (title: string) => tile(title).element().querySelector('[data-keyline]');
    expect(getComputedStyle(keyline('Red')!).backgroundColor).toBe('rgb(200, 71, 68)');
    expect(keyline('Plain')).toBeNull();
    expect(keyline('Hostile')).toBeNull();
  });

  test('[RES-04] a tile shows image, title and a summary of two lines, and Loading until the title is there', async () => {
    const [first] = sampleBundles;
    const long = 'A summary that goes on and on. '.repeat(12);
    await showApp('/content', {
      bundles: [
        { ...first!, summary: long },
        { ...first!, id: 'stub', title: null },
      ],
    });
    await expect.element(tile('T3 Counter').getByRole('heading', { name: 'T3 Counter' })).toBeVisible();
    await expect.element(tile('Loading').getByRole('heading', { name: 'Loading' })).toBeVisible();
    expect(tile('T3 Counter').element().querySelector('img')?.getAttribute('src')).toBe(first!.imageUrl);
    const summary = tile('T3 Counter')
      .getByText(/goes on and on/)
      .element();
    expect(summary.clientHeight).toBeLessThanOrEqual(
      2 * Number.parseFloat(getComputedStyle(summary).lineHeight) + 1,
    );
    expect(summary.scrollHeight).toBeGreaterThan(summary.clientHeight);
  });

  test('[RES-05, RES-06] the availability chip reads internal, public or unknown', async () => {
    await showApp('/content');
    await expect.element(tile('Pricing and contracts').getByText('internal', { exact: true })).toBeVisible();
    await expect.element(tile('T3 Counter').getByText('public', { exact: true })).toBeVisible();
    await expect.element(tile('Self-service kiosk').getByText('unknown', { exact: true })).toBeVisible();
  });

  test('[RES-07, RES-08] the file-count chip says 1 file and otherwise so many files', async () => {
    await showApp('/content');
    await expect.element(tile('T3 Counter').getByText('24 files', { exact: true })).toBeVisible();
    await expect.element(tile('P2 PIN pad').getByText('1 file', { exact: true })).toBeVisible();
  });

  test('[RES-11, NAV-19] a document tile opens the bundle’s own page', async () => {
    const { at } = await showApp('/content');
    await tile('M1 Mobile').getByRole('link', { name: 'M1 Mobile' }).click();
    await expect.poll(at).toBe('/content/m1');
    await expect.element(page.getByRole('heading', { level: 1, name: 'M1 Mobile' })).toBeVisible();
  });

  test('[RES-12] a content bundle opens at the same kind of address', async () => {
    const { at } = await showApp('/content');
    await page.getByText(/^Pages/).click({ force: true });
    await tile('First visit').getByRole('link').click();
    await expect.poll(at).toBe('/content/visit');
  });

  test('[MODEL-12] a tile without a picture gets a placeholder and one whose picture fails the broken sign', async () => {
    const [first, second] = sampleBundles;
    await showApp('/content', {
      bundles: [
        { ...first!, imageUrl: null },
        { ...second!, imageUrl: 'data:image/png;base64,broken' },
      ],
    });
    await expect.element(tile('T3 Counter')).toBeVisible();
    const pictureOf = (title: string) =>
      tile(title).element().querySelector('[data-picture]')?.getAttribute('data-picture');
    expect(pictureOf('T3 Counter')).toBe('placeholder');
    await expect.poll(() => pictureOf('M1 Mobile')).toBe('broken');
  });
});

describe('Offline switch', () => {
  const toggle = (title: string) => tile(title).getByRole('switch', { name: 'Offline' });

  test('[RES-09] documents and embed apps have the switch, other apps do not', async () => {
    const { screen } = await showApp('/content');
    await expect
      .element(toggle('T3 Counter'))
      .toHaveAccessibleDescription(/Make the files in this bundle available when offline/);
    await screen.unmount();
    await showApp('/apps');
    await expect.element(toggle('Savings calculator')).toBeVisible();
    await expect.element(toggle('Terminal finder')).not.toBeInTheDocument();
    await expect.element(toggle('Developer portal')).not.toBeInTheDocument();
  });

  test('[RES-10] on downloads, stops and resumes, and off drops the files', async () => {
    const { calls, offlineOf } = await showApp('/content');
    await toggle('U5 Unattended').click();
    expect(calls).toContain('keep u5');
    const files = offlineOf({ kind: 'bundle', id: 'u5' });
    files.set({ ...files.current(), filesDone: 7, bytesDone: 31_000_000 });
    await expect.element(tile('U5 Unattended').getByText('7 of 18 files, 31 MB of 78 MB')).toBeVisible();
    await expect.element(toggle('U5 Unattended')).not.toBeChecked();

    await toggle('U5 Unattended').click();
    expect(calls).toContain('stop u5');
    await expect.element(tile('U5 Unattended').getByText('7 of 18 files, try again')).toBeVisible();

    files.set({ ...files.current(), state: 'on', filesDone: 18, bytesDone: 78_000_000 });
    await expect.element(toggle('U5 Unattended')).toBeChecked();
    await expect.element(tile('U5 Unattended').getByText('78 MB on this device')).toBeVisible();
    await toggle('U5 Unattended').click();
    expect(calls).toContain('drop u5');
  });

  test('[RES-10] pressed before it is known what is kept, it says nothing of the videos that were chosen', async () => {
    const { calls } = await showApp('/content');
    await toggle('U5 Unattended').click();
    expect(calls).toContain('keep u5');
  });

  test('[RES-10] a stop that comes just as the last file does drops nothing', async () => {
    const { calls, offlineOf } = await showApp('/content');
    const files = offlineOf({ kind: 'bundle', id: 'u5' });
    await toggle('U5 Unattended').click();
    await expect.element(tile('U5 Unattended').getByRole('progressbar')).toBeInTheDocument();
    const shown = toggle('U5 Unattended').element() as HTMLElement;
    // Two steps in one turn: the switch shows the second a moment later.
    flushSync(() => files.set({ ...files.current(), bytesDone: 77_000_000 }));
    flushSync(() => files.set({ ...files.current(), state: 'on', filesDone: 18, bytesDone: 78_000_000 }));
    shown.click();
    await expect.element(toggle('U5 Unattended')).toBeChecked();
    expect(calls).not.toContain('drop u5');
    expect(calls).not.toContain('stop u5');
  });

  test('[PERM-02, RES-10, NAV-47] who is signed out cannot download, and is told why; what is there can be dropped', async () => {
    const { calls } = await showApp('/content', {
      session: { user: null },
      offline: { t3: { state: 'on', bytesTotal: 96_000_000, bytesDone: 96_000_000 } },
    });
    await expect.element(tile('U5 Unattended').getByText('Log in to download')).toBeVisible();
    await toggle('U5 Unattended').click({ force: true });
    expect(calls).not.toContain('keep u5');
    await toggle('T3 Counter').click();
    expect(calls).toContain('drop t3');
  });

  test.each([
    ['unreachable', 'The server could not be reached.'],
    ['refused', 'The server did not give out some of the files.'],
    ['storage-full', 'This device has no room for more files.'],
    ['not-possible', 'This browser could not keep the files.'],
  ] as const)(
    'what stands in the way of a download (%s) is said, and it can be resumed',
    async (problem, words) => {
      const { calls } = await showApp('/content', {
        offline: { t3: { state: 'partial', filesDone: 7, filesTotal: 18, problem } },
      });
      await expect.element(tile('T3 Counter').getByText(words)).toBeVisible();
      await tile('T3 Counter').getByRole('button', { name: 'Resume' }).click();
      expect(calls).toContain('keep t3');
      await expect.element(tile('T3 Counter').getByText(words)).not.toBeInTheDocument();
      await expect.element(toggle('T3 Counter')).toHaveFocus();
    },
  );

  test('a part of the files can be removed, without a connection too, while nothing can be resumed then', async () => {
    const { calls, offlineOf } = await showApp('/content', {
      connection: { icon: 'offline', online: false },
      offline: { t3: { state: 'partial', filesDone: 7, filesTotal: 18, problem: 'unreachable' } },
    });
    const remove = tile('T3 Counter').getByRole('button', { name: 'Remove files' });
    await expect.element(remove).toBeVisible();
    await expect.element(tile('T3 Counter').getByRole('button', { name: 'Resume' })).not.toBeInTheDocument();
    await expectNoAxeViolations();
    await remove.click();
    expect(calls).toContain('drop t3');
    expect(offlineOf({ kind: 'bundle', id: 't3' }).current().state).toBe('off');
    await expect.element(remove).not.toBeInTheDocument();
  });

  test('[PERM-02] without a connection nothing can be downloaded either', async () => {
    const { calls } = await showApp('/content', { connection: { icon: 'offline', online: false } });
    await expect.element(tile('U5 Unattended').getByText('Application is offline')).toBeVisible();
    await toggle('U5 Unattended').click({ force: true });
    expect(calls).not.toContain('keep u5');
  });

  test('videos are a choice beside the switch of the bundle’s page', async () => {
    const { calls } = await showApp('/content/m1', { offline: { m1: { videoBytes: 40_000_000 } } });
    const words = page.getByText('Include videos (40.0 MB)');
    await expect.element(words).toBeVisible();
    // A finger meets the words as well as the box.
    expect(words.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    await page.getByRole('checkbox', { name: 'Include videos (40.0 MB)' }).click();
    expect(calls).toContain('keep m1 with videos');
  });
});

describe('Experiences', () => {
  test('[RES-13, NAV-20, NAV-04] /apps is the same grid for the apps, titled Experiences', async () => {
    await showApp('/apps');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Experiences' })).toBeVisible();
    await expect.element(tile('Savings calculator')).toBeVisible();
    expect(page.getByRole('article').elements()).toHaveLength(3);
  });

  test('[RES-03] an empty list says that there are no experiences', async () => {
    await showApp('/apps', { bundles: [] });
    await expect
      .element(page.getByText('There are no experiences currently available in this channel'))
      .toBeVisible();
  });

  test('[APP-05, RES-12] embed and iframe tiles open their page, a link tile does not', async () => {
    const { at } = await showApp('/apps');
    await expect
      .element(tile('Developer portal').getByRole('link', { name: 'Launch Developer portal' }))
      .toBeVisible();
    await expect
      .element(tile('Developer portal').getByRole('link', { name: 'Developer portal', exact: true }))
      .not.toBeInTheDocument();
    await tile('Savings calculator').getByRole('link', { name: 'Savings calculator' }).click();
    await expect.poll(at).toBe('/apps/calculator');
  });

  test('[APP-02, APP-03, APP-06] a link tile launches outside, then offers to relaunch, and each launch is an event', async () => {
    const { events } = await showApp('/apps');
    const launch = tile('Developer portal').getByRole('link', { name: /aunch Developer portal/ });
    await expect.element(launch).toHaveAttribute('href', 'https://developers.velden.example/start');
    await expect.element(launch).toHaveAttribute('target', '_blank');
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    await launch.click();
    await expect.element(launch).toHaveTextContent('Relaunch');
    expect(events).toMatchObject([{ eventTypeId: 35, channelId: 'retail' }]);
  });
});

test('of thousands of bundles those in sight are mounted, the last one too when it is scrolled to', async () => {
  const [first] = sampleBundles;
  const bundles = Array.from({ length: 3000 }, (_, at) => ({
    ...first!,
    id: `b${at}`,
    title: `Bundle ${at}`,
  }));
  await showApp('/content', { bundles, offline: { b2999: { state: 'on' } } });
  await expect.element(page.getByText('3000 bundles, 1 offline')).toBeVisible();
  await expect.element(tile('Bundle 11')).toBeInTheDocument();
  const mounted = () => page.getByRole('article').elements().length;
  expect(mounted()).toBeLessThan(40);
  await expect
    .poll(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return tile('Bundle 2999').query();
    })
    .not.toBeNull();
  await expect.element(tile('Bundle 2999')).toBeVisible();
  expect(mounted()).toBeLessThan(40);
  window.scrollTo(0, 0);
  await expect.element(tile('Bundle 0')).toBeVisible();
});

test.each(['light', 'dark'] as const)('axe finds nothing on the lists in the %s scheme', async (scheme) => {
  setColorScheme(scheme);
  await showApp('/content', {
    offline: { t3: { state: 'on' }, m1: { state: 'loading', bytesDone: 9e6 }, p2: { state: 'partial' } },
  });
  await expect.element(tile('T3 Counter')).toBeVisible();
  await expectCleanAtEveryWidth();
});
