import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { daniel, log, offline, reports, row, show } from '#testing/pack-details-page.ts';
import { samplePack, samplePackServices } from '#testing/sample-packs.ts';
import {
  clearNotices,
  expectCleanAtEveryWidth,
  phone,
  setColorScheme,
  showWorld,
  tablet,
} from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  await tablet();
});

test.each([
  ['Build', '/packs/brightwater/build', {}],
  ['Edit', '/packs/brightwater/edit', { packBuilder2Enabled: false }],
])('[PEDIT-10, PERM-07] %s leads where it says', async (name, address, flags) => {
  const { at } = await show({ configuration: { flags } });
  await page.getByRole('link', { name, exact: true }).click();
  await expect.poll(at).toBe(address);
});

test('[PLIST-02] a pack without a type counts as private: it says whether the server has it', async () => {
  const packs = [samplePack({ id: 'old', title: 'An old pack', pack_type: null })];
  await showWorld('/packs/old/details', samplePackServices({ packs }));
  await expect.element(page.getByText('saved to server', { exact: true })).toBeVisible();
});

test('of a pack that is not the rep’s own the notes are shown below its name, which stands once', async () => {
  const shared = (id: string, notes: string) =>
    samplePack({ id, title: 'Velden range 2027', pack_type: 'global', ownerId: null, notes });
  const packs = [shared('range', 'The official overview.'), shared('bare', '')];
  const { history } = await showWorld('/packs/range/details', samplePackServices({ packs }));
  await expect.element(page.getByText('The official overview.')).toBeVisible();
  expect(page.getByRole('heading', { name: 'Velden range 2027' }).elements()).toHaveLength(1);
  history.push('/packs/bare/details');
  await expect.element(page.getByText('No notes.')).toBeVisible();
});

test.each([{}, offline])(
  'who is not logged in is asked to, and not told that it went nowhere, with %j',
  async (options) => {
    const shared = samplePack({
      id: 'range',
      title: 'Velden range 2027',
      pack_type: 'global',
      ownerId: null,
    });
    const world = samplePackServices({ packs: [shared], session: { user: null }, ...options });
    await showWorld('/packs/range/details', world);
    await expect.element(page.getByText('Log in to see to whom you sent this pack.')).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: 'Sent to' }).getByRole('link', { name: 'Login' }))
      .toHaveAttribute('href', '/user/login');
    await expect.element(page.getByText(/You do not appear to have sent/)).not.toBeInTheDocument();
  },
);

test('a very long name takes three lines, and all of it shows when it is asked for', async () => {
  await phone();
  const title = 'Proposal for the northern regional transport authority and its eleven depots, '
    .repeat(3)
    .trim();
  await showWorld(
    '/packs/long/details',
    samplePackServices({ packs: [samplePack({ id: 'long', title })], messages: [daniel] }),
  );
  const heading = page.getByRole('heading', { level: 1, name: title });
  await expect.element(heading).toBeVisible();
  const lines = () =>
    heading.element().clientHeight / Number.parseFloat(getComputedStyle(heading.element()).lineHeight);
  await expect.poll(() => Math.round(lines())).toBe(3);
  (page.getByRole('button', { name: 'Show all' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(lines).toBeGreaterThan(5);
  await expectCleanAtEveryWidth();
  await phone();
  await page.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(() => Math.round(lines())).toBe(3);
});

test('the form below the log is not there before the log, so that it does not move', async () => {
  await phone();
  const world = samplePackServices({ messages: [daniel], packLog: log, reports });
  const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>();
  const { ofPack } = world.services.messages;
  world.services.messages.ofPack = async (id) => {
    await isAsked;
    return ofPack(id);
  };
  await showWorld('/packs/brightwater/details', world);
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.element(page.getByRole('status', { name: 'Loading the pack' })).toBeInTheDocument();
  await expect.element(name).not.toBeInTheDocument();
  answer();
  await expect.element(name).toBeInTheDocument();
  await expect.element(row('Daniel Okafor')).toBeVisible();
});

test.each(['light', 'dark'] as const)(
  'details are clean under axe at every width, and nothing scrolls sideways in the %s scheme',
  async (scheme) => {
    setColorScheme(scheme);
    const { screen } = await show();
    await row('Daniel Okafor').click();
    await expect.element(page.getByText('Price list, autumn 2026')).toBeVisible();
    await expectCleanAtEveryWidth();
    await screen.unmount();
    setColorScheme('light');
  },
);
