import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoAxeViolations, showApp } from '#testing/show-app.tsx';

const tab = (name: string | RegExp) => page.getByRole('tab', { name });
const panel = () => page.getByRole('tabpanel');
/** The value beside a term of About. */
const fact = (term: string) =>
  [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === term)?.nextElementSibling
    ?.textContent;

test('[SET-01, NAV-33] About, Log and Waiting are tabs, the last one with its count', async () => {
  await showApp('/settings');
  await expect.element(tab('About')).toHaveAttribute('aria-selected', 'true');
  await expect.element(tab('Waiting 4')).toBeVisible();
  await tab('Log').click();
  await expect.element(panel().getByRole('heading', { name: 'Event log' })).toBeVisible();
  await tab(/^Waiting/).click();
  await expect.element(panel().getByRole('heading', { name: 'Not on the server yet' })).toBeVisible();
});

test('[SET-01] a notice that leads to what waits opens that tab in the open settings too, as often as it is pressed', async () => {
  const { services, history } = await showApp('/settings');
  await expect.element(tab('About')).toHaveAttribute('aria-selected', 'true');
  for (const text of ['The server refused one item.', 'The server refused another.']) {
    services.notices.show({ tone: 'problem', text, action: { label: 'See why', to: '/settings#waiting' } });
    const notice = page.getByRole('alert').filter({ hasText: text });
    await notice.getByRole('button', { name: 'See why' }).click();
    await expect.element(tab(/^Waiting/)).toHaveAttribute('aria-selected', 'true');
    // While it fades its button stands beside that of the next.
    await expect.element(notice).not.toBeInTheDocument();
    await tab('Log').click();
    await expect.element(tab('Log')).toHaveAttribute('aria-selected', 'true');
  }
  history.push('/whats-new');
  await expect.element(page.getByRole('heading', { level: 1, name: "What's new" })).toBeVisible();
  history.back();
  await expect.element(tab('Log')).toHaveAttribute('aria-selected', 'true');
});

test('[SET-02] on this machine Settings and Debug are tabs too', async () => {
  await showApp('/settings');
  await expect.element(tab('Settings')).toBeVisible();
  await expect.element(tab('Debug')).toBeVisible();
});

describe('About', () => {
  test('[SET-04, CONST-21] the versions of app, core, services and store', async () => {
    await showApp('/settings');
    await expect.element(page.getByRole('heading', { name: 'Versions' })).toBeVisible();
    expect(['App', 'Core', 'Services', 'Store'].map(fact)).toEqual(['1.7.0', '0.0.35', '0.2.27', '1']);
  });

  test('a new version that did not arrive whole is told beside the versions', async () => {
    const { updateFailed } = await showApp('/settings');
    const told = page.getByText(/^A new version is there but did not arrive whole\./);
    await expect.element(page.getByRole('heading', { name: 'Versions' })).toBeVisible();
    await expect.element(told).not.toBeInTheDocument();
    updateFailed.set(true);
    await expect.element(told).toBeVisible();
  });

  test('[SET-05] storage reads Calculating..., then the megabytes used and available', async () => {
    let answer = () => {};
    const storage = new Promise<{ usage: number; quota: number }>((resolve) => {
      answer = () => resolve({ usage: 96_400_000, quota: 2_000_000_000 });
    });
    await showApp('/settings', { storage: () => storage });
    await expect.poll(() => fact('Storage used')).toBe('Calculating...');
    expect(fact('Storage available')).toBe('Calculating...');
    answer();
    await expect.poll(() => fact('Storage used')).toBe('96.4 MB');
    expect(fact('Storage available')).toBe('2000.0 MB');
  });

  test('[SET-05] what the browser does not tell is Unknown', async () => {
    await showApp('/settings', { storage: async () => ({ usage: null, quota: null }) });
    await expect.poll(() => fact('Storage used')).toBe('Unknown');
    expect(fact('Storage available')).toBe('Unknown');
  });

  test('[SET-06] who is signed in and when the token ends', async () => {
    const { screen } = await showApp('/settings');
    await expect.poll(() => fact('Signed in as')).toMatch(/^Nora Lindqvist/);
    expect(fact('Sign-in is renewed at')).toMatch(/Nov(ember)? 20, 2026.*9:46/);
    await screen.unmount();
    await showApp('/settings', { session: { user: null } });
    await expect.poll(() => fact('Signed in as')).toBe('Nobody is signed in');
    expect(fact('Sign-in is renewed at')).toBeUndefined();
  });
});

describe('factory reset', () => {
  const dialog = () => page.getByRole('dialog');

  test('[SET-07, SET-12] it asks, names what would be lost, and clears everything', async () => {
    const { calls } = await showApp('/settings');
    await page.getByRole('button', { name: 'Factory reset' }).click();
    await expect.element(dialog().getByText(/Are you sure you want to reset\?/)).toBeVisible();
    await expect.element(dialog().getByText('4 items wait on this device and would be lost.')).toBeVisible();
    expect(calls.filter((call) => call.startsWith('reset'))).toEqual([]);
    await dialog().getByRole('button', { name: 'Factory reset' }).click();
    expect(calls).toContain('reset false');
  });

  test('[SET-12] the sign-in can be kept, and Cancel keeps everything', async () => {
    const { calls } = await showApp('/settings', { waiting: [] });
    await page.getByRole('button', { name: 'Factory reset' }).click();
    await expect.element(dialog().getByText(/would be lost/)).not.toBeInTheDocument();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls.filter((call) => call.startsWith('reset'))).toEqual([]);
    await page.getByRole('button', { name: 'Factory reset' }).click();
    await dialog().getByRole('checkbox', { name: 'Stay signed in' }).click();
    await dialog().getByRole('button', { name: 'Factory reset' }).click();
    expect(calls).toContain('reset true');
  });
});

describe('cache viewer', () => {
  const look = () => page.getByRole('button', { name: 'Show caches' });

  test('[SET-07] it lists the caches and what is in them', async () => {
    await showApp('/settings');
    await look().click();
    await page.getByText('satchel-files: 1 entry').click();
    await expect.element(page.getByText('https://host.example/satchel-files/one')).toBeVisible();
    await expect.element(page.getByText('satchel-shell: 1 entry')).toBeVisible();
  });

  test('[SET-07] of tens of thousands of files those in view are on the page, and all can be reached by keys', async () => {
    const keys = Array.from({ length: 50_000 }, (_, at) => `https://host.example/file-${at}.pdf`);
    await showApp('/settings', { caches: async () => ['satchel-content'], cacheContents: async () => keys });
    await look().click();
    await page.getByText('satchel-content: 50000 entries').click();
    await expect.element(page.getByText('https://host.example/file-0.pdf')).toBeVisible();
    const list = page.getByRole('region', { name: 'satchel-content' });
    expect(list.getByRole('listitem').elements().length).toBeLessThan(100);
    (list.element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.element(page.getByText('https://host.example/file-49999.pdf')).toBeVisible();
    await expectNoAxeViolations();
  });

  const refusals = ['No service worker running', 'No caches found', 'No service worker is active'];

  test.each(refusals)('[CACHE-09, CACHE-10, CACHE-11] it says “%s”', async (words) => {
    await showApp('/settings', { caches: () => Promise.reject(new Error(words)) });
    await look().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
  });
});

describe('Log', () => {
  const rows = () =>
    page
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent?.trim()));

  test('[SET-08] it shows the local log with its state', async () => {
    await showApp('/settings');
    await tab('Log').click();
    await expect.poll(() => rows().length).toBe(2);
    expect(rows()[0]).toEqual(['User login', expect.stringMatching(/2026/), 'sent']);
    expect(rows()[1]).toEqual(['Resource list', expect.stringMatching(/2026/), 'queued 2 tries']);
  });

  test('[SET-08, LOG-12] Push sends every queued event at once, Clear asks and empties it', async () => {
    const { calls } = await showApp('/settings');
    await tab('Log').click();
    await panel().getByRole('button', { name: 'Push' }).click();
    expect(calls).toContain('push whole log');
    await panel().getByRole('button', { name: 'Clear' }).click();
    await expect.element(page.getByRole('dialog').getByText(/not sent yet are lost/)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
    await expect.element(page.getByText('Nothing is in the log.')).toBeVisible();
    await expect.element(panel().getByRole('button', { name: 'Clear' })).toBeDisabled();
  });

  test.each([
    ['Application is offline', 'Push', 'The log was not sent: Application is offline'],
    ['You are not logged in', 'Push', 'The log was not sent: You are not logged in'],
    ['This device is full', 'Test', 'The event was not written: This device is full'],
  ])('[LOG-08, LOG-13] when “%s” stands in the way, %s says so', async (words, button, said) => {
    const fails = () => Promise.reject(new Error(words));
    await showApp('/settings', { eventLog: { push: fails, log: fails } });
    await tab('Log').click();
    await panel().getByRole('button', { name: button }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(said);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(panel().getByRole('button', { name: button })).toBeEnabled();
  });

  test('[SET-08] a log that cannot be cleared says so and stays', async () => {
    const clear = () => Promise.reject(new Error('This device is full'));
    await showApp('/settings', { eventLog: { clear } });
    await tab('Log').click();
    await panel().getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The log was not cleared: This device is full');
    expect(rows()).toHaveLength(2);
  });

  test('[SET-08] Refresh reads the log again', async () => {
    const log = [
      { id: 'a', description: 'First', status: 'sent' as const, retries: 0, lastRetry: null, date: 0 },
    ];
    await showApp('/settings', { log });
    await tab('Log').click();
    await expect.poll(() => rows().length).toBe(1);
    log.push({ ...log[0]!, id: 'b', description: 'Written by another window' });
    await panel().getByRole('button', { name: 'Refresh' }).click();
    await expect.element(page.getByText('Written by another window')).toBeVisible();
  });

  test('[SET-08, SET-09] Test writes one event into the log', async () => {
    const { events } = await showApp('/settings');
    await tab('Log').click();
    await panel().getByRole('button', { name: 'Test' }).click();
    await expect.poll(() => events).toHaveLength(1);
    expect(events[0]).toMatchObject({ description: 'Test', channelId: 'retail' });
  });
});
