import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '#shell/app.tsx';
import type { HelpPageRecord } from '#storage/records.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import { showApp, showWorld } from '#testing/show-app.tsx';

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const notFound = '(404) Sorry, nothing here...';

const allOn = { flags: { packWizard: true } };

const channelPaths = [
  '/content',
  '/content/t3',
  '/apps',
  '/apps/portal',
  '/packs',
  '/packs/new',
  '/packs/brightwater',
  '/packs/brightwater/view',
  '/packs/brightwater/details',
  '/packs/brightwater/edit',
  '/packs/brightwater/editsend',
  '/packs/brightwater/send',
  '/packs/brightwater/build',
  '/packs/brightwater/wizard',
];

test.each(channelPaths)('[NAV-07, NAV-08] %s leads home when no channel is active', async (path) => {
  const { at } = await showApp(path, { configuration: allOn, session: { activeChannelId: null } });
  await expect.element(title('Channel')).toBeVisible();
  expect(at()).toBe('/');
});

const openPaths = [
  ['/settings', 'Settings'],
  ['/whats-new', "What's new"],
  ['/access-denied', '(401) You have no access to this page'],
  ['/test', 'Test'],
] as const;

test.each(openPaths)('[NAV-08] %s needs no channel', async (path, words) => {
  const { at } = await showApp(path, { session: { activeChannelId: null } });
  await expect.element(title(words)).toBeVisible();
  expect(at()).toBe(path);
});

test.each([
  ['/settings', 'Settings'],
  ['/help', 'Help'],
  ['/whats-new', "What's new"],
  ['/packs/range/view', 'Velden range 2027'],
] as const)('[PERM-03] signed out, %s shows', async (path, words) => {
  const { at } = await showWorld(path, samplePackServices({ session: { user: null } }));
  await expect.element(page.getByRole('heading', { name: words, exact: true }).first()).toBeVisible();
  expect(at()).toBe(path);
});

test('[PERM-03] signed out, nothing is sent', async () => {
  const { at } = await showWorld('/packs/range/send', samplePackServices({ session: { user: null } }));
  await expect.element(title('(401) You have no access to this page')).toBeVisible();
  expect(at()).toBe('/access-denied');
});

test('[NAV-06] every address stands behind the hash, those of packs included', async () => {
  const before = location.href;
  window.history.replaceState(null, '', '#/content');
  const { services } = samplePackServices();
  await render(<App services={services} />);
  await expect.element(title('Resources')).toBeVisible();
  await page.getByRole('link', { name: 'M1 Mobile' }).click();
  await expect.poll(() => location.hash).toBe('#/content/m1');
  await page.getByRole('button', { name: 'Packs', exact: true }).click();
  await page.getByRole('menuitem', { name: 'All packs' }).click();
  await expect.element(title('Packs')).toBeVisible();
  expect(location.hash).toBe('#/packs');
  expect(location.pathname).toBe(new URL(before).pathname);
  location.hash = '#/content/';
  await expect.element(title('Resources')).toBeVisible();
  expect(location.hash).toBe('#/content');
  window.history.replaceState(null, '', before);
});

test('[NAV-11, ERR-01] an unknown path shows the 404 page, whose button goes to the root', async () => {
  const { at } = await showApp('/nowhere/at/all');
  await expect.element(title(notFound)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go back' }).click();
  await expect.element(title('Retail & Hospitality')).toBeVisible();
  expect(at()).toBe('/');
});

const slashed = [
  ['/packs/', '/packs', 'Packs'],
  ['/content/m1/', '/content/m1', 'M1 Mobile'],
  ['/settings//', '/settings', 'Settings'],
] as const;

test.each(slashed)('a slash at the end of %s leaves its address', async (typed, canonical, words) => {
  const { at, history, screen } = await showWorld(typed, samplePackServices());
  await expect.element(title(words)).toBeVisible();
  expect(at()).toBe(canonical);
  expect(history.length).toBe(1);
  await screen.unmount();
  const later = await showWorld('/test', samplePackServices());
  await expect.element(title('Test')).toBeVisible();
  later.history.push(typed);
  await expect.element(title(words)).toBeVisible();
  expect(later.at()).toBe(canonical);
});

test('a slash at the end of an address that does not exist shows the 404 page', async () => {
  await showApp('/nowhere/');
  await expect.element(title(notFound)).toBeVisible();
});

const names = {
  '/content': 'content__index',
  '/content/t3': 'content__bundle',
  '/apps': 'apps__index',
  '/apps/portal': 'apps__app',
  '/packs': 'packs__index',
  '/packs/brightwater/view': 'packs__pack__view',
  '/packs/brightwater/details': 'packs__pack__details',
  '/packs/brightwater/edit': 'packs__pack__edit',
  '/packs/brightwater/send': 'packs__pack__send',
  '/packs/brightwater/build': 'packs__pack__build',
  '/packs/brightwater/wizard': 'packs__pack__wizard',
};

const helpFor = (name: string): HelpPageRecord => ({
  id: name,
  type: 'node--help_page',
  title: `Help for ${name}`,
  paths: `route:${name}`,
});

test('[NAV-18, NAV-19, NAV-20, NAV-21, NAV-24, NAV-28, NAV-29] pages carry their names: help written for a name shows there', async () => {
  const helpPages = Object.values(names).map(helpFor);
  const { history } = await showWorld('/', samplePackServices({ helpPages, configuration: allOn }));
  await expect.element(title('Retail & Hospitality')).toBeVisible();
  for (const [path, name] of Object.entries(names)) {
    history.push(path);
    await expect.element(page.getByRole('link', { name: `Help for ${name}`, exact: true })).toBeVisible();
  }
});

test('[NAV-22] help written for packs__new shows wherever a new pack is made, and nowhere else', async () => {
  const help = page.getByRole('link', { name: 'Help for packs__new', exact: true });
  for (const flags of [{}, { packWizard: true }, { packBuilder2Default: true }]) {
    const world = samplePackServices({ helpPages: [helpFor('packs__new')], configuration: { flags } });
    const { history, screen } = await showWorld('/packs/new', world);
    await expect.element(help).toBeVisible();
    history.push('/packs/brightwater/view');
    await expect.element(help).not.toBeInTheDocument();
    await screen.unmount();
  }
});

test('[NAV-12, NAV-13] the root is the channel, and who has neither a channel nor a sign-in gets the sign-in page', async () => {
  const { screen } = await showApp('/');
  await expect.element(title('Retail & Hospitality')).toBeVisible();
  await screen.unmount();
  const { at } = await showApp('/', { session: { user: null, activeChannelId: null } });
  await expect.element(page.getByLabelText('Username or email')).toBeVisible();
  expect(at()).toBe('/user/login');
});

test('[NAV-15] /user/logout signs out', async () => {
  const { calls } = await showApp('/user/logout');
  await expect.element(title('Signed out')).toBeVisible();
  expect(calls).toContain('sign out');
});

test('[NAV-21] the root of the pack paths is the pack list', async () => {
  for (const path of ['/packs', '/packs/']) {
    const { screen } = await showWorld(path, samplePackServices());
    await expect.element(title('Packs')).toBeVisible();
    await expect.element(page.getByRole('article').first()).toBeVisible();
    await screen.unmount();
  }
});

test.each([
  ['edit', 'Create Pack', {}],
  ['build', 'New pack', { packBuilder2Default: true }],
  ['edit', 'Create Pack', { packBuilder2Default: true, packBuilder2Enabled: false }],
])('[NAV-22, PBUILD-21] /packs/new opens the unsaved pack “-” on %s as %s, %j', async (way, words, flags) => {
  const { at, saved, packs } = await showWorld(
    '/packs/new',
    samplePackServices({ configuration: { flags } }),
  );
  await expect.element(title(words)).toBeVisible();
  expect(at()).toBe(`/packs/-/${way}`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  if (way === 'edit') await expect.element(name).toHaveValue('New pack');
  expect(saved).toEqual([]);
  expect(packs().some((pack) => pack.title === 'New pack')).toBe(false);
});

test('[NAV-23, NAV-24] the address of a pack leads to its view', async () => {
  const { at } = await showWorld('/packs/aurelia', samplePackServices());
  await expect
    .element(page.getByRole('heading', { name: /Hotel Aurelia, front desk/ }).first())
    .toBeVisible();
  expect(at()).toBe('/packs/aurelia/view');
});

test('[NAV-28] /packs/{id}/send is the send form', async () => {
  await showWorld('/packs/aurelia/send', samplePackServices());
  await expect.element(page.getByLabelText(/Email/).first()).toBeVisible();
});

test('[NAV-29, NAV-35] the builder exists only while its flag is on', async () => {
  const { screen } = await showWorld('/packs/aurelia/build', samplePackServices());
  await expect.element(page.getByRole('heading', { level: 1, name: /Hotel Aurelia/ })).toBeVisible();
  await screen.unmount();
  await showWorld(
    '/packs/aurelia/build',
    samplePackServices({ configuration: { flags: { packBuilder2Enabled: false } } }),
  );
  await expect.element(title(notFound)).toBeVisible();
});

test('[NAV-30, NAV-35] the wizard is a 404 as long as its flag is off', async () => {
  const { screen } = await showWorld('/packs/aurelia/wizard', samplePackServices());
  await expect.element(title(notFound)).toBeVisible();
  await screen.unmount();
  await showWorld('/packs/aurelia/wizard', samplePackServices({ configuration: allOn }));
  await expect.element(page.getByRole('navigation', { name: 'Breadcrumbs' })).toMatchTextContent(/Wizard$/);
  await expect.element(title(notFound)).not.toBeInTheDocument();
});

test('[NAV-35] password reset by link and a missing help address leave their pages a 404', async () => {
  const auth = { reset: { mode: 'link' as const, url: 'https://id.velden.example/reset' } };
  const { screen, history } = await showApp('/user/reset', { configuration: { auth } });
  await expect.element(title(notFound)).toBeVisible();
  await screen.unmount();
  history.destroy();
  await showApp('/help', { configuration: { help: { url: null, topics: [] } } });
  await expect.element(title(notFound)).toBeVisible();
});

test('[NAV-33] /settings is Settings', async () => {
  await showApp('/settings');
  await expect.element(title('Settings')).toBeVisible();
});

test('[NAV-38, NAV-39] the 401 page goes back to where one came from, or home', async () => {
  const { at, history, screen } = await showApp('/test');
  await expect.element(title('Test')).toBeVisible();
  history.push('/access-denied');
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect.element(title('Test')).toBeVisible();
  expect(at()).toBe('/test');
  history.push('/access-denied');
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect.element(title('Retail & Hospitality')).toBeVisible();
  await screen.unmount();

  const alone = await showApp('/access-denied');
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect.element(title('Retail & Hospitality')).toBeVisible();
  expect(alone.at()).toBe('/');
});

test('[NAV-38] the 401 page does not ask who is signed in to sign in', async () => {
  const { screen } = await showApp('/access-denied');
  await expect
    .element(page.getByText('Your account may not open it. Go back, or go home.', { exact: true }))
    .toBeVisible();
  await screen.unmount();
  await showApp('/access-denied', { session: { user: null } });
  await expect.element(page.getByText('Sign in, or go somewhere else.', { exact: true })).toBeVisible();
});

test('[ERR-01] the window and the header of a phone name the 404 page', async () => {
  await showApp('/nowhere');
  await expect.element(title('(404) Sorry, nothing here...')).toBeVisible();
  await expect.poll(() => document.title).toBe('Nothing here · Satchel');
  await expect.element(page.getByRole('banner')).toMatchTextContent(/^Nothing here/);
});

test('[NAV-40] /test is empty but for its title', async () => {
  await showApp('/test');
  await expect.element(title('Test')).toBeVisible();
  await expect.element(page.getByRole('main')).toHaveTextContent('Test');
});

test('[ERR-02] who is signed out is sent from the pages of an account to /access-denied', async () => {
  for (const path of ['/user/account', '/user/profile']) {
    const { at, screen } = await showApp(path, { session: { user: null } });
    await expect.element(title('(401) You have no access to this page')).toBeVisible();
    expect(at()).toBe('/access-denied');
    await screen.unmount();
  }
});

test('who signs out in another window has to leave a page that needs the sign-in', async () => {
  const { at, session } = await showApp('/user/account');
  await expect.element(title('Your account')).toBeVisible();
  expect(at()).toBe('/user/account');
  session.set({ ...session.current(), user: null });
  await expect.poll(at).toBe('/access-denied');
});
