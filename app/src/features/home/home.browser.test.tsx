import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ChannelView } from '#services.ts';
import { sampleChannels } from '#testing/sample-content.ts';
import { expectNoAxeViolations, phone, showApp, tablet } from '#testing/show-app.tsx';

const [retail, transit] = sampleChannels as [ChannelView, ChannelView];
const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const main = () => page.getByRole('main');
const tile = (name: string | RegExp) => main().getByRole('link', { name });

describe('which page home is', () => {
  test('[HOME-01] with an active channel home is the channel, out of the local copy', async () => {
    await showApp('/', { load: () => new Promise(() => {}) });
    await expect.element(title('Retail & Hospitality')).toBeVisible();
  });

  test('[HOME-02, NAV-12] without a channel it is the picker for who is signed in, else the sign-in page', async () => {
    const { screen } = await showApp('/', { session: { activeChannelId: null } });
    await expect.element(title('Channel')).toBeVisible();
    await screen.unmount();
    const { at } = await showApp('/', { session: { user: null, activeChannelId: null } });
    await expect.element(title('Welcome to Satchel')).toBeVisible();
    expect(at()).toBe('/user/login');
  });

  test('[HOME-03, PERM-01] who is signed out but still has a channel sees it', async () => {
    const { at } = await showApp('/', { session: { user: null } });
    await expect.element(title('Retail & Hospitality')).toBeVisible();
    expect(at()).toBe('/');
  });

  test('[HOME-04] with nothing on the device and no server it says so and goes to the sign-in page', async () => {
    const { at } = await showApp('/', {
      channels: [],
      load: async () => ({ ok: false, failure: 'No response' }),
    });
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('No local data found, and unable to contact server. Redirecting to login...');
    expect(at()).toBe('/');
    await expect.poll(at, { timeout: 8000 }).toBe('/user/login');
  });
});

describe('channel view', () => {
  test('[HOME-05] the banner is the channel’s image beside its title, or the title alone', async () => {
    const { screen } = await showApp('/');
    await expect.element(title('Retail & Hospitality')).toBeVisible();
    const pictures = () =>
      [...main().element().querySelectorAll('section img')].map((picture) => picture.getAttribute('src'));
    expect(pictures()).toEqual([retail.imageUrl]);
    await screen.unmount();
    await showApp('/', { channels: [{ ...retail, imageUrl: null }] });
    await expect.element(title('Retail & Hospitality')).toBeVisible();
    expect(pictures()).toEqual([]);
  });

  const doors = [
    [/^Resources 9 bundles, 132 files/, '/content', 'Resources'],
    [/^Apps 3 experiences/, '/apps', 'Experiences'],
    [/^Packs 14 packs/, '/packs', 'Packs'],
  ] as const;

  test.each(doors)(
    '[HOME-06, HOME-07, HOME-08, NAV-04] the tile %s leads to %s',
    async (name, path, heading) => {
      const { at } = await showApp('/');
      await tile(name).click();
      await expect.element(title(heading)).toBeVisible();
      expect(at()).toBe(path);
    },
  );

  test('[HOME-05] where there is no room beside the words, the whole image stands above them', async () => {
    await page.viewport(820, 1180);
    await showApp('/');
    await expect.element(title('Retail & Hospitality')).toBeVisible();
    const banner = title('Retail & Hospitality').element().closest('section') as HTMLElement;
    const image = banner.querySelector('img') as HTMLElement;
    const { width, height, bottom } = image.getBoundingClientRect();
    expect(width).toBe(banner.clientWidth);
    expect(width / height).toBeCloseTo(5 / 2, 1);
    expect(bottom).toBeLessThanOrEqual(title('Retail & Hospitality').element().getBoundingClientRect().top);
    await tablet();
  });

  test('[HOME-06, HOME-07, HOME-08] without resources and apps only Packs opens', async () => {
    const { at } = await showApp('/', {
      channels: [{ ...retail, counts: { bundles: 0, files: 0, apps: 0, packs: 0 } }],
    });
    for (const name of [/^Resources/, /^Apps/]) {
      await expect.element(tile(name)).toHaveAttribute('aria-disabled', 'true');
      await expect.element(tile(name)).not.toHaveAttribute('href');
      await tile(name).click({ force: true });
      expect(at()).toBe('/');
    }
    await tile(/^Packs/).click();
    await expect.poll(at).toBe('/packs');
  });

  test('[HOME-07] while the channel is still on its way the door says how many bundles it has, and opens', async () => {
    await showApp('/', {
      channels: [{ ...retail, counts: { bundles: 9, files: null, apps: 0, packs: 0 } }],
    });
    await expect.element(tile(/^Resources 9 bundles$/)).toHaveAttribute('href');
  });

  test('[HOME-06, HOME-07, HOME-08] what is not known yet of a channel is not called empty', async () => {
    await showApp('/', {
      channels: [{ ...retail, counts: { bundles: null, files: null, apps: null, packs: null } }],
    });
    for (const name of [
      /^Resources Not downloaded yet$/,
      /^Apps Not downloaded yet$/,
      /^Packs Not downloaded yet$/,
    ])
      await expect.element(tile(name)).toHaveAttribute('href');
    await expect.element(main().getByText(/currently available/)).not.toBeInTheDocument();
  });

  test('a channel that did not come in whole says why, and is asked for again', async () => {
    let loads = 0;
    await showApp('/', {
      channels: [{ ...retail, counts: { bundles: 9, files: null, apps: null, packs: null } }],
      load: async (what) => {
        if (what.startsWith('channel ')) loads += 1;
        return loads === 1 ? { ok: false, failure: 'This device could not save it.' } : { ok: true };
      },
    });
    const alert = main().getByRole('alert');
    const says = alert.getByText('This channel has not been downloaded yet: This device could not save it.');
    await expect.element(says).toBeVisible();
    await expectNoAxeViolations();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.element(alert).not.toBeInTheDocument();
    expect(loads).toBe(2);
  });

  test('[F24, SYNC-09] a channel that is left alone for a while is asked for again by itself, and what was met stands until then', async () => {
    const again = Promise.withResolvers<{ ok: true }>();
    let loads = 0;
    await showApp('/', {
      channels: [{ ...retail, counts: { bundles: 9, files: null, apps: null, packs: null } }],
      load: async (what) => {
        if (what.startsWith('channel ')) loads += 1;
        return loads === 1 ? { ok: false, failure: 'No response', againInMs: 50 } : again.promise;
      },
    });
    await expect.poll(() => loads).toBe(2);
    const alert = main().getByRole('alert');
    await expect.element(alert).toBeVisible();
    again.resolve({ ok: true });
    await expect.element(alert).not.toBeInTheDocument();
  });

  test('[SYNC-06] packs that did not come with the channel are told of, and asked for again', async () => {
    let loads = 0;
    await showApp('/', {
      lastSync: async () => null,
      load: async (what) => {
        if (what.startsWith('channel ')) loads += 1;
        return loads === 1 ? { ok: false, failure: 'Application is offline' } : { ok: true };
      },
    });
    const alert = main().getByRole('alert');
    const says = 'Your packs of this channel have not been downloaded yet: Application is offline';
    await expect.element(alert.getByText(says)).toBeVisible();
    await expect.element(tile(/^Resources 9 bundles, 132 files/)).toHaveAttribute('href');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.element(alert).not.toBeInTheDocument();
  });

  test('[SYNC-06] a channel that the host refuses goes on being shown, and is not called up to date', async () => {
    const refused = { ok: false, failure: 'Not Found (404)', isNowhere: true } as const;
    await showApp('/', { load: async () => refused });
    const says = 'This channel could not be brought up to date: Not Found (404)';
    await expect.element(main().getByRole('alert').getByText(says)).toBeVisible();
    await expect.element(title('Retail & Hospitality')).toBeVisible();
  });

  test('[SYNC-06] of a channel that has just come without its packs only the packs are told of, which the host refuses', async () => {
    const refused = { ok: false, failure: 'Not Found (404)', isNowhere: true } as const;
    await showApp('/', { lastSync: async () => null, load: async () => refused });
    const says = 'Your packs of this channel have not been downloaded yet: Not Found (404)';
    await expect.element(main().getByRole('alert').getByText(says)).toBeVisible();
  });

  test('[SYNC-06, NAV-47] what a load met is said no more once Refresh has brought what it did not', async () => {
    let last: { at: number | null } = { at: null };
    const { calls } = await showApp('/', {
      lastSync: async () => last,
      load: async (what) => {
        if (what !== 'channel retail again')
          return { ok: false, failure: 'Not Found (404)', isNowhere: true };
        last = { at: Date.now() };
        return { ok: true };
      },
    });
    const alert = main().getByRole('alert');
    await expect.element(alert).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'Refresh' }).click();
    await expect.element(alert).not.toBeInTheDocument();
    expect(calls.filter((call) => call.startsWith('load channel retail'))).toHaveLength(2);
  });

  test('[HOME-06, HOME-07] a channel with apps alone opens Apps and not Resources', async () => {
    await showApp('/', {
      channels: [{ ...retail, counts: { bundles: 0, files: 0, apps: 1, packs: 0 } }],
    });
    await expect.element(tile(/^Apps 1 experience$/)).toHaveAttribute('href');
    await expect.element(tile(/^Resources/)).not.toHaveAttribute('href');
  });

  test('[HOME-09, MODEL-12] tiles show the channel’s pictures in order, and the app’s sign where there is none', async () => {
    await showApp('/', {
      channels: [{ ...retail, tileUrls: [retail.tileUrls[0]!, null, retail.tileUrls[2]!] }],
    });
    await expect.element(tile(/^Packs/)).toBeVisible();
    const picture = (name: RegExp) => tile(name).element().querySelector('img')?.getAttribute('src');
    expect(picture(/^Resources/)).toBe(retail.tileUrls[0]);
    expect(picture(/^Packs/)).toBe(retail.tileUrls[2]);
    expect(picture(/^Apps/)).toBeUndefined();
    expect(tile(/^Apps/).element().querySelector('[data-picture="placeholder"] svg')).not.toBeNull();
  });

  test('[MODEL-03] news of the channel shows below its banner, without anything that could run', async () => {
    await showApp('/', {
      channels: [{ ...retail, newsHtml: '<p>Split <b>bills</b></p><img src=x onerror="window.ran=1">' }],
    });
    const news = main().getByRole('region', { name: 'News' });
    await expect.element(news.getByText('bills', { exact: true })).toBeVisible();
    expect(news.element().querySelector('[onerror]')).toBeNull();
    expect('ran' in window).toBe(false);
    const banner = title('Retail & Hospitality').element();
    const following = Node.DOCUMENT_POSITION_FOLLOWING;
    expect(banner.compareDocumentPosition(news.element()) & following).toBe(following);
  });

  test('[MODEL-03] a channel without news has no place for it', async () => {
    await showApp('/', { channels: [{ ...retail, newsHtml: null }] });
    await expect.element(title('Retail & Hospitality')).toBeVisible();
    await expect.element(main().getByRole('region', { name: 'News' })).not.toBeInTheDocument();
  });

  test('on a phone home itself says when it was downloaded, and refreshes', async () => {
    await phone();
    const { calls } = await showApp('/');
    await expect.element(main().getByText('Last downloaded Nov 20, 2026')).toBeVisible();
    await main().getByRole('button', { name: 'Refresh' }).click();
    expect(calls).toContain('load channel retail again');
  });
});

describe('help banner', () => {
  const invitation = () => main().getByRole('link', { name: 'Open help' });

  test('[HOME-11, HOME-13, HOME-14] it invites to the first topic, or to the online help without topics', async () => {
    const { screen } = await showApp('/');
    await expect.element(invitation()).toHaveAttribute('href', 'https://help.example/first');
    await expect.element(main().getByText(/The online help shows the whole journey/)).toBeVisible();
    await screen.unmount();
    await showApp('/', { configuration: { help: { url: 'https://help.example', topics: [] } } });
    await expect.element(invitation()).toHaveAttribute('href', 'https://help.example');
  });

  test('[HELP-01, HOME-13] it leads nobody to a topic that is for others', async () => {
    const team = { title: 'Your team', url: 'https://help.example/team', role: 'sales_tool_manager' };
    const first = { title: 'First steps', url: 'https://help.example/first' };
    const help = { url: 'https://help.example', topics: [team, first] };
    const { session, screen } = await showApp('/', { configuration: { help } });
    await expect.element(invitation()).toHaveAttribute('href', first.url);
    const { user } = session.current();
    session.set({ ...session.current(), user: user && { ...user, roles: [team.role] } });
    await expect.element(invitation()).toHaveAttribute('href', team.url);
    await screen.unmount();
    await showApp('/', { configuration: { help: { ...help, topics: [team] } } });
    await expect.element(invitation()).toHaveAttribute('href', help.url);
  });

  test('[HOME-11] without a help address there is no banner', async () => {
    await showApp('/', { configuration: { help: { url: null, topics: [] } } });
    await expect.element(title('Retail & Hospitality')).toBeVisible();
    await expect.element(invitation()).not.toBeInTheDocument();
  });

  test('[HOME-11, HOME-12, CONST-15] dismissed, it keeps the time under dhb-1 and does not come back', async () => {
    const started = Date.now();
    const { screen } = await showApp('/');
    await main().getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(invitation()).not.toBeInTheDocument();
    const dismissed = Date.parse(localStorage.getItem('dhb-1') ?? '');
    expect(dismissed).toBeGreaterThanOrEqual(started);
    expect(dismissed).toBeLessThanOrEqual(Date.now());
    await screen.unmount();
    await showApp('/');
    await expect.element(title('Retail & Hospitality')).toBeVisible();
    await expect.element(invitation()).not.toBeInTheDocument();
  });
});

describe('live learning channel', () => {
  const warning =
    'This is a live learning channel. Packs are sent only to you, and activity is not recorded outside it.';

  test('[CHAN-02, CHAN-03] it warns that packs go only to oneself and activity stays inside', async () => {
    await showApp('/', { channels: [retail, transit], session: { activeChannelId: 'transit' } });
    await expect.element(title('Transit & Parking')).toBeVisible();
    await expect.element(main().getByText(warning)).toBeVisible();
    await expect.element(main().getByText('live learning channel', { exact: true })).toBeVisible();
  });

  test('[CHAN-02] any other channel has no warning', async () => {
    await showApp('/');
    await expect.element(title('Retail & Hospitality')).toBeVisible();
    await expect.element(main().getByText(/live learning channel/)).not.toBeInTheDocument();
  });
});
