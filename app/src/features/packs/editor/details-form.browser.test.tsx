import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { box, button, color, name, older, show, tab, title } from '#testing/editor-page.ts';
import type { SamplePackOptions } from '#testing/sample-packs.ts';
import { clearNotices, setColorScheme, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  setColorScheme('light');
  await tablet();
});

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
  const form = () => page.getByRole('form', { name: 'Pack Details' });
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

  test('[PEDIT-10] shows name and notes to those who may not edit', async () => {
    await show('/packs/range/details');
    await expect.element(page.getByText(/official overview from marketing/)).toBeVisible();
    await expect.element(form()).not.toBeInTheDocument();
  });

  test('[PEDIT-09, PEDIT-10] is the plain form without packDetailsV2', async () => {
    const { at } = await show('/packs/older/details', { configuration: without });
    await expect.element(form()).toBeVisible();
    await expect.element(page.getByRole('heading', { name: /^Sent to/ })).not.toBeInTheDocument();
    await color().fill('#1');
    await expect.element(page.getByText('Color should be a hex colour, e.g. #112233')).toBeVisible();
    await expect.element(form().getByRole('button', { name: 'Save' })).toBeDisabled();
    await form().getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(at).toBe('/packs');
  });

  test('[NAV-32] of an unknown pack is the 404 page', async () => {
    await show('/packs/nowhere/details');
    await expect.element(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
  });
});
