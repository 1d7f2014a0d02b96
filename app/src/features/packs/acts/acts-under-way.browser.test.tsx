import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { card, choose, fresh, openMenu, showList } from '#testing/pack-list-page.ts';
import { samplePack, samplePackServices, samplePacks } from '#testing/sample-packs.ts';
import { expectNoAxeViolations, showWorld } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

const dialog = () => page.getByRole('dialog');
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });
/** Beside the dialog. */
const tapBeside = () =>
  page.elementLocator(document.body).click({ position: { x: 12, y: 300 }, force: true });

type World = Awaited<ReturnType<typeof showList>>;
type Act = 'clone' | 'archive' | 'delete' | 'sendToServer';

/** Whoever does it waits until it is let go on, or fails. */
function hold(world: Pick<World, 'services'>, act: Act) {
  const { packs } = world.services;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const goesOn = packs[act] as (...given: unknown[]) => Promise<unknown>;
  let times = 0;
  Object.assign(packs, {
    [act]: async (...given: unknown[]) => {
      times += 1;
      await promise;
      return goesOn(...given);
    },
  });
  return { letGo: resolve, fail: reject, times: () => times };
}

const questions = [
  { id: 'PLIST-08', act: 'clone', entry: 'Clone', ok: 'OK', done: 'Pack cloned OK' },
  { id: 'PLIST-11', act: 'delete', entry: 'Delete', ok: 'Delete', done: 'Pack deleted OK' },
  { id: 'PLIST-13', act: 'archive', entry: 'Archive', ok: 'Archive', done: 'Pack archived OK' },
] as const;

test.each(questions)(
  '[$id] nothing closes the question while $entry is under way, and it says to wait',
  async ({ act, entry, ok, done }) => {
    const held = hold(await showList({ packs: [fresh] }), act);
    await choose('Fresh', entry);
    if (act === 'clone') await dialog().getByRole('textbox').fill('Another');
    await inDialog(ok).click();
    await expect.element(inDialog('Cancel')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByText('Please wait', { exact: true })).toBeInTheDocument();
    await expect.element(inDialog('Cancel')).toHaveFocus();
    await userEvent.keyboard('{Enter}{Escape}');
    await inDialog('Cancel').click({ force: true });
    await tapBeside();
    await expect.element(dialog()).toBeVisible();
    await expectNoAxeViolations();
    held.letGo();
    await expect.element(page.getByText(done)).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(held.times()).toBe(1);
  },
);

test('[PLIST-08] the name of a copy is still there when that could not be made, and the hand goes on at it', async () => {
  const world = await showList({ packs: [fresh] });
  const held = hold(world, 'clone');
  await choose('Fresh', 'Clone');
  const name = dialog().getByRole('textbox');
  await name.fill('Another');
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAttribute('readonly');
  held.fail(new Error('This device is full'));
  await expect.element(page.getByText('Error cloning pack: This device is full')).toBeVisible();
  await expect.element(name).toHaveValue('Another');
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).toBeVisible();
  await inDialog('Cancel').click();
  await expect.element(dialog()).not.toBeInTheDocument();
});

describe('[PLIST-15] while a pack is sent to the server', () => {
  const running = () => page.getByRole('menuitem', { name: 'Sending to server', exact: true });

  test('its menu says so, and it is sent once', async () => {
    const world = await showList({ packs: [fresh, { ...fresh, id: 'other', title: 'Other' }] });
    const held = hold(world, 'sendToServer');
    await choose('Fresh', 'Send to server');
    await expect.element(page.getByRole('status').getByText('Sending to server')).toBeInTheDocument();
    await openMenu('Fresh');
    await expect.element(running()).toBeDisabled();
    await running().click({ force: true });
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    await openMenu('Other');
    await expect.element(page.getByRole('menuitem', { name: 'Send to server', exact: true })).toBeEnabled();
    await userEvent.keyboard('{Escape}');
    held.letGo();
    await expect.element(page.getByText('Pack sent to server OK')).toBeVisible();
    expect(held.times()).toBe(1);
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    await openMenu('Fresh');
    await expect.element(page.getByRole('menuitem', { name: 'Send to server', exact: true })).toBeEnabled();
  });

  test('so does its page', async () => {
    const world = await showWorld('/packs/fresh/view', samplePackServices({ packs: [fresh] }));
    const held = hold(world, 'sendToServer');
    const button = page.getByRole('button', { name: 'Send to server', exact: true });
    await button.click();
    await expect.element(button).toBeDisabled();
    await expect.element(page.getByRole('status').getByText('Sending to server')).toBeInTheDocument();
    held.letGo();
    await expect.element(page.getByText('Pack sent to server OK')).toBeVisible();
    await expect.element(button).toBeEnabled();
    expect(held.times()).toBe(1);
  });
});

test('[PLIST-15] a pack that this device could not keep is told of by what was done with it', async () => {
  await showList({ packs: [fresh], outcome: new Error('This device is full') });
  await choose('Fresh', 'Send to server');
  await expect
    .element(page.getByText('Error sending pack to server: This device is full', { exact: true }))
    .toBeVisible();
});

describe('[PERM-02] Save for offline on a card', () => {
  const toggle = () => card('First visit, restaurants').getByRole('switch', { name: 'Save for offline' });

  test.each([
    ['signed out', { session: { user: null } }, 'Log in to download'],
    ['without a connection', { connection: { online: false, icon: 'offline' } }, 'Application is offline'],
  ] as const)('%s keeps nothing, and says why', async (_how, options, reason) => {
    const { calls } = await showList(options);
    await expect.element(toggle()).toHaveAttribute('aria-disabled', 'true');
    await expect.element(card('First visit, restaurants').getByText(reason)).toBeVisible();
    await toggle().click({ force: true });
    await userEvent.keyboard(' ');
    expect(calls.filter((call) => call.startsWith('keep'))).toEqual([]);
  });

  test('signed in and online it keeps them', async () => {
    const { calls } = await showList({ packs: [samplePack({ id: 'p' }), ...samplePacks.slice(1)] });
    await toggle().click();
    expect(calls).toContain('keep first');
  });
});
