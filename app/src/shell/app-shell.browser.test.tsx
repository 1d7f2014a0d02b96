import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectNoise } from '#testing/quiet-browser.ts';
import { samplePackServices, samplePacks } from '#testing/sample-packs.ts';
import { clearNotices, desktop, motionEnds, phone, showApp, showWorld, tablet } from '#testing/show-app.tsx';

afterEach(() => {
  vi.useRealTimers();
  clearNotices();
});

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const crumbs = () => page.getByRole('navigation', { name: 'Breadcrumbs' });
const trail = () =>
  crumbs()
    .getByRole('listitem')
    .elements()
    .map((crumb) => crumb.textContent);

describe('breadcrumbs', () => {
  test('[NAV-41, NAV-43, NAV-04] channel, section and item, on resources, experiences and packs', async () => {
    const { at, history } = await showWorld('/content', samplePackServices());
    await expect.poll(trail).toEqual(['Retail & Hospitality', 'Resources']);
    history.push('/content/t3');
    await expect.poll(trail).toEqual(['Retail & Hospitality', 'Resources', 'T3 Counter']);
    history.push('/apps');
    await expect.poll(trail).toEqual(['Retail & Hospitality', 'Experiences']);
    history.push('/apps/portal');
    await expect.poll(trail).toEqual(['Retail & Hospitality', 'Experiences', 'Developer portal']);
    history.push('/packs/aurelia/send');
    await expect.poll(trail).toEqual(['Retail & Hospitality', 'Packs', 'Hotel Aurelia, front desk', 'Send']);
    await crumbs().getByRole('link', { name: 'Hotel Aurelia, front desk' }).click();
    await expect.poll(at).toBe('/packs/aurelia/view');
    await crumbs().getByRole('link', { name: 'Retail & Hospitality' }).click();
    await expect.poll(at).toBe('/');
  });

  test('[NAV-41] the root reads Home while nothing is known of the channel', async () => {
    await showApp('/content', { channels: [], bundles: [] });
    await expect.poll(trail).toEqual(['Home', 'Resources']);
  });

  test('[NAV-42, NAV-43] home, settings, news, test and error pages have none', async () => {
    const { history } = await showApp('/');
    const pages = [
      ['/', 'Retail & Hospitality'],
      ['/settings', 'Settings'],
      ['/whats-new', "What's new"],
      ['/test', 'Test'],
      ['/nowhere', '(404) Sorry, nothing here...'],
    ] as const;
    for (const [path, name] of pages) {
      history.push(path);
      await expect.element(title(name)).toBeVisible();
      await expect.element(crumbs()).not.toBeInTheDocument();
    }
  });

  test('a pack with a very long name leaves the words around it whole', async () => {
    await desktop();
    const [pack] = samplePacks;
    const packs = [{ ...pack!, title: 'Opening offer for all shops of the north '.repeat(6) }];
    await showWorld(`/packs/${pack!.id}/details`, samplePackServices({ packs }));
    await expect.poll(() => trail().length).toBe(4);
    const isCut = (crumb: Element) =>
      [...crumb.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    await expect
      .poll(() => crumbs().getByRole('listitem').elements().map(isCut))
      .toEqual([false, false, true, false]);
  });

  test('[NAV-42, FLAG-06] they are there by default and gone with breadcrumbMenuEnabled off', async () => {
    const { screen } = await showApp('/content');
    await expect.element(crumbs()).toBeVisible();
    await screen.unmount();
    await showApp('/content', { configuration: { flags: { breadcrumbMenuEnabled: false } } });
    await expect.element(title('Resources')).toBeVisible();
    await expect.element(crumbs()).not.toBeInTheDocument();
  });

  test('the window is named after the page, its item first', async () => {
    const { history } = await showApp('/content/t3');
    await expect.poll(() => document.title).toBe('T3 Counter · Resources · Retail & Hospitality · Satchel');
    history.push('/settings');
    await expect.poll(() => document.title).toBe('Settings · Satchel');
  });
});

describe('footer', () => {
  const footer = () => page.getByRole('contentinfo');

  test('[NAV-49, NAV-50] year, owner, Terms and Privacy', async () => {
    await showApp('/test');
    await expect.element(footer().getByText(`© ${new Date().getFullYear()} Velden Terminals`)).toBeVisible();
    await expect
      .element(footer().getByRole('link', { name: 'Terms', exact: true }))
      .toHaveAttribute('href', 'https://velden.example/terms');
    await expect
      .element(footer().getByRole('link', { name: 'Privacy', exact: true }))
      .toHaveAttribute('href', 'https://velden.example/privacy');
  });

  test('[NAV-49] a link that is not configured is not there', async () => {
    await showApp('/test', { configuration: { terms: null, privacy: null } });
    await expect.element(footer()).toHaveTextContent(`© ${new Date().getFullYear()} Velden Terminals`);
  });
});

describe('new version', () => {
  const dialog = () => page.getByRole('dialog');

  test('[NAV-59] it asks, and reloads on yes', async () => {
    const { calls, updateReady } = await showApp('/content');
    await expect.element(title('Resources')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    updateReady.set(true);
    await expect
      .element(dialog().getByText('A new version is available. Do you want to reload?'))
      .toBeVisible();
    expect(calls).not.toContain('update');
    await dialog().getByRole('button', { name: 'Reload' }).click();
    expect(calls).toContain('update');
  });

  test('[NAV-59] when the new version does not start the question stays, says so, and can be answered again', async () => {
    const stuck = 'The new version did not start. Close the other windows of Satchel and try again.';
    const update = vi.fn(() => Promise.reject(new Error(stuck)));
    const { updateReady, history } = await showApp('/content', { update });
    updateReady.set(true);
    const reload = () => dialog().getByRole('button', { name: 'Reload' }).click();
    await reload();
    await expect.element(dialog().getByRole('alert')).toHaveTextContent(stuck);
    await reload();
    expect(update).toHaveBeenCalledTimes(2);
    await dialog().getByRole('button', { name: 'Later' }).click();
    history.push('/settings');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.element(page.getByRole('main').getByRole('alert')).toHaveTextContent(stuck);
  });

  test('[NAV-59] it waits until another dialog is closed', async () => {
    const { services, updateReady, screen } = await showWorld(
      '/packs/brightwater/build',
      samplePackServices(),
    );
    await page.getByRole('button', { name: 'Pack settings' }).click();
    await expect.element(dialog().getByRole('button', { name: 'OK' }), { timeout: 15_000 }).toBeVisible();
    updateReady.set(true);
    const question = page.getByText('A new version is available. Do you want to reload?');
    services.notices.show({ tone: 'problem', text: 'Not kept' });
    await expect.element(page.getByText('Not kept')).toBeVisible();
    expect(dialog().elements()).toHaveLength(1);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).toBeVisible();
    await screen.unmount();
  });

  test('[NAV-59] on no it goes away and nothing is reloaded', async () => {
    const { calls, updateReady, history } = await showApp('/content');
    updateReady.set(true);
    await dialog().getByRole('button', { name: 'Later' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    history.push('/test');
    await expect.element(title('Test')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls).not.toContain('update');
    // Whoever put it off finds it beside the versions.
    history.push('/settings');
    await page.getByRole('button', { name: 'Reload' }).click();
    expect(calls).toContain('update');
  });
});

const savedHere = 'Signature saved locally and will be saved to server when next online';

/** A finger on its middle meets it, and nothing that lies over it. */
const isOnTop = (control: Locator) => {
  const { left, top, width, height } = control.element().getBoundingClientRect();
  return control.element().contains(document.elementFromPoint(left + width / 2, top + height / 2));
};

describe('notices', () => {
  test('a problem is spoken at once, stays, and its action leads where it says', async () => {
    const { at, services } = await showApp('/content');
    await expect.element(title('Resources')).toBeVisible();
    services.notices.show({
      tone: 'problem',
      text: 'Unable to refresh the server security token. Please sign in again',
      action: { label: 'Login', to: '/user/login' },
    });
    const alert = page.getByRole('alert');
    await expect.element(alert).toMatchTextContent(/Please sign in again/);
    await alert.getByRole('button', { name: 'Login' }).click();
    await expect.poll(at).toBe('/user/login');
    await expect.element(alert).not.toBeInTheDocument();
  });

  test('what a notice offers is there in whole beside long words', async () => {
    for (const size of [phone, tablet]) {
      await size();
      const { services, screen } = await showApp('/content');
      await expect.element(title('Resources')).toBeInTheDocument();
      const text = 'A message has waited for more than a day. Look at it before it goes out.';
      services.notices.show({ tone: 'waiting', text, action: { label: 'Look', to: '/settings#waiting' } });
      const look = page.getByRole('status').getByRole('button', { name: 'Look' });
      await expect.element(look).toBeVisible();
      const label = look.getByText('Look').element();
      expect(label.scrollWidth).toBe(label.clientWidth);
      clearNotices();
      await screen.unmount();
    }
  });

  test('on a phone a notice stands above the tab bar, so that tabs, a page’s acts and places stay in reach', async () => {
    await phone();
    const { services } = await showApp('/settings');
    const tab = page.getByRole('tab', { name: 'Log' });
    await expect.element(tab).toBeVisible();
    services.notices.show({ tone: 'waiting', text: savedHere });
    const notice = page.getByText(savedHere);
    await expect.element(notice).toBeVisible();
    await motionEnds();
    const place = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Packs' });
    for (const control of [tab, place]) expect(isOnTop(control)).toBe(true);
    expect(notice.element().getBoundingClientRect().top).toBeGreaterThan(innerHeight / 2);
  });

  test('who closes a notice by a key goes on at the page', async () => {
    await desktop();
    const { services } = await showApp('/content');
    services.notices.show({ tone: 'problem', text: savedHere });
    await expect.element(page.getByText(savedHere)).toBeVisible();
    (page.getByRole('button', { name: 'Close', exact: true }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(savedHere)).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('a notice lies on no act of a page, also at the end of the page', async () => {
    await desktop();
    const { services } = await showWorld('/packs/aurelia/edit', samplePackServices());
    const save = page.getByRole('button', { name: 'Save' });
    await expect.element(save).toBeVisible();
    services.notices.show({ tone: 'problem', text: savedHere });
    await expect.element(page.getByText(savedHere)).toBeVisible();
    await motionEnds();
    for (const top of [0, document.documentElement.scrollHeight]) {
      scrollTo({ top, behavior: 'instant' });
      expect(isOnTop(save)).toBe(true);
    }
  });

  test('beside a dialog a notice lies above, away from the buttons at its lower right', async () => {
    await page.viewport(1200, 800);
    const { services } = await showWorld('/packs/brightwater/build', samplePackServices());
    await page.getByRole('button', { name: 'Pack settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pack settings' });
    const ok = dialog.getByRole('button', { name: 'OK' });
    await expect.element(ok, { timeout: 15_000 }).toBeVisible();
    services.notices.show({ tone: 'problem', text: savedHere });
    const notice = page.getByText(savedHere);
    await expect.element(notice).toBeVisible();
    await motionEnds();
    expect(notice.element().getBoundingClientRect().bottom).toBeLessThan(innerHeight / 4);
    expect(isOnTop(ok)).toBe(true);
  });

  test('several notices lie on one another, the newest on top, and open for who comes to them', async () => {
    await phone();
    const { services } = await showApp('/settings');
    await expect.element(title('Settings')).toBeVisible();
    const words = ['The pack could not be deleted', 'The pack could not be cloned', 'The link did not come'];
    for (const text of words) services.notices.show({ tone: 'problem', text });
    const notice = (text: string) => page.getByRole('alert').filter({ hasText: text });
    await expect.element(notice('The link did not come')).toBeVisible();
    await motionEnds();
    expect(isOnTop(notice('The link did not come'))).toBe(true);
    const [oldest, , newest] = words.map((text) => page.getByText(text));
    const height = () =>
      newest!.element().getBoundingClientRect().top - oldest!.element().getBoundingClientRect().top;
    expect(height()).toBeLessThan(40);
    const close = notice('The link did not come').getByRole('button', { name: 'Close' });
    (close.element() as HTMLElement).focus();
    await expect.poll(height).toBeGreaterThan(100);
    await motionEnds();
    for (const text of words) expect(isOnTop(notice(text))).toBe(true);
    await userEvent.keyboard('{Enter}');
    await expect.element(newest!).not.toBeInTheDocument();
    await expect.element(oldest!).toBeVisible();
  });

  test('what is said again lies there once', async () => {
    const { services } = await showApp('/settings');
    await expect.element(title('Settings')).toBeVisible();
    for (const _ of [1, 2, 3]) services.notices.show({ tone: 'problem', text: 'Not kept' });
    services.notices.show({ tone: 'problem', text: 'Not sent' });
    await expect.element(page.getByText('Not sent')).toBeVisible();
    await expect.poll(() => page.getByText('Not kept').elements()).toHaveLength(1);
  });

  test('a problem stays; one that asks for nothing goes by itself', async () => {
    const { services } = await showApp('/settings');
    await expect.element(title('Settings')).toBeVisible();
    // Under a pointer none goes.
    await title('Settings').hover();
    services.notices.show({ tone: 'problem', text: 'Not sent' });
    await expect.element(page.getByText('Not sent')).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    services.notices.show({ tone: 'problem', text: 'Not refreshed', passes: true });
    const passing = page.getByText('Not refreshed');
    await expect.element(passing).toBeInTheDocument();
    const later = () => {
      vi.advanceTimersByTime(6000);
      return passing.query();
    };
    await expect.poll(later).toBeNull();
    await expect.element(page.getByText('Not sent')).toBeVisible();
  });

  test('what goes by itself waits in a hidden window until somebody has seen it', async () => {
    const { services } = await showApp('/settings');
    // Under a pointer none goes.
    await title('Settings').hover();
    services.notices.show({ tone: 'problem', text: 'Not sent' });
    await expect.element(page.getByText('Not sent')).toBeVisible();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    services.notices.show({ tone: 'waiting', text: savedHere });
    const notice = page.getByText(savedHere);
    const later = () => {
      vi.advanceTimersByTime(6000);
      return notice.query();
    };
    await expect.poll(later).not.toBeNull();
    for (let left = 5; left > 0; left -= 1) {
      later();
      await motionEnds();
    }
    expect(later()).not.toBeNull();
    visibility.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(later).toBeNull();
  });

  test('whoever showed a notice that stays hears when the person closes it, and not when it is only said again', async () => {
    const { services } = await showApp('/settings');
    await expect.element(title('Settings')).toBeVisible();
    const closed: string[] = [];
    const show = (name: string, action?: { label: string; to: string }) =>
      services.notices.show({
        tone: 'problem',
        text: 'Not sent',
        ...(action && { action }),
        onClosed: () => void closed.push(name),
      });
    show('first');
    await expect.element(page.getByText('Not sent')).toBeVisible();
    show('second', { label: 'See why', to: '/settings#waiting' });
    await page.getByRole('button', { name: 'See why' }).click();
    await expect.poll(() => closed).toEqual(['second']);
    show('third');
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => closed).toEqual(['second', 'third']);
  });

  test('on a phone a notice makes way for a sheet’s buttons and the links of the drawer', async () => {
    await phone();
    const { services } = await showApp('/content');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    services.notices.show({ tone: 'waiting', text: savedHere });
    const notice = page.getByText(savedHere);
    await expect.element(notice).toBeVisible();
    await motionEnds();
    expect(notice.element().getBoundingClientRect().top).toBeGreaterThan(innerHeight / 2);
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expect.poll(() => notice.element().getBoundingClientRect().bottom).toBeLessThan(innerHeight / 3);
  });
});

describe('getting about', () => {
  test('the number of waiting items stands on the icon of the installed app', async () => {
    const shown: (number | undefined)[] = [];
    const setAppBadge = async (count?: number) => void shown.push(count);
    Object.defineProperty(navigator, 'setAppBadge', { value: setAppBadge, configurable: true });
    const { connection } = await showApp('/settings', { connection: { waiting: 2 } });
    await expect.element(title('Settings')).toBeVisible();
    connection.set({ ...connection.current(), waiting: 0 });
    await expect.poll(() => shown).toEqual([2, 0]);
    Reflect.deleteProperty(navigator, 'setAppBadge');
  });

  test('a navigation hands the focus to the title of the new page', async () => {
    await showApp('/content');
    await page.getByRole('link', { name: 'M1 Mobile' }).click();
    await expect.element(title('M1 Mobile')).toHaveFocus();
  });

  test('the first stop of the Tab key skips to the content', async () => {
    await showApp('/content');
    await expect.element(title('Resources')).toBeVisible();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: 'Skip to the content' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  test('on a phone room is kept below the page for the four places, and none where there are none', async () => {
    await phone();
    const footer = () => {
      scrollTo(0, document.documentElement.scrollHeight);
      return page.getByRole('contentinfo').element().getBoundingClientRect().bottom;
    };
    const { screen } = await showApp('/settings');
    const places = page.getByRole('navigation', { name: 'Places' });
    await expect.element(places).toBeVisible();
    expect(footer()).toBeLessThanOrEqual(places.element().getBoundingClientRect().top);
    await screen.unmount();
    await showApp('/settings', { session: { activeChannelId: null } });
    await expect.element(title('Settings')).toBeVisible();
    await expect.element(places).not.toBeInTheDocument();
    expect(footer()).toBeCloseTo(innerHeight, 0);
  });

  test('on a phone four places lie at the thumb, the open one marked', async () => {
    await phone();
    const { at } = await showWorld('/content', samplePackServices());
    const places = page.getByRole('navigation', { name: 'Places' });
    await expect
      .element(places.getByRole('link', { name: 'Resources' }))
      .toHaveAttribute('aria-current', 'page');
    await places.getByRole('link', { name: 'Packs' }).click();
    await expect.poll(at).toBe('/packs');
    await expect.element(places.getByRole('link', { name: 'Packs' })).toHaveAttribute('aria-current', 'page');
    await expect.element(places.getByRole('link', { name: 'Resources' })).not.toHaveAttribute('aria-current');
  });

  test('a page that breaks says why and offers another try', async () => {
    const { services } = samplePackServices();
    const world = { services };
    let breaks = true;
    const { inChannel } = services.bundles;
    services.bundles.inChannel = (...asked) =>
      breaks ? Promise.reject(new Error('The local copy cannot be read')) : inChannel(...asked);
    expectNoise(/The local copy cannot be read|Error in route match/);
    await showWorld('/content', world);
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/This page could not be shown: The local copy cannot be read/);
    breaks = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(title('Resources')).toBeVisible();
  });
});
