import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type SamplePackOptions,
  samplePack,
  samplePackServices,
  samplePacks,
} from '#testing/sample-packs.ts';
import { expectNoAxeViolations, phone, setColorScheme, showWorld, tablet } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

const show = (options: SamplePackOptions = {}) => showWorld('/packs', samplePackServices(options));
const card = (title: string) => page.getByRole('article', { name: title, exact: true });
const titles = () =>
  page
    .getByRole('article')
    .elements()
    .map((element) => element.getAttribute('aria-label'));

async function openMenu(title: string) {
  await page.getByRole('button', { name: `More for ${title}` }).click();
  await expect.element(page.getByRole('menuitem', { name: 'View', exact: true })).toBeVisible();
}
const entries = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((element) => element.textContent);
const choose = async (title: string, entry: string) => {
  await openMenu(title);
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};

const full = ['View', 'Edit', 'Build', 'Clone', 'Send', 'Send to server', 'Archive', 'Delete'];

describe('tabs and cards', () => {
  test('[PLIST-01] All, Shared packs and My packs show what belongs there, with counts', async () => {
    await show();
    await expect.element(page.getByRole('tab', { name: 'All 5' })).toHaveAttribute('aria-selected', 'true');
    expect(titles()).toHaveLength(5);
    await page.getByRole('tab', { name: 'Shared packs 2' }).click();
    await expect.element(card('Velden range 2027')).toBeVisible();
    expect(titles()).toEqual(['First visit, restaurants', 'Velden range 2027']);
    await page.getByRole('tab', { name: 'My packs 3' }).click();
    await expect.element(card('Brightwater Cafés')).toBeVisible();
    expect(titles()).toEqual(['Brightwater Cafés', 'Hotel Aurelia, front desk', 'Parking and charging']);
  });

  test('words find packs by name and notes in every tab, and nothing found says so and leads back', async () => {
    await show();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('daniel cafes');
    await expect.element(page.getByRole('tab', { name: 'All 1' })).toBeVisible();
    expect(titles()).toEqual(['Brightwater Cafés']);
    await expect.element(page.getByRole('tab', { name: 'Shared packs 0' })).toBeVisible();
    await search.fill('nobody');
    await expect
      .element(page.getByText("No pack here has 'nobody' in its name or notes.", { exact: true }))
      .toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Create new pack' })).toBeVisible();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Clear search' }).click();
    await expect.element(page.getByRole('tab', { name: 'All 5' })).toBeVisible();
    await expect.element(search).toHaveValue('');
  });

  test('the last change comes first, or the names in order, also at the next visit', async () => {
    const { screen, preferences } = await show();
    await expect.element(card('Brightwater Cafés')).toBeVisible();
    const newestFirst = samplePacks.map(({ title }) => title);
    expect(titles()).toEqual(newestFirst);
    await page.getByRole('radiogroup', { name: 'Sort by' }).getByText('Name', { exact: true }).click();
    const byName = newestFirst.toSorted();
    await expect.poll(titles).toEqual(byName);
    await screen.unmount();
    await show({ preferences: Object.fromEntries(preferences) });
    await expect.element(card('Brightwater Cafés')).toBeVisible();
    expect(titles()).toEqual(byName);
  });

  test('[PRPT-06] reports of all packs are reached from the list, by who is signed in', async () => {
    const { screen, at } = await show();
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect.poll(at).toBe('/reports');
    await expect
      .element(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Packs'))
      .toBeVisible();
    await screen.unmount();
    await show({ session: { user: null } });
    await expect.element(card('Velden range 2027')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Reports' })).not.toBeInTheDocument();
  });

  test('[PLIST-02] a pack without a type stands among my packs and can be edited and deleted as they can', async () => {
    const { pack_type: _, pulled: __, ...untyped } = samplePack({ id: 'untyped', title: 'Untyped' });
    await show({ packs: [untyped] });
    await page.getByRole('tab', { name: 'My packs 1' }).click();
    await expect.element(card('Untyped')).toBeVisible();
    await openMenu('Untyped');
    expect(entries()).toEqual(full);
  });

  test('[PLIST-03] a card shows title, three lines of notes, keyline colour, menu, toggle, Details and View', async () => {
    const notes = 'Long notes about this pack. '.repeat(20);
    await show({ packs: [samplePack({ id: 'p', title: 'Offer', notes, color: '#123456' })] });
    const offer = card('Offer');
    await expect.element(offer.getByRole('heading', { name: 'Offer' })).toBeVisible();
    await expect.element(offer.getByRole('switch', { name: 'Save for offline' })).toBeVisible();
    await expect.element(offer.getByRole('button', { name: 'More for Offer' })).toBeVisible();
    const shown = offer.getByText(/Long notes/).element();
    const lineHeight = Number.parseFloat(getComputedStyle(shown).lineHeight);
    expect(Math.round(shown.clientHeight / lineHeight)).toBe(3);
    const paint = offer.element().querySelector<HTMLElement>('[data-keyline]');
    expect(getComputedStyle(paint!).backgroundColor).toBe('rgb(18, 52, 86)');
    await expect
      .element(offer.getByRole('link', { name: 'Details of Offer' }))
      .toHaveAttribute('href', expect.stringMatching(/details$/));
    await expect
      .element(offer.getByRole('link', { name: 'View Offer' }))
      .toHaveAttribute('href', expect.stringMatching(/view$/));
  });

  test('the caption says type, date, how often it was sent, and what waits or was refused', async () => {
    const message = { type: 'salestool--message', sent: true } as const;
    const pack = { type: 'salestool--pack', id: 'brightwater' } as const;
    const item = { type: 'salestool--message', title: '', subtitle: '', updated: 0, reason: null } as const;
    await show({
      messages: [
        { ...message, id: '1', pack },
        { ...message, id: '2', pack },
        { ...message, id: '3', pack, sent: false },
      ],
      waiting: [
        { ...item, id: '4', packId: 'aurelia', state: 'waiting' },
        { ...item, id: '5', packId: 'parking', state: 'refused' },
        { ...item, id: '6', packId: 'parking', state: 'waiting' },
      ],
    });
    await expect.element(card('Brightwater Cafés').getByText('sent 2 times')).toBeVisible();
    await expect.element(card('Brightwater Cafés').getByText('Nov 20, 2026')).toBeVisible();
    await expect.element(card('Hotel Aurelia, front desk').getByText('waiting')).toBeVisible();
    await expect.element(card('Parking and charging').getByText('refused')).toBeVisible();
  });

  test('[PLIST-04] the toggle keeps the files of this pack, and drops them again', async () => {
    const { calls, offlineOf } = await show();
    const toggle = card('Brightwater Cafés').getByRole('switch');
    await toggle.click();
    expect(calls).toContain('keep brightwater');
    const state = offlineOf({ kind: 'pack', id: 'brightwater' });
    state.set({ ...state.current(), state: 'on', filesDone: 4, filesTotal: 4, bytesTotal: 48e6 });
    await expect.element(toggle).toBeChecked();
    await toggle.click();
    expect(calls).toContain('drop brightwater');
  });

  test('videos are a choice that has its place on the card before anything is known of them', async () => {
    const film = { type: 'media--video', id: 'demo' } as const;
    const { offlineOf } = await show({ packs: [samplePack({ id: 'p', title: 'Offer', medias: [film] })] });
    const toggle = card('Offer').getByRole('switch');
    await expect.element(card('Offer').getByRole('checkbox', { name: 'Include videos' })).toBeVisible();
    const top = () => toggle.element().getBoundingClientRect().top;
    const height = () => card('Offer').element().getBoundingClientRect().height;
    const before = [top(), height()];
    const state = offlineOf({ kind: 'pack', id: 'p' });
    state.set({ ...state.current(), state: 'on', filesDone: 4, filesTotal: 4, videoBytes: 40e6 });
    await expect.element(page.getByRole('checkbox', { name: 'Include videos (40.0 MB)' })).toBeVisible();
    expect([top(), height()]).toEqual(before);
  });

  test('[PLIST-06] the add card reads Create new pack and leads to a new one', async () => {
    const { at } = await show();
    await page.getByRole('link', { name: 'Create new pack' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'New pack' })).toBeVisible();
    expect(at()).toBe('/packs/-/build');
  });

  test('[PLIST-06, PERM-15] with packNoEdit there is no add card', async () => {
    await show({ configuration: { flags: { packNoEdit: true } } });
    await expect.element(card('Brightwater Cafés')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Create new pack' })).not.toBeInTheDocument();
  });

  test('[PERM-03] without a signed-in user shared packs can be viewed, and nothing can be made or sent', async () => {
    await show({ session: { user: null } });
    await openMenu('Velden range 2027');
    expect(entries()).toEqual(['View']);
    await expect.element(page.getByRole('link', { name: 'Create new pack' })).not.toBeInTheDocument();
  });

  test('an empty tab says what is so', async () => {
    await show({ packs: [] });
    await expect.element(page.getByText('There are no packs in this channel yet.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Create new pack' })).toBeVisible();
  });
});

describe('card menu', () => {
  const { pulled: _, ...fresh } = samplePack({ id: 'fresh', title: 'Fresh' });

  test('[PLIST-05, PERM-11, PERM-14] a private pack that was never on the server has all entries', async () => {
    await show({ packs: [fresh] });
    await openMenu('Fresh');
    expect(entries()).toEqual(full);
  });

  test('[PLIST-05, PERM-11, PERM-14] once it was on the server it is neither sent there nor deleted', async () => {
    await show({ packs: [{ ...fresh, pushed: 1 }] });
    await openMenu('Fresh');
    expect(entries()).toEqual(full.filter((entry) => entry !== 'Send to server' && entry !== 'Delete'));
  });

  test('[PERM-05, PERM-09] a shared pack can be viewed, cloned and sent', async () => {
    await show();
    await openMenu('Velden range 2027');
    expect(entries()).toEqual(['View', 'Clone', 'Send']);
  });

  test('[PERM-07] Build needs packBuilder2Enabled', async () => {
    await show({ packs: [fresh], configuration: { flags: { packBuilder2Enabled: false } } });
    await openMenu('Fresh');
    expect(entries()).toEqual(full.filter((entry) => entry !== 'Build'));
  });

  test('[PERM-06, PERM-08, PERM-12] packNoEdit takes Edit, Build, Clone, Archive and Delete away', async () => {
    await show({ packs: [fresh], configuration: { flags: { packNoEdit: true } } });
    await openMenu('Fresh');
    expect(entries()).toEqual(['View', 'Send', 'Send to server']);
  });

  test('[PERM-10] packNoSend takes Send away', async () => {
    await show({ packs: [fresh], configuration: { flags: { packNoSend: true } } });
    await openMenu('Fresh');
    expect(entries()).not.toContain('Send');
  });

  test('[PBUILD-21] Edit leads to the editor, and to the builder where that is the default', async () => {
    const first = await show({ packs: [fresh] });
    await choose('Fresh', 'Edit');
    await expect.poll(first.at).toBe('/packs/fresh/edit');
    await first.screen.unmount();
    const second = await show({ packs: [fresh], configuration: { flags: { packBuilder2Default: true } } });
    await choose('Fresh', 'Edit');
    await expect.poll(second.at).toBe('/packs/fresh/build');
  });
});

describe('acts', () => {
  const { pulled: _, ...fresh } = samplePack({ id: 'fresh', title: 'Fresh' });

  test('[PLIST-08, PLIST-09, PLIST-10] Clone asks for a name and makes nothing without one', async () => {
    const world = await show();
    await choose('Brightwater Cafés', 'Clone');
    const name = page.getByRole('textbox', { name: 'Enter a name for the new pack' });
    const ok = page.getByRole('button', { name: 'OK', exact: true });
    await expect.element(name).toHaveValue('');
    await expect.element(ok).toBeDisabled();
    await name.fill('   ');
    await expect.element(ok).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    expect(world.packs()).toHaveLength(samplePacks.length);
    await name.fill('Brightwater, second round');
    await ok.click();
    await expect.element(page.getByText('Pack cloned OK')).toBeVisible();
    await expect.element(card('Brightwater, second round')).toBeVisible();
  });

  test('[PLIST-08] a cancelled clone prompt clones nothing', async () => {
    const world = await show();
    await choose('Brightwater Cafés', 'Clone');
    await page.getByRole('textbox').fill('Nothing');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(world.packs()).toHaveLength(samplePacks.length);
  });

  test('[PLIST-10] a failed clone says why', async () => {
    await show({ outcome: new Error('You are not logged in') });
    await choose('Brightwater Cafés', 'Clone');
    await page.getByRole('textbox').fill('Again');
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    await expect.element(page.getByText('Error cloning pack: You are not logged in')).toBeVisible();
  });

  test('[PLIST-11, PLIST-12] Delete asks first, in the exact words', async () => {
    await show({ packs: [fresh] });
    await choose('Fresh', 'Delete');
    await expect
      .element(page.getByText('Are you sure you want to delete the pack Fresh', { exact: true }))
      .toBeVisible();
    await expect.element(card('Fresh')).toBeInTheDocument();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(page.getByText('Pack deleted OK')).toBeVisible();
    await expect.element(card('Fresh')).not.toBeInTheDocument();
  });

  test('[PLIST-11] Delete tells of the messages that wait with the pack, and of nothing where none does', async () => {
    const message = { type: 'salestool--message', pack: { type: 'salestool--pack', id: 'fresh' } } as const;
    const item = { ...message, title: '', subtitle: '', updated: 0, packId: 'fresh' } as const;
    const first = await show({
      packs: [fresh],
      messages: [
        { ...message, id: '1' },
        { ...message, id: '2' },
        { ...message, id: 'gone out' },
      ],
      waiting: [
        { ...item, id: '1', state: 'waiting', reason: null },
        { ...item, id: '2', state: 'refused', reason: 'No' },
        { ...item, id: '3', packId: 'another', state: 'waiting', reason: null },
      ],
    });
    await choose('Fresh', 'Delete');
    const told = '2 messages with this pack wait on this device. Without the pack they cannot go out.';
    await expect.element(page.getByRole('dialog').getByText(told, { exact: true })).toBeVisible();
    expect(first.packs()).toHaveLength(1);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(page.getByText('Pack deleted OK')).toBeVisible();
    await first.screen.unmount();
    await show({ packs: [fresh], waiting: [] });
    await choose('Fresh', 'Delete');
    await expect.element(page.getByText(/^Are you sure you want to delete/)).toBeVisible();
    await expect.element(page.getByText(/with this pack wait/)).not.toBeInTheDocument();
  });

  test('[PLIST-11] a question that is cancelled gives the focus back to the menu’s button', async () => {
    await show({ packs: [fresh] });
    await choose('Fresh', 'Delete');
    await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(card('Fresh').getByRole('button', { name: 'More for Fresh' })).toHaveFocus();
  });

  test('[PLIST-12] a failed delete says why and the pack stays', async () => {
    await show({ packs: [fresh], outcome: new Error('Bad request') });
    await choose('Fresh', 'Delete');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(page.getByText('Error deleting pack: Bad request')).toBeVisible();
    await expect.element(card('Fresh')).toBeVisible();
  });

  test('[PLIST-13, PLIST-14] Archive asks first, in the exact words', async () => {
    await show();
    await choose('Brightwater Cafés', 'Archive');
    await expect
      .element(
        page.getByText(
          'Are you sure you want to archive this pack? You will no longer have access to it here, though it will still be available on the server',
          { exact: true },
        ),
      )
      .toBeVisible();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await expect.element(page.getByText('Pack archived OK')).toBeVisible();
    await expect.element(card('Brightwater Cafés')).not.toBeInTheDocument();
  });

  test('[PLIST-14, PERM-13] offline archiving fails with the reason and the pack stays', async () => {
    await show({ outcome: { savedLocally: false, savedRemotely: false, failure: 'Application is offline' } });
    await choose('Brightwater Cafés', 'Archive');
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await expect.element(page.getByText('Error archiving pack: Application is offline')).toBeVisible();
    await expect.element(card('Brightwater Cafés')).toBeVisible();
  });

  test('[PLIST-15] Send to server says OK', async () => {
    await show({ packs: [fresh] });
    await choose('Fresh', 'Send to server');
    await expect.element(page.getByText('Pack sent to server OK')).toBeVisible();
  });

  test('[PLIST-15] a failed Send to server warns with the result and the message', async () => {
    await show({
      packs: [fresh],
      outcome: { savedLocally: true, savedRemotely: false, failure: 'No response' },
    });
    await choose('Fresh', 'Send to server');
    const words = 'The pack was saved locally but could not be saved to the server: No response';
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    await expect.element(page.getByText('Pack sent to server OK')).not.toBeInTheDocument();
  });
});

describe('for everybody', () => {
  test('the list is clean under axe in both schemes and on a phone', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      setColorScheme(scheme);
      const { screen } = await show();
      await expect.element(card('Brightwater Cafés')).toBeVisible();
      await expectNoAxeViolations();
      await screen.unmount();
    }
    await phone();
    await show();
    await expect.element(card('Brightwater Cafés')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await expectNoAxeViolations();
    await tablet();
  });
});
