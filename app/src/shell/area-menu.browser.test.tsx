import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ServicesContext } from '#services.ts';
import { sampleBundles } from '#testing/sample-content.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import { phone, showApp, showWorld } from '#testing/show-app.tsx';
import { useAreaLinks } from './area-links.ts';

const area = (name: string) => page.getByRole('banner').getByRole('button', { name, exact: true });
/** Until the menu's code is there a button without one holds its place. */
async function open(name: string) {
  await expect.element(area(name)).toHaveAttribute('aria-haspopup', 'menu');
  await area(name).click();
}
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const entries = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((entry) => entry.textContent);
const recent = { flags: { recentFiles: true } };

const documents = sampleBundles.filter(({ type }) => type !== 'salestool--miniapp_bundle');
const newestFive = [...documents]
  .sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0))
  .slice(0, 5)
  .map(({ title }) => title ?? '');

test('[NAV-51, CONST-03] with recentFiles on, Resources offers the five bundles changed last, newest first', async () => {
  const { at } = await showApp('/', { configuration: recent });
  await open('Resources');
  await expect.element(item('All resources')).toBeVisible();
  await expect.poll(entries).toEqual([...newestFive, 'All resources']);
  await item(newestFive[0] ?? '').click();
  await expect.element(page.getByRole('heading', { level: 1, name: newestFive[0] ?? '' })).toBeVisible();
  expect(at()).toMatch(/^\/content\//);
});

test('[NAV-51] Apps and Packs offer theirs too', async () => {
  const { at } = await showWorld('/', samplePackServices({ configuration: recent }));
  await open('Apps');
  await expect
    .poll(entries)
    .toEqual(['Savings calculator', 'Terminal finder', 'Developer portal', 'All experiences']);
  await open('Packs');
  await expect
    .poll(entries)
    .toEqual([
      'Brightwater Cafés',
      'First visit, restaurants',
      'Hotel Aurelia, front desk',
      'Velden range 2027',
      'Parking and charging',
      'All packs',
      'Create new pack',
    ]);
  await item('Hotel Aurelia, front desk').click();
  await expect.poll(at).toBe('/packs/aurelia/view');
});

const alls = [
  ['Resources', 'All resources', '/content', 'Resources'],
  ['Apps', 'All experiences', '/apps', 'Experiences'],
  ['Packs', 'All packs', '/packs', 'Packs'],
] as const;

test.each(alls)(
  '[NAV-53, NAV-54, NAV-04, FLAG-02] as things come, %s opens on %s alone',
  async (name, all, path, title) => {
    const { at } = await showWorld('/', samplePackServices());
    await open(name);
    await expect.element(item(all)).toBeVisible();
    expect(entries()).toEqual(name === 'Packs' ? [all, 'Create new pack'] : [all]);
    await item(all).click();
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(at()).toBe(path);
  },
);

test('[NAV-52, FLAG-03, PERM-03] Create new pack is offered to who is signed in, unless packNoEdit is on', async () => {
  const { at, screen } = await showWorld('/', samplePackServices());
  await open('Packs');
  await item('Create new pack').click();
  await expect.poll(at).toBe('/packs/-/edit');
  await screen.unmount();

  for (const options of [{ configuration: { flags: { packNoEdit: true } } }, { session: { user: null } }]) {
    const without = await showWorld('/', samplePackServices(options));
    await open('Packs');
    await expect.element(item('All packs')).toBeVisible();
    expect(entries()).toEqual(['All packs']);
    await without.screen.unmount();
  }
});

test('[PERM-17] what was changed last is another list as soon as somebody else is signed in', async () => {
  const { services, session } = samplePackServices({ configuration: recent });
  const { packs } = services;
  const { inChannel } = packs;
  packs.inChannel = async (id) => (session.current().user ? inChannel(id) : []);
  const Labels = () => useAreaLinks('packs').recent.map(({ key, label }) => <p key={key}>{label}</p>);
  await render(
    <ServicesContext value={services}>
      <Labels />
    </ServicesContext>,
  );
  await expect.element(page.getByText('Hotel Aurelia, front desk')).toBeVisible();
  session.set({ ...session.current(), user: null });
  await expect.element(page.getByText('Hotel Aurelia, front desk')).not.toBeInTheDocument();
});

test('[NAV-55] on a phone the drawer holds what the dropdowns hold', async () => {
  await phone();
  const { at } = await showWorld('/', samplePackServices({ configuration: recent }));
  await expect.element(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
  await expect.element(area('Packs')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog');
  await expect.element(drawer.getByRole('link', { name: 'Hotel Aurelia, front desk' })).toBeVisible();
  const links = drawer
    .getByRole('link')
    .elements()
    .map((link) => link.textContent);
  expect(links).toEqual([
    'Home',
    ...newestFive,
    'All resources',
    'Savings calculator',
    'Terminal finder',
    'Developer portal',
    'All experiences',
    'Brightwater Cafés',
    'First visit, restaurants',
    'Hotel Aurelia, front desk',
    'Velden range 2027',
    'Parking and charging',
    'All packs',
    'Create new pack',
  ]);
  await drawer.getByRole('link', { name: 'All experiences' }).click();
  await expect.poll(at).toBe('/apps');
  await expect.element(drawer).not.toBeInTheDocument();
});

test('[NAV-55] the device’s Back closes the drawer with its page, and the title of the next has the focus', async () => {
  await phone();
  const { history } = await showWorld('/content', samplePackServices());
  await expect.element(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
  history.push('/settings');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toHaveFocus();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  history.back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Resources' })).toHaveFocus();
});

test('in a low window, as with 200 % zoom, the places at the lower edge make way for the page', async () => {
  await page.viewport(720, 450);
  await showWorld('/packs/brightwater/send', samplePackServices());
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect.element(send).toBeVisible();
  expect(innerHeight - send.element().getBoundingClientRect().bottom).toBeLessThan(20);
  await expect.element(page.getByRole('link', { name: 'Resources', exact: true })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect.element(page.getByRole('dialog').getByRole('link', { name: 'All resources' })).toBeVisible();
  await phone();
});

test('[NAV-55] without a channel the drawer leads home and nowhere else', async () => {
  await phone();
  await showApp('/', { session: { activeChannelId: null } });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect.element(page.getByRole('dialog').getByRole('link', { name: 'Home' })).toBeVisible();
  expect(page.getByRole('dialog').getByRole('link').elements()).toHaveLength(1);
});
