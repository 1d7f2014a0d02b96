import { notifications } from '@mantine/notifications';
import { roles } from '@satchel/core/contract/roles.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { card, choose, entries, fresh, openMenu, showList } from '#testing/pack-list-page.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { samplePack, samplePacks } from '#testing/sample-packs.ts';
import { expectNoAxeViolations, phone, setColorScheme, tablet } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

const titles = () =>
  page
    .getByRole('article')
    .elements()
    .map((element) => element.getAttribute('aria-label'));

const full = ['View', 'Edit', 'Build', 'Clone', 'Send', 'Send to server', 'Archive', 'Delete'];

describe('tabs and cards', () => {
  test('notes in Hebrew begin at the right of their card', async () => {
    await showList({ packs: [samplePack({ id: 'p', notes: 'למלון' })] });
    await expect.element(card('Brightwater Cafés')).toBeVisible();
    const notes = page.getByText('למלון', { exact: true }).element();
    const range = document.createRange();
    range.selectNodeContents(notes);
    const [written, room] = [range.getBoundingClientRect(), notes.getBoundingClientRect()];
    expect(written.left - room.left).toBeGreaterThan(100);
    expect(Math.abs(written.right - room.right)).toBeLessThan(2);
  });

  test('[PLIST-01] All, Shared packs and My packs show what belongs there, with counts', async () => {
    await showList();
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
    await showList();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('daniel cafes');
    await expect.element(page.getByRole('tab', { name: 'All 1' })).toBeVisible();
    await expect.element(page.getByRole('status').filter({ hasText: '1 pack found' })).toBeInTheDocument();
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

  test('what empties the search gives the focus back to it', async () => {
    await showList();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('daniel');
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(search).toHaveFocus();
    await expect.element(search).toHaveValue('');
  });

  test('the last change comes first, or the names in order, also at the next visit', async () => {
    const { screen, preferences } = await showList();
    await expect.element(card('Brightwater Cafés')).toBeVisible();
    const newestFirst = samplePacks.map(({ title }) => title);
    expect(titles()).toEqual(newestFirst);
    await page.getByRole('radiogroup', { name: 'Sort by' }).getByText('Name', { exact: true }).click();
    const byName = newestFirst.toSorted();
    await expect.poll(titles).toEqual(byName);
    await screen.unmount();
    await showList({ preferences: Object.fromEntries(preferences) });
    await expect.element(card('Brightwater Cafés')).toBeVisible();
    expect(titles()).toEqual(byName);
  });

  test('[PRPT-06] reports of all packs are reached from the list, by who is signed in', async () => {
    const { screen, at } = await showList();
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect.poll(at).toBe('/reports');
    await expect
      .element(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Packs'))
      .toBeVisible();
    await screen.unmount();
    await showList({ session: { user: null } });
    await expect.element(card('Velden range 2027')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Reports' })).not.toBeInTheDocument();
  });

  test('[PLIST-02] a pack without a type stands among my packs and can be edited and deleted as they can', async () => {
    const { pack_type: _, pulled: __, ...untyped } = samplePack({ id: 'untyped', title: 'Untyped' });
    await showList({ packs: [untyped] });
    await page.getByRole('tab', { name: 'My packs 1' }).click();
    await expect.element(card('Untyped')).toBeVisible();
    await openMenu('Untyped');
    expect(entries()).toEqual(full);
  });

  test('[PLIST-03] a card shows title, three lines of notes, keyline colour, menu, toggle, Details and View', async () => {
    const notes = 'Long notes about this pack. '.repeat(20);
    await showList({ packs: [samplePack({ id: 'p', title: 'Offer', notes, color: '#123456' })] });
    const offer = card('Offer');
    await expect.element(offer.getByRole('heading', { name: 'Offer' })).toBeVisible();
    await expect.element(offer.getByRole('switch', { name: 'Save for offline' })).toBeVisible();
    await expect.element(offer.getByRole('button', { name: 'More for Offer' })).toBeVisible();
    const shown = offer.getByText(/Long notes/).element();
    const lineHeight = Number.parseFloat(getComputedStyle(shown).lineHeight);
    expect(Math.round(shown.clientHeight / lineHeight)).toBe(3);
    const paint = offer.element().querySelector<HTMLElement>('[data-keyline]');
    expect(getComputedStyle(paint!).backgroundColor).toBe('rgb(18, 52, 86)');
    for (const [name, words, place] of [
      ['Details of Offer', 'Details', /details$/],
      ['View Offer', 'View', /view$/],
    ] as const) {
      const link = offer.getByRole('link', { name });
      await expect.element(link).toHaveAttribute('href', expect.stringMatching(place));
      await expect.element(link.getByText(words, { exact: true })).toBeVisible();
    }
  });

  test('[MODEL-24, MODEL-25] a keyline has its colour with its opacity, and the brand’s without one', async () => {
    const color = { color: '#123456', opacity: 0.4 };
    await showList({ packs: [samplePack({ id: 'f', title: 'Faint', color }), samplePack({ id: 'p' })] });
    await expect.element(card('Faint')).toBeVisible();
    const paintOf = (title: string) =>
      getComputedStyle(card(title).element().querySelector('[data-keyline]')!);
    expect(paintOf('Faint')).toMatchObject({ backgroundColor: 'rgb(18, 52, 86)', opacity: '0.4' });
    const brand = document.createElement('span');
    brand.style.color = 'var(--mantine-color-brand-7)';
    document.body.append(brand);
    const { color: tone } = getComputedStyle(brand);
    expect(paintOf('Brightwater Cafés')).toMatchObject({ backgroundColor: tone, opacity: '1' });
    expect(tone).not.toBe('rgb(18, 52, 86)');
    brand.remove();
  });

  test('the caption says type, date, how often it was sent, and what waits or was refused', async () => {
    const message = { type: 'salestool--message', sent: true, drupal_internal__id: 4 } as const;
    const pack = { type: 'salestool--pack', id: 'brightwater' } as const;
    const item = { type: 'salestool--message', title: '', subtitle: '', updated: 0, reason: null } as const;
    await showList({
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

  test('the caption calls a pack sent once a mail server took it, and says when one did not', async () => {
    const pack = { type: 'salestool--pack', id: 'brightwater' } as const;
    const message = { type: 'salestool--message', sent: true, pack } as const;
    const known = { ...message, drupal_internal__id: 4 } as const;
    await showList({
      waiting: [],
      messages: [
        { ...message, id: 'here' },
        { ...known, id: 'queued', delivery: 'queued' },
        { ...known, id: 'unknown', delivery: 'unknown' },
        { ...known, id: 'gone', delivery: 'failed' },
      ],
    });
    const caption = card('Brightwater Cafés');
    await expect.element(caption.getByText('mail failed', { exact: true })).toBeVisible();
    await expect.element(caption.getByText(/^sent/)).not.toBeInTheDocument();
  });

  test('[PLIST-04] the toggle keeps the files of this pack, and drops them again', async () => {
    const { calls, offlineOf } = await showList();
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
    const { offlineOf } = await showList({
      packs: [samplePack({ id: 'p', title: 'Offer', medias: [film] })],
    });
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
    const { at } = await showList();
    await page.getByRole('link', { name: 'Create new pack' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Create Pack' })).toBeVisible();
    expect(at()).toBe('/packs/-/edit');
  });

  test('[PLIST-06, PERM-15] with packNoEdit there is no add card', async () => {
    await showList({ configuration: { flags: { packNoEdit: true } } });
    await expect.element(card('Brightwater Cafés')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Create new pack' })).not.toBeInTheDocument();
  });

  test('[PERM-03] without a signed-in user shared packs can be viewed, and nothing can be made or sent', async () => {
    await showList({ session: { user: null } });
    await openMenu('Velden range 2027');
    expect(entries()).toEqual(['View']);
    await expect.element(page.getByRole('link', { name: 'Create new pack' })).not.toBeInTheDocument();
  });

  test('[PERM-17] signed out, My packs says to log in and leads there, and so does an own pack’s address', async () => {
    const { history, at } = await showList({ session: { user: null }, packs: [] });
    await page.getByRole('tab', { name: /^My packs/ }).click();
    await expect.element(page.getByText('Log in to see your packs', { exact: true })).toBeVisible();
    await expect.element(page.getByText('You have not made a pack')).not.toBeInTheDocument();
    await page.getByRole('tabpanel').getByRole('link', { name: 'Login', exact: true }).click();
    await expect.poll(at).toBe('/user/login');
    history.push('/packs/mine/view');
    await expect.element(page.getByText('Log in to see your packs', { exact: true })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Login', exact: true }).click();
    await expect.poll(at).toBe('/user/login');
  });

  test('[PERM-17] signed out, All without a shared pack says the same, and of Shared packs what is known', async () => {
    const { at } = await showList({ session: { user: null }, packs: [] });
    await expect.element(page.getByText('Log in to see your packs', { exact: true })).toBeVisible();
    await expect.element(page.getByText('There are no packs')).not.toBeInTheDocument();
    await page.getByRole('tab', { name: /^Shared packs/ }).click();
    await expect.element(page.getByText('Nobody has shared a pack in this channel yet.')).toBeVisible();
    await page.getByRole('tab', { name: /^All/ }).click();
    await page.getByRole('tabpanel').getByRole('link', { name: 'Login', exact: true }).click();
    await expect.poll(at).toBe('/user/login');
  });

  test('[PERM-17] who is signed in is told of a pack that is nowhere as before', async () => {
    const { history } = await showList({ packs: [] });
    history.push('/packs/nowhere/view');
    await expect.element(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
    await expect.element(page.getByText('Log in to see your packs')).not.toBeInTheDocument();
  });

  test('[SYNC-06] a list whose packs never came is not called empty or counted; without a signal it says so', async () => {
    const { connection } = await showList({ packs: [], lastSync: async () => null });
    await expect.element(page.getByRole('status', { name: 'Loading' }).first()).toBeInTheDocument();
    connection.set({ ...connection.current(), online: false, icon: 'offline' });
    await expect.element(page.getByText(/This channel was not downloaded yet/).first()).toBeVisible();
    await expect.element(page.getByText(/in this channel yet\./)).not.toBeInTheDocument();
    await expect.element(page.getByRole('tab', { name: 'All', exact: true })).toBeVisible();
  });

  test('an empty tab says what is so', async () => {
    await showList({ packs: [] });
    await expect.element(page.getByText('There are no packs in this channel yet.')).toBeVisible();
    await expect.element(page.getByRole('tab', { name: 'All 0', exact: true })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Create new pack' })).toBeVisible();
  });
});

describe('card menu', () => {
  test('[PLIST-05, PERM-11, PERM-14] a private pack that was never on the server has all entries', async () => {
    await showList({ packs: [fresh] });
    await openMenu('Fresh');
    expect(entries()).toEqual(full);
  });

  test.each([
    ['View', 'view'],
    ['Build', 'build'],
    ['Send', 'send'],
  ])('[PLIST-05] %s leads to packs/{id}/%s', async (entry, place) => {
    const { at } = await showList({ packs: [fresh] });
    await choose('Fresh', entry);
    await expect.poll(at).toBe(`/packs/fresh/${place}`);
  });

  test('[PLIST-05, PERM-11, PERM-14] once it was on the server it is neither sent there nor deleted', async () => {
    await showList({ packs: [{ ...fresh, pushed: 1 }] });
    await openMenu('Fresh');
    expect(entries()).toEqual(full.filter((entry) => entry !== 'Send to server' && entry !== 'Delete'));
  });

  test('[PERM-05, PERM-09] a shared pack can be viewed, cloned and sent', async () => {
    await showList();
    await openMenu('Velden range 2027');
    expect(entries()).toEqual(['View', 'Clone', 'Send']);
  });

  test('[PERM-07] Build needs packBuilder2Enabled', async () => {
    await showList({ packs: [fresh], configuration: { flags: { packBuilder2Enabled: false } } });
    await openMenu('Fresh');
    expect(entries()).toEqual(full.filter((entry) => entry !== 'Build'));
  });

  test('[PERM-06, PERM-08, PERM-12] packNoEdit takes Edit, Build, Clone, Archive and Delete away', async () => {
    await showList({ packs: [fresh], configuration: { flags: { packNoEdit: true } } });
    await openMenu('Fresh');
    expect(entries()).toEqual(['View', 'Send', 'Send to server']);
  });

  test('[PERM-10] packNoSend takes Send away', async () => {
    await showList({ packs: [fresh], configuration: { flags: { packNoSend: true } } });
    await openMenu('Fresh');
    expect(entries()).not.toContain('Send');
  });

  test('[PERM-04] no role has more entries or fewer', async () => {
    for (const role of [...roles, 'of_the_host_alone']) {
      const user = { ...sampleUser, roles: [role] };
      const { screen } = await showList({ packs: [fresh, ...samplePacks], session: { user } });
      await expect.element(page.getByRole('link', { name: 'Create new pack' })).toBeVisible();
      await openMenu('Fresh');
      expect(entries(), role).toEqual(full);
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
      await openMenu('Velden range 2027');
      expect(entries(), role).toEqual(['View', 'Clone', 'Send']);
      await screen.unmount();
    }
  });

  test('[PBUILD-21] Edit and Create new pack lead to the editor, and to the builder where that is the default', async () => {
    const first = await showList({ packs: [fresh] });
    await choose('Fresh', 'Edit');
    await expect.poll(first.at).toBe('/packs/fresh/edit');
    await first.screen.unmount();
    const second = await showList({
      packs: [fresh],
      configuration: { flags: { packBuilder2Default: true } },
    });
    await page.getByRole('link', { name: 'Create new pack' }).click();
    await expect.poll(second.at).toBe('/packs/-/build');
    second.history.push('/packs');
    await choose('Fresh', 'Edit');
    await expect.poll(second.at).toBe('/packs/fresh/build');
  });
});

describe('for everybody', () => {
  test('the list is clean under axe in both schemes and on a phone', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      setColorScheme(scheme);
      const { screen } = await showList();
      await expect.element(card('Brightwater Cafés')).toBeVisible();
      await expectNoAxeViolations();
      await screen.unmount();
    }
    await phone();
    await showList();
    await expect.element(card('Brightwater Cafés')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await expectNoAxeViolations();
    await tablet();
  });
});
