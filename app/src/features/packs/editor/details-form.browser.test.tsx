import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PackRecord } from '#storage/records.ts';
import { box, button, color, name, older, show, tab, title } from '#testing/editor-page.ts';
import { sampleUser } from '#testing/sample-content.ts';
import type { SamplePackOptions } from '#testing/sample-packs.ts';
import { clearNotices, setColorScheme, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  setColorScheme('light');
  await tablet();
});

/** A dialog's code comes with its first opening, which takes its time on a busy machine. */
const late = { timeout: 15_000 };

const form = () => page.getByRole('form', { name: 'Pack Details' });
const save = () => form().getByRole('button', { name: 'Save' });
const notes = () => form().getByRole('textbox', { name: 'Notes' });
const restored = page.getByText(/^Your unsaved changes from last time are back/);
const overtaken = page.getByText(/^This pack was changed elsewhere since you began/);
const saidSaved = page.getByText('Pack saved', { exact: true });
const place = `pack.${sampleUser.uuid}.older.details`;

describe('details', () => {
  const details = async (options: SamplePackOptions = {}) => {
    const shown = await show('/packs/older/edit', options);
    await tab('Pack Details').click();
    await expect.element(name()).toBeVisible();
    return shown;
  };

  test('[PEDIT-07] Name, Notes with its hint, and Color with a picker and Clear', async () => {
    const { saved } = await details();
    await expect.element(name()).toHaveValue('Older pack');
    await expect
      .element(page.getByRole('textbox', { name: 'Notes' }))
      .toHaveAccessibleDescription('Notes about this pack will not be visible to prospects');
    await expect.element(button('Clear')).not.toBeInTheDocument();
    await color().click();
    await page.getByRole('button', { name: '#0b703f' }).click();
    await expect.element(color()).toHaveValue('#0b703f');
    await button('Clear').click();
    await expect.element(color()).toHaveValue('');
    await color().fill('#112233');
    await button('Next').click();
    await expect.poll(() => saved.map((pack) => pack.color)).toEqual(['#112233']);
  });

  test('[PEDIT-08, PEDIT-19] Cancel goes to the packs, from details and from contents, and drops what was chosen', async () => {
    const { at, saved, drafts, history } = await details();
    await button('Cancel').click();
    await expect.element(title('Packs')).toBeVisible();
    expect(at()).toBe('/packs');
    history.push('/packs/older/edit');
    await box('M1 Mobile').click();
    await expect.poll(() => [...drafts.keys()].length).toBe(1);
    await button('Cancel').click();
    await button('Drop changes').click();
    await expect.poll(at).toBe('/packs');
    expect(saved).toEqual([]);
    await expect.poll(() => [...drafts.keys()]).toEqual([]);
  });

  test('[PEDIT-08, PEDIT-11, PEDIT-14] without a name nothing is saved', async () => {
    await details();
    await expect.element(button('Next')).toBeEnabled();
    await name().fill('  ');
    await expect.element(page.getByText('Name is required', { exact: true })).toBeVisible();
    await expect.element(button('Next')).toBeDisabled();
    await tab('Pack Contents').click();
    await expect.element(button('Save')).toBeDisabled();
  });

  test('[PEDIT-12, PEDIT-13, PEDIT-14] a colour is # with 3 or 6 hex digits, or nothing', async () => {
    await details();
    for (const wrong of ['#12', '112233', '#11223g', 'red']) {
      await color().fill(wrong);
      await expect
        .element(page.getByText('Color should be a hex colour, e.g. #112233', { exact: true }))
        .toBeVisible();
      await expect.element(button('Next')).toBeDisabled();
      for (const right of ['#abc', '#11aaFF', '']) {
        await color().fill(right);
        await expect.element(button('Next')).toBeEnabled();
      }
    }
    await color().fill('#12');
    await tab('Pack Contents').click();
    await expect.element(button('Save')).toBeDisabled();
  });
});

describe('the page of the details', () => {
  const without = { flags: { packDetailsV2: false } };

  test('[PEDIT-09, PEDIT-10, NAV-25] has the form for those who may edit, beside the sent-to log', async () => {
    const { saved, at } = await show('/packs/older/details');
    await expect.element(page.getByRole('heading', { name: /^Sent to/ })).toBeVisible();
    await expect.element(form().getByRole('button', { name: 'Save' })).toBeDisabled();
    await name().fill('Renamed');
    await form().getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Pack saved', { exact: true })).toBeVisible();
    expect(saved).toEqual([
      expect.objectContaining({ id: 'older', title: 'Renamed', pack_data: older.pack_data }),
    ]);
    await expect.element(title('Renamed')).toBeVisible();
    expect(at()).toBe('/packs/older/details');
  });

  test('a name with a blank behind it, as tablets write words they complete, is saved and then no longer unsaved', async () => {
    const { saved } = await show('/packs/older/details');
    await name().fill('Renamed ');
    await form().getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Pack saved', { exact: true })).toBeVisible();
    expect(saved[0]?.title).toBe('Renamed');
    await expect.element(form().getByRole('button', { name: 'Save' })).toBeDisabled();
    await expect.element(name()).toHaveValue('Renamed');
  });

  test('nothing is dropped while it is saved, and nothing of before is called unsaved then', async () => {
    const { services, saved } = await show('/packs/older/details');
    const held = Promise.withResolvers<void>();
    const { save } = services.packs;
    services.packs.save = async (...given) => {
      const result = await save(...given);
      await held.promise;
      return result;
    };
    await name().fill('Renamed');
    await form().getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => saved).toHaveLength(1);
    await expect.element(form().getByRole('button', { name: 'Cancel' })).toBeDisabled();
    held.resolve();
    await expect.element(form().getByRole('button', { name: 'Save' })).toBeDisabled();
    await expect.element(name()).toHaveValue('Renamed');
  });

  test.each([true, false])(
    '[PEDIT-09, PEDIT-10] shows name and notes to those who may not edit (packDetailsV2: %s)',
    async (packDetailsV2) => {
      await show('/packs/range/details', { configuration: { flags: { packDetailsV2 } } });
      await expect.element(title('Velden range 2027')).toBeVisible();
      await expect.element(page.getByText(/official overview from marketing/)).toBeVisible();
      const log = page.getByRole('heading', { name: /^Sent to/ });
      await (packDetailsV2 ? expect.element(log).toBeVisible() : expect.element(log).not.toBeInTheDocument());
      await expect.element(form()).not.toBeInTheDocument();
      await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
    },
  );

  test('[PEDIT-09, PEDIT-10] is the plain form without packDetailsV2', async () => {
    const { at } = await show('/packs/older/details', { configuration: without });
    await expect.element(form()).toBeVisible();
    await expect.element(page.getByRole('heading', { name: /^Sent to/ })).not.toBeInTheDocument();
    await color().fill('#1');
    await expect.element(page.getByText('Color should be a hex colour, e.g. #112233')).toBeVisible();
    await expect.element(form().getByRole('button', { name: 'Save' })).toBeDisabled();
    await form().getByRole('button', { name: 'Cancel' }).click();
    await button('Drop changes').click(late);
    await expect.poll(at).toBe('/packs');
  });

  test('[NAV-32] of an unknown pack is the 404 page', async () => {
    await show('/packs/nowhere/details');
    await expect.element(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
  });
});

type Shown = Awaited<ReturnType<typeof show>>;

describe('what is typed on the page of the details and not saved', () => {
  const address = '/packs/older/details';
  const draftsOf = ({ drafts }: Shown) => Object.fromEntries(drafts);

  test('[PEDIT-10] is told of before the page is left, and is there again after a crash, until it is saved', async () => {
    const shown = await show(address);
    await name().fill('Renamed');
    shown.history.push('/content');
    await expect.element(page.getByText(/They stay on this device as a draft/)).toBeVisible();
    await button('Stay').click();
    expect(shown.at()).toBe(address);
    expect([...shown.drafts.keys()]).toEqual([place]);
    await shown.screen.unmount();
    const { saved, drafts } = await show(address, { drafts: draftsOf(shown) });
    await expect.element(restored).toBeVisible();
    await expect.element(name()).toHaveValue('Renamed');
    await expect.element(notes()).toHaveValue('He haggles.');
    await save().click();
    await expect.element(saidSaved).toBeVisible();
    expect(saved).toEqual([expect.objectContaining({ title: 'Renamed', notes: 'He haggles.' })]);
    await expect.element(restored).not.toBeInTheDocument();
    expect(drafts.size).toBe(0);
  });

  test.each([true, false])(
    '[PEDIT-09, PEDIT-10] outlives a sign-in that ends, for the same person (packDetailsV2: %s)',
    async (packDetailsV2) => {
      const { session, history } = await show(address, { configuration: { flags: { packDetailsV2 } } });
      await name().fill('Renamed');
      const mine = session.current();
      session.set({ ...mine, user: null });
      await expect.element(form()).not.toBeInTheDocument();
      history.push('/settings');
      await expect.element(title('Settings')).toBeVisible();
      session.set(mine);
      history.push(address);
      await expect.element(restored).toBeVisible();
      await expect.element(name()).toHaveValue('Renamed');
    },
  );

  test('[PERM-17] is shown to nobody else', async () => {
    const draft = { title: { value: 'Renamed', before: 'Older pack', state: `at ${older.changed}` } };
    const user = { ...sampleUser, uuid: 'somebody-else' };
    const packs = [{ ...older, ownerId: user.uuid }];
    const { drafts } = await show(address, { packs, session: { user }, drafts: { [place]: draft } });
    await expect.element(name()).toHaveValue('Older pack');
    await expect.element(restored).not.toBeInTheDocument();
    await name().fill('Mine');
    expect([...drafts.keys()]).toEqual([place, 'pack.somebody-else.older.details']);
    expect(drafts.get(place)).toBe(draft);
  });

  test.each(['Cancel', 'Drop them'])('[PEDIT-10] is gone for good after %s', async (drop) => {
    const draft = { title: { value: 'Renamed', before: 'Older pack', state: `at ${older.changed}` } };
    const { drafts, saved } = await show(address, { drafts: { [place]: draft } });
    await expect.element(name()).toHaveValue('Renamed');
    await button(drop).click();
    await expect.element(page.getByText('What you typed here and did not save is lost.'), late).toBeVisible();
    await button('Keep editing').click();
    await expect.element(name()).toHaveValue('Renamed');
    await button(drop).click();
    await button('Drop changes').click(late);
    await expect.element(name()).toHaveValue('Older pack');
    await expect.element(name()).toHaveFocus();
    await expect.element(restored).not.toBeInTheDocument();
    await expect.element(save()).toBeDisabled();
    expect([saved, [...drafts]]).toEqual([[], []]);
  });

  test('is apart from what lies unsaved in editor and builder', async () => {
    const shown = await show('/packs/older/edit');
    await box('M1 Mobile').click();
    await expect.poll(() => [...shown.drafts.keys()]).toEqual([`pack.${sampleUser.uuid}.older`]);
    const before = draftsOf(shown);
    await shown.screen.unmount();
    const { drafts } = await show(address, { drafts: before });
    await expect.element(name()).toHaveValue('Older pack');
    await expect.element(restored).not.toBeInTheDocument();
    await name().fill('Renamed');
    expect(drafts.size).toBe(2);
    await button('Cancel').click();
    await button('Drop changes').click(late);
    await expect.element(name()).toHaveValue('Older pack');
    expect(Object.fromEntries(drafts)).toEqual(before);
  });

  test('is not offered again where it was saved and the power went before its draft did', async () => {
    const draft = { title: { value: 'Older pack ', before: 'Untitled', state: 'before' } };
    const { drafts } = await show(address, { drafts: { [place]: draft } });
    await expect.element(name()).toHaveValue('Older pack');
    await expect.element(save()).toBeDisabled();
    await expect.element(restored).not.toBeInTheDocument();
    expect(drafts.size).toBe(0);
  });

  test('while the rest is saved stays unsaved', async () => {
    const { services, saved, drafts } = await show(address);
    const held = Promise.withResolvers<void>();
    const before = services.packs.save;
    services.packs.save = async (...given) => {
      const result = await before(...given);
      await held.promise;
      return result;
    };
    await name().fill('Renamed');
    await save().click();
    await expect.poll(() => saved).toHaveLength(1);
    await notes().fill('He haggles no more.');
    await name().fill('Older pack');
    held.resolve();
    await expect.element(saidSaved).toBeVisible();
    await expect.element(save()).toBeEnabled();
    await expect.element(name()).toHaveValue('Older pack');
    await expect.element(overtaken).not.toBeInTheDocument();
    expect(drafts.get(place)).toMatchObject({
      title: { value: 'Older pack', before: 'Renamed' },
      notes: { value: 'He haggles no more.' },
    });
    await save().click();
    await expect.poll(() => saved[1]).toMatchObject({ title: 'Older pack', notes: 'He haggles no more.' });
  });
});

describe('[F26] details that are saved in another window while they are typed here', () => {
  const saveElsewhere = async ({ services: { packs } }: Shown, change: Partial<PackRecord>) => {
    const pack = (await packs.get('older'))!;
    await packs.save({ ...pack, ...change, _meta: { ...pack._meta, edit: 'elsewhere' } });
  };
  /** What each save from now on says that it began from. */
  const begunBy = ({ services: { packs } }: Shown, isCopied: boolean) => {
    const { save } = packs;
    const begun: (string | undefined)[] = [];
    packs.save = async (pack, options) => {
      begun.push(options?.began);
      if (!isCopied) return save(pack);
      const copy = { ...pack, id: 'copy', title: `${pack.title} (my copy)`, _meta: { edit: 'copy' } };
      return { ...(await save(copy)), pack: copy };
    };
    return begun;
  };
  const first = `at ${older.changed}`;

  test('[PEDIT-10] keep what they say in every field that was not touched here', async () => {
    const shown = await show('/packs/older/details');
    await notes().fill('He haggles no more.');
    await saveElsewhere(shown, { title: 'Renamed elsewhere' });
    await expect.element(name()).toHaveValue('Renamed elsewhere');
    await expect.element(notes()).toHaveValue('He haggles no more.');
    await expect.element(overtaken).not.toBeInTheDocument();
    const begun = begunBy(shown, false);
    await save().click();
    await expect
      .poll(() => shown.saved.at(-1))
      .toMatchObject({ id: 'older', title: 'Renamed elsewhere', notes: 'He haggles no more.' });
    expect(begun).toEqual(['elsewhere']);
  });

  test('[PEDIT-10] keep it also where the rest was typed before the page was left', async () => {
    const draft = { notes: { value: 'He haggles no more.', before: 'He haggles.', state: 'long ago' } };
    const packs = [{ ...older, title: 'Renamed meanwhile' }];
    const { saved } = await show('/packs/older/details', { packs, drafts: { [place]: draft } });
    await expect.element(restored).toBeVisible();
    await save().click();
    await expect
      .poll(() => saved)
      .toMatchObject([{ title: 'Renamed meanwhile', notes: 'He haggles no more.' }]);
  });

  test('[PEDIT-10] are not written over in the same field: what is saved then is a copy, which is open from then on', async () => {
    const shown = await show('/packs/older/details');
    await name().fill('Renamed here');
    await saveElsewhere(shown, { title: 'Renamed elsewhere', notes: 'He pays.' });
    await expect.element(overtaken).toBeVisible();
    await expect.element(name()).toHaveValue('Renamed here');
    const begun = begunBy(shown, true);
    await save().click();
    await expect.poll(shown.at).toBe('/packs/copy/details');
    await expect.element(name()).toHaveValue('Renamed here (my copy)');
    await expect.element(notes()).toHaveValue('He pays.');
    await expect.element(overtaken).not.toBeInTheDocument();
    expect(begun).toEqual([first]);
    expect(shown.packs().find(({ id }) => id === 'older')?.title).toBe('Renamed elsewhere');
    expect(shown.drafts.size).toBe(0);
  });

  test('are told of, too, where the page was left in between', async () => {
    const draft = { title: { value: 'Renamed here', before: 'Untitled', state: 'long ago' } };
    const shown = await show('/packs/older/details', { drafts: { [place]: draft } });
    await expect.element(overtaken).toBeVisible();
    await expect.element(restored).not.toBeInTheDocument();
    const begun = begunBy(shown, true);
    await save().click();
    await expect.poll(() => begun).toEqual(['long ago']);
  });

  test('are shown in place of what was typed when somebody says so', async () => {
    const shown = await show('/packs/older/details');
    await name().fill('Renamed here');
    await saveElsewhere(shown, { title: 'Renamed elsewhere' });
    await button('Drop mine and show it').click();
    await button('Keep my changes').click();
    await expect.element(name()).toHaveValue('Renamed here');
    await button('Drop mine and show it').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drop mine and show it' }).click();
    await expect.element(name()).toHaveValue('Renamed elsewhere');
    await expect.element(overtaken).not.toBeInTheDocument();
    expect(shown.drafts.size).toBe(0);
  });

  test('are no conflict where both say the same, and nothing is unsaved here then', async () => {
    const shown = await show('/packs/older/details');
    await name().fill('Renamed');
    await saveElsewhere(shown, { title: 'Renamed' });
    await expect.element(save()).toBeDisabled();
    await expect.poll(() => shown.drafts.size).toBe(0);
    await saveElsewhere(shown, { title: 'Renamed again', _meta: { edit: 'again' } });
    await expect.element(name()).toHaveValue('Renamed again');
    await expect.element(overtaken).not.toBeInTheDocument();
  });
});
