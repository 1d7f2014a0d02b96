import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleBundleRecords, sampleChannels, sampleNow } from '#testing/sample-content.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, showApp, showWorld } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const banner = () => page.getByRole('banner');
const control = (name: string | RegExp) => banner().getByRole('button', { name, exact: true });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const radio = (name: string) => page.getByRole('menuitemradio', { name, exact: true });
const entries = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((entry) => entry.textContent);

test('[NAV-44] home, areas, connection, last download, refresh, help, profile and channel stand in the header', async () => {
  await showApp('/', {
    helpPages: [{ id: 'h', type: 'node--help_page', title: 'Your home page', paths: 'route:home' }],
  });
  await expect.element(banner().getByRole('link', { name: 'Home' })).toBeVisible();
  for (const area of ['Resources', 'Apps', 'Packs']) await expect.element(control(area)).toBeVisible();
  await expect.element(control('Online')).toBeVisible();
  await expect.element(banner().getByText('Nov 20, 2026')).toBeVisible();
  await expect.element(control('Refresh')).toBeVisible();
  await expect.element(banner().getByRole('link', { name: 'Your home page' })).toBeVisible();
  await expect.element(control('Profile menu of Nora Lindqvist')).toBeVisible();
  await expect.element(control('Channel Retail & Hospitality, switch channel')).toBeVisible();
});

describe('connection', () => {
  test('[NAV-45] cloud, cloud with an arrow down or up, and cloud off, each in words too', async () => {
    const { connection } = await showApp('/');
    const state = (name: string) => control(name).element().querySelector('svg')?.getAttribute('class') ?? '';
    await expect.element(control('Online')).toBeVisible();
    expect(state('Online')).toMatch(/icon-cloud( |$)/);
    connection.set({ icon: 'downloading', online: true, share: 0.4, waiting: 0 });
    await expect.element(control('Downloading, 40 %')).toBeVisible();
    expect(state('Downloading, 40 %')).toContain('icon-cloud-download');
    const filled = () =>
      control(/^Downloading/)
        .element()
        .querySelector('[style*="width"]')
        ?.getAttribute('style');
    expect(filled()).toBe('width: 40%;');
    connection.set({ icon: 'downloading', online: true, share: null, waiting: 0 });
    await expect.element(control('Downloading')).toBeVisible();
    // A bar that moves, and no empty one.
    expect(filled()).toBeUndefined();
    const bar = control('Downloading').element().querySelector('[aria-hidden="true"] > span');
    expect(bar?.getAnimations()).toHaveLength(1);
    expect(bar?.getBoundingClientRect().width).toBeGreaterThan(0);
    connection.set({ icon: 'uploading', online: true, share: null, waiting: 2 });
    await expect.element(control('Uploading, 2 still waiting')).toBeVisible();
    expect(state('Uploading, 2 still waiting')).toContain('icon-cloud-upload');
    connection.set({ icon: 'offline', online: false, share: null, waiting: 0 });
    await expect.element(control('Offline')).toBeVisible();
    expect(state('Offline')).toContain('icon-cloud-off');
  });

  test('[NAV-46] the chip dates what is in view, and is not there when that was never downloaded', async () => {
    const records = structuredClone(sampleBundleRecords);
    for (const record of records) {
      if (record.id === 't3') record.pulled = sampleNow - 3 * 86_400_000;
      if (record.id === 'm1') delete record.pulled;
    }
    const { history } = await showApp('/', { records });
    await expect.element(banner().getByText('Nov 20, 2026')).toBeVisible();
    history.push('/content/t3');
    await expect.element(banner().getByText('Nov 17, 2026')).toBeVisible();
    history.push('/content/m1');
    await expect.element(page.getByRole('heading', { level: 1, name: 'M1 Mobile' })).toBeVisible();
    await expect.element(banner().getByText(/2026/)).not.toBeInTheDocument();
  });

  test('refreshing fetches what is in view, and says why when it does not come', async () => {
    const { calls, services } = await showApp('/content/t3', {
      load: async () => ({ ok: false, failure: 'No response' }),
    });
    await expect.element(page.getByRole('table')).toBeVisible();
    const heard: unknown[] = [];
    services.notices.listen(({ passes }) => heard.push(passes));
    expect(calls).not.toContain('load bundle t3 again');
    await control('Refresh').click();
    expect(calls).toContain('load bundle t3 again');
    await expect.element(page.getByText('Not refreshed: No response', { exact: true })).toBeVisible();
    // It asks for nothing, so nobody has to put it away.
    expect(heard).toEqual([true]);
  });

  test.each([
    ['/settings', 'channel retail', 0],
    ['/content/t3', 'bundle t3', 1],
    ['/packs/brightwater/view', 'pack brightwater', 1],
    ['/packs/brightwater/details', 'pack brightwater', 1],
  ])(
    '[SYNC-07, F24] what a refresh at %s did not bring is asked for with the host’s return, and only once',
    async (path, item, atFirst) => {
      const load = async (what: string) =>
        what === `${item} again` ? ({ ok: false, failure: 'No response' } as const) : ({ ok: true } as const);
      const { calls, connection } = await showWorld(path, samplePackServices({ load }));
      const asked = () => calls.filter((call) => call === `load ${item}`).length;
      async function goesAndComes() {
        connection.set({ ...connection.current(), online: false, icon: 'offline' });
        await expect.element(control('Application is offline')).toBeVisible();
        connection.set({ ...connection.current(), online: true, icon: 'online' });
        await expect.element(control('Refresh')).toBeVisible();
      }
      await expect.poll(asked).toBe(atFirst);
      await control('Refresh').click();
      await expect.element(page.getByText('Not refreshed: No response', { exact: true })).toBeVisible();
      await goesAndComes();
      await expect.poll(asked).toBe(atFirst + 1);
      await goesAndComes();
      expect(asked()).toBe(atFirst + 1);
    },
  );

  test('[SYNC-07, F24] what a busy host did not bring is asked for again by itself after a while, until it comes', async () => {
    let loads = 0;
    const failed = { ok: false, failure: 'Service Unavailable (503)', againInMs: 50 } as const;
    const { calls } = await showApp('/settings', {
      load: async (what) => {
        if (!what.startsWith('channel ')) return { ok: true };
        loads += 1;
        // What is old shows silently when it is not asked for by force.
        if (loads === 2) return { ok: true, againInMs: 50 };
        return loads === 1 ? failed : { ok: true };
      },
    });
    await control('Refresh').click();
    const ofChannel = () => calls.filter((call) => call.startsWith('load channel '));
    await expect
      .poll(ofChannel)
      .toEqual(['load channel retail again', 'load channel retail', 'load channel retail']);
  });

  test('[NAV-09, NAV-10] a refresh asked for on one page ends with that page, and its failure with it', async () => {
    let answer: (outcome: { ok: false; failure: string }) => void = () => {};
    let asked = 0;
    const { calls, history } = await showApp('/content/t3', {
      load: (what) => {
        if (what !== 'bundle t3 again') return Promise.resolve({ ok: true });
        asked += 1;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    await control('Refresh').click();
    await expect.element(control('Refreshing')).toBeVisible();
    history.push('/content/m1');
    await expect.element(page.getByRole('heading', { level: 1, name: 'M1 Mobile' })).toBeVisible();
    await expect.element(control('Refresh')).toBeVisible();
    expect(asked).toBe(1);
    expect(calls).not.toContain('load bundle m1 again');
    answer({ ok: false, failure: 'Late failure' });
    await control('Refresh').click();
    await expect.poll(() => calls).toContain('load bundle m1 again');
    await expect.element(page.getByText('Late failure')).not.toBeInTheDocument();
  });

  test('[NAV-47, PERM-02] who is signed out is asked to log in before downloading', async () => {
    const { at, calls } = await showApp('/content', { session: { user: null } });
    // The screen asks for the channel by itself.
    await expect.poll(() => calls).toContain('load channel retail');
    const before = calls.length;
    await control('Log in to download').click();
    await expect.poll(at).toBe('/user/login');
    expect(calls.slice(before)).toEqual([]);
  });

  test('[PERM-02] without a connection nothing can be refreshed', async () => {
    const { calls } = await showApp('/content', { connection: { icon: 'offline', online: false } });
    await expect.element(control('Application is offline')).toHaveAttribute('aria-disabled', 'true');
    await control('Application is offline').click({ force: true });
    expect(calls.filter((call) => call.endsWith('again'))).toEqual([]);
  });
});

describe('channels', () => {
  test('[NAV-48] the switcher and the profile menu both lead home with the other channel', async () => {
    const { at, calls, history } = await showApp('/content');
    await control(/switch channel/).click();
    await expect.element(radio('Retail & Hospitality')).toBeChecked();
    await radio('Transit & Parking').click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Transit & Parking' })).toBeVisible();
    expect(calls).toContain('select transit');
    expect(at()).toBe('/');

    history.push('/content');
    await control(/^Profile menu/).click();
    await expect.element(radio('Transit & Parking')).toBeChecked();
    await radio('Retail & Hospitality').click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Retail & Hospitality' })).toBeVisible();
    expect(calls).toContain('select retail');
    expect(at()).toBe('/');
  });

  test('[NAV-48, NAV-57] who has one channel has nothing to switch', async () => {
    await showApp('/', { channels: sampleChannels.slice(0, 1) });
    await expect.element(banner().getByText('Retail & Hospitality').last()).toBeVisible();
    await expect.element(control(/switch channel/)).not.toBeInTheDocument();
    await control(/^Profile menu/).click();
    await expect.element(item('Logout')).toBeVisible();
    await expect.element(page.getByRole('menuitemradio')).not.toBeInTheDocument();
  });
});

describe('profile menu', () => {
  test('[NAV-56, PERM-01] signed out it holds Login alone, and what is on the device can be browsed', async () => {
    const { at } = await showApp('/content', { session: { user: null } });
    await expect.element(page.getByRole('article', { name: 'T3 Counter' })).toBeVisible();
    await control('Profile menu').click();
    await expect.element(item('Login')).toBeVisible();
    expect(entries()).toEqual(['Login']);
    await item('Login').click();
    await expect.poll(at).toBe('/user/login');
  });

  test('[NAV-57] signed in it holds account, profile, settings, help, news, feedback, channels and logout', async () => {
    await showApp('/', { configuration: { feedback: 'https://feedback.example/' } });
    await control(/^Profile menu/).click();
    await expect.element(item('Logout')).toBeVisible();
    expect(entries()).toEqual(['Account', 'Profile', 'Settings', 'Help', "What's new", 'Feedback', 'Logout']);
    await expect.element(item('Feedback')).toHaveAttribute('href', 'https://feedback.example/');
    await expect.element(radio('Retail & Hospitality')).toBeChecked();
    await expect.element(radio('Transit & Parking')).not.toBeChecked();
  });

  test('[NAV-57, NAV-58] without a feedback and a help address their entries are not there', async () => {
    await showApp('/', { configuration: { help: { url: null, topics: [] } } });
    await control(/^Profile menu/).click();
    await expect.element(item('Logout')).toBeVisible();
    expect(entries()).toEqual(['Account', 'Profile', 'Settings', "What's new", 'Logout']);
  });

  const pages = [
    ['Account', '/user/account'],
    ['Profile', '/user/profile'],
    ['Settings', '/settings'],
    ['Help', '/help'],
    ["What's new", '/whats-new'],
    ['Logout', '/user/logout'],
  ] as const;

  test('[NAV-57] each entry opens its page', async () => {
    const { at, history } = await showApp('/');
    for (const [name, path] of pages) {
      await control(/^Profile menu/).click();
      await item(name).click();
      await expect.poll(at).toBe(path);
      history.push('/');
    }
  });

  test('it opens, is walked and closes by keyboard, and gives the focus back', async () => {
    await showApp('/');
    const button = control(/^Profile menu/);
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(item('Account')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(item('Profile')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(item('Account')).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  });
});

test('[HELP-04] one matching help page is a link, several are a menu, and none leaves nothing', async () => {
  const help = (id: string, title: string, paths: string) =>
    ({ id, type: 'node--help_page', title, paths, path: { alias: `/help/${id}`, langcode: 'en' } }) as const;
  const { history } = await showWorld(
    '/packs',
    samplePackServices({
      helpPages: [
        help('a', 'All about packs', 'route:packs__index'),
        help('b', 'Finding files', 'content*'),
        help('c', 'Working offline', '/^\\/content/'),
      ],
    }),
  );
  await expect
    .element(banner().getByRole('link', { name: 'All about packs' }))
    .toHaveAttribute('href', 'https://help.example/help/a');
  history.push('/content');
  await control('Help for this page').click();
  await expect.element(item('Finding files')).toHaveAttribute('href', 'https://help.example/help/b');
  expect(entries()).toEqual(['Finding files', 'Working offline']);
  history.push('/settings');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect.element(control('Help for this page')).not.toBeInTheDocument();
  await expect.element(banner().getByRole('link', { name: 'All about packs' })).not.toBeInTheDocument();
});
