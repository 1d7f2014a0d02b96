import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { box, button, name, older, order, row, show, tab, ticked, title } from '#testing/editor-page.ts';
import { holdAnswers, holdReads, holdWrites } from '#testing/held-save.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { clearNotices, setColorScheme, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  setColorScheme('light');
  await tablet();
});

const wizard = { configuration: { flags: { packWizard: true } } };
const notes = () => page.getByRole('textbox', { name: 'Notes' });
const email = () => page.getByRole('textbox', { name: /^Email/ });
const saidSaved = () => page.getByText('Pack saved', { exact: true });
const unsaved = () => page.getByText('Unsaved changes', { exact: true });
const saidUnsaved = () =>
  page.getByText('What you changed while the pack was being saved is not saved yet.', { exact: true });
const preview = () => page.getByRole('region', { name: /as the prospect sees it$/ });

describe('only what is said of a save waits for the host', () => {
  test('[PEDIT-05] Save on contents goes to the view as soon as the device has the pack', async () => {
    const world = await show('/packs/older/edit');
    const answer = holdAnswers(world);
    await box('M1 Mobile').click();
    await button('Save').click();
    await expect.poll(world.at).toBe('/packs/older/view');
    await expect.element(saidSaved()).not.toBeInTheDocument();
    answer.letGo();
    await expect.element(saidSaved()).toBeVisible();
  });

  test('[LOG-06, F18] it is logged as the doing of whoever saved, whoever has signed in by then', async () => {
    const world = await show('/packs/older/edit');
    const answer = holdAnswers(world);
    await box('M1 Mobile').click();
    await button('Save').click();
    await expect.poll(world.at).toBe('/packs/older/view');
    world.session.set({ ...world.session.current(), user: { ...sampleUser, uuid: 'somebody-else' } });
    answer.letGo();
    await expect
      .poll(() => world.events.filter(({ eventTypeId }) => eventTypeId === 10))
      .toMatchObject([{ ownerId: sampleUser.uuid }]);
  });

  test('[PEDIT-05] who goes back before the view is drawn finds the editor as it was', async () => {
    const world = await show('/packs/older/edit');
    const { history } = world;
    await box('M1 Mobile').click();
    const back = Promise.withResolvers<void>();
    const end = history.subscribe(({ location }) => {
      if (location.pathname !== '/packs/older/view') return;
      end();
      queueMicrotask(() => {
        history.push('/packs/older/edit');
        back.resolve();
      });
    });
    await button('Save').click();
    await back.promise;
    await expect.element(page.getByRole('tree')).toBeVisible();
    expect(world.at()).toBe('/packs/older/edit');
  });

  test('[PEDIT-04] Next on details goes to contents, and what is chosen there is saved without waiting', async () => {
    const world = await show('/packs/older/edit');
    const answer = holdAnswers(world);
    await tab('Pack Details').click();
    await name().fill('Newer pack');
    await button('Next').click();
    await expect.element(tab('Pack Contents')).toHaveFocus();
    await expect.element(button('Cancel')).toBeEnabled();
    await box('M1 Mobile').click();
    await expect.element(unsaved()).toBeVisible();
    await button('Save').click();
    await expect.poll(world.at).toBe('/packs/older/view');
    expect(world.saved.map((pack) => pack.title)).toEqual(['Newer pack', 'Newer pack']);
    expect(world.saved[1]?.pack_data).toContain('"case"');
    answer.letGo();
    await expect.element(saidSaved().first()).toBeVisible();
  });

  test.each(['Next', 'the tab'])(
    '[PEDIT-05] %s on contents goes to the preview of what was saved, also before it comes out of the database',
    async (by) => {
      const world = await show('/packs/older/editsend');
      await expect.poll(order).toHaveLength(5);
      const reads = holdReads(world);
      const answer = holdAnswers(world);
      await button('Remove Price list').click();
      await (by === 'Next' ? button('Next') : tab('Preview and Send')).click();
      await expect.element(preview()).toBeVisible();
      const words = () => preview().element().shadowRoot?.textContent ?? '';
      await expect.poll(words).toContain('T3 Counter product guide');
      expect(words()).not.toContain('Price list');
      await expect.element(email()).toBeVisible();
      reads.letGo();
      answer.letGo();
      await expect.element(saidSaved()).toBeVisible();
      expect(words()).not.toContain('Price list');
    },
  );

  test('[PEDIT-04, NAV-31] the steps of the wizard follow each other without waiting', async () => {
    const world = await show('/packs/-/wizard', wizard);
    holdAnswers(world);
    await name().fill('For Daniel');
    await button('Next').click();
    await box('M1 Mobile').click();
    await expect.poll(order).toHaveLength(3);
    await button('Next').click();
    await expect.element(email()).toBeVisible();
    await expect.poll(world.at).toBe(`/packs/${world.saved[0]?.id}/wizard`);
    expect(world.saved).toHaveLength(2);
    await expect.element(saidSaved()).not.toBeInTheDocument();
  });

  test('[SYNC-21] what waits because more was saved on top of it is not called a failure', async () => {
    const world = await show('/packs/older/edit');
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { save } = world.services.packs;
    let saves = 0;
    world.services.packs.save = async (...given) => {
      const at = saves;
      saves += 1;
      const result = await save(...given);
      await answers[at]?.promise;
      const failure = 'It waits on this device and goes out by itself';
      return at === 0 ? { ...result, savedRemotely: false, failure } : result;
    };
    await tab('Pack Details').click();
    await name().fill('Newer pack');
    await button('Next').click();
    await box('M1 Mobile').click();
    await button('Save').click();
    await expect.poll(world.at).toBe('/packs/older/view');
    answers[0]?.resolve();
    await expect.poll(() => world.events.filter(({ eventTypeId }) => eventTypeId === 10)).toHaveLength(1);
    answers[1]?.resolve();
    await expect.element(saidSaved()).toBeVisible();
    await expect.element(page.getByText(/could not be saved to the server/)).not.toBeInTheDocument();
  });
});

describe('what is changed while the pack is being saved', () => {
  test('[PEDIT-05] Save leaves nobody without what was chosen meanwhile, and says so', async () => {
    const world = await show('/packs/older/edit');
    const write = holdWrites(world);
    await box('M1 Mobile').click();
    await button('Save').click();
    await box('T3 Counter').click();
    await expect.poll(order).toHaveLength(7);
    write.letGo();
    await expect.element(saidUnsaved()).toBeVisible();
    expect(saidUnsaved().element().closest('[role="status"]')?.getAttribute('data-tone')).toBe('neutral');
    await expect.element(saidSaved()).toBeVisible();
    await expect.element(unsaved()).toBeVisible();
    expect(world.at()).toBe('/packs/older/edit');
    expect(await ticked('T3 Counter')).toBe('true');
    expect(world.saved[0]?.pack_data).not.toContain('deck');
    await expect.poll(() => JSON.stringify([...world.drafts.values()])).toContain('deck');
    await button('Save').click();
    await expect.poll(world.at).toBe('/packs/older/view');
    expect(world.saved[1]?.pack_data).toContain('deck');
    await expect.poll(() => world.drafts.size).toBe(0);
  });

  test.each([
    ['edit', {}],
    ['editsend', {}],
    ['wizard', wizard],
  ] as const)('[PEDIT-04] Next tears nobody away from what they type: %s', async (way, options) => {
    const world = await show(`/packs/older/${way}`, options);
    if (way !== 'wizard') await tab('Pack Details').click();
    const write = holdWrites(world);
    await name().fill('Newer pack');
    await button('Next').click();
    await notes().fill('Bring a demo unit');
    write.letGo();
    await expect.element(saidUnsaved()).toBeVisible();
    await expect.element(notes()).toHaveValue('Bring a demo unit');
    await expect.element(notes()).toHaveFocus();
    await button('Next').click();
    await expect.element(page.getByRole('tree')).toBeVisible();
    expect(world.saved.map((pack) => pack.notes)).toEqual(['He haggles.', 'Bring a demo unit']);
  });

  test('[PEDIT-04] of a new pack it is a draft of that pack, and not shown as that of an earlier visit', async () => {
    const world = await show('/packs/-/edit', { configuration: { flags: { packBuilder2Enabled: false } } });
    const write = holdWrites(world);
    await name().fill('For Daniel');
    await button('Next').click();
    await notes().fill('Bring a demo unit');
    write.letGo();
    await expect.element(saidUnsaved()).toBeVisible();
    const id = () => world.saved[0]?.id;
    await expect.poll(world.at).toBe(`/packs/${id()}/edit`);
    await expect.element(title('For Daniel')).toBeVisible();
    await expect.element(unsaved()).toBeVisible();
    await expect.element(page.getByText(/^Your unsaved changes from last time/)).not.toBeInTheDocument();
    await expect.poll(() => [...world.drafts.keys()].map((key) => key.split('.').at(-1))).toEqual([id()]);
    await expect.element(notes()).toHaveValue('Bring a demo unit');
    await button('Next').click();
    await expect.element(tab('Pack Contents')).toHaveFocus();
    expect(world.saved.map(({ notes }) => notes)).toEqual(['', 'Bring a demo unit']);
    expect(world.saved[1]?.id).toBe(id());
    await expect.poll(() => world.drafts.size).toBe(0);
  });

  test('what is taken back again meanwhile is no change', async () => {
    const world = await show('/packs/older/edit');
    const write = holdWrites(world);
    await box('M1 Mobile').click();
    await button('Save').click();
    await row('Before the visit').click();
    await expect.poll(order).toHaveLength(7);
    await row('Before the visit').click();
    await expect.poll(order).toHaveLength(6);
    write.letGo();
    await expect.poll(world.at).toBe('/packs/older/view');
  });
});

describe('a save that fails', () => {
  const full = { outcome: new Error('the disk is full') };
  const failed = () => page.getByText('Error saving pack: the disk is full');

  test.each(['Next', 'Save'])('[PEDIT-22] gives %s the focus back', async (which) => {
    await show('/packs/older/edit', full);
    if (which === 'Next') {
      await tab('Pack Details').click();
      await name().fill('Newer pack');
    } else await box('M1 Mobile').click();
    await button(which).click();
    await expect.element(failed()).toBeVisible();
    await expect.element(button(which)).toHaveFocus();
  });

  test('[PEDIT-10] gives Save of the details the focus back', async () => {
    await show('/packs/older/details', full);
    await name().fill('Newer pack');
    await button('Save').click();
    await expect.element(failed()).toBeVisible();
    await expect.element(button('Save')).toHaveFocus();
  });
});

test('a pack that was deleted elsewhere is there again once it is saved', async () => {
  const world = await show('/packs/older/edit');
  await expect.poll(order).toHaveLength(5);
  await box('M1 Mobile').click();
  await world.services.packs.delete(older);
  await expect.element(page.getByText(/deleted|archived/)).toBeVisible();
  await tab('Pack Details').click();
  const reads = holdReads(world);
  await button('Next').click();
  await expect.element(tab('Pack Contents')).toHaveFocus();
  await expect.element(saidSaved()).toBeVisible();
  await expect.element(page.getByText('(404) Sorry, nothing here...')).not.toBeInTheDocument();
  reads.letGo();
  await expect.poll(reads.done).toBeGreaterThan(0);
  await expect.element(tab('Pack Contents')).toHaveFocus();
});
