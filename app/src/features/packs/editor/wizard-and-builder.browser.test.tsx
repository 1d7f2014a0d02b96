import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { box, button, dataOf, name, show, title } from '#testing/editor-page.ts';
import { choose } from '#testing/pack-list-page.ts';
import { clearNotices, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  await tablet();
});

const builder = { packBuilder2Default: true };
const wizard = { packWizard: true };
const both = { ...wizard, ...builder };

const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

describe('[NAV-30, NAV-31, PBUILD-21] where a pack is made and changed', () => {
  test.each([
    [{}, { made: 'edit', edited: 'edit', editedToSend: 'editsend' }],
    [builder, { made: 'build', edited: 'build', editedToSend: 'editsend' }],
    [wizard, { made: 'wizard', edited: 'edit', editedToSend: 'wizard' }],
    [both, { made: 'wizard', edited: 'build', editedToSend: 'wizard' }],
    [
      { ...both, packBuilder2Enabled: false },
      { made: 'wizard', edited: 'edit', editedToSend: 'wizard' },
    ],
    // The wizard ends with a sending.
    [
      { ...both, packNoSend: true },
      { made: 'build', edited: 'build', editedToSend: null },
    ],
  ])('with the flags %j: %j', async (flags, { made, edited, editedToSend }) => {
    const { at, history } = await show('/packs', { configuration: { flags } });
    await link('Create new pack').click();
    await expect.poll(at).toBe(`/packs/-/${made}`);
    history.push('/packs');
    await page.getByRole('button', { name: 'Packs', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Create new pack' }).click();
    await expect.poll(at).toBe(`/packs/-/${made}`);

    history.push('/packs');
    await choose('Older pack', 'Edit');
    await expect.poll(at).toBe(`/packs/older/${edited}`);
    history.push('/packs/older/view');
    await expect.element(link('Edit & save')).toHaveAttribute('href', `/packs/older/${edited}`);
    if (editedToSend)
      await expect.element(link('Edit & send')).toHaveAttribute('href', `/packs/older/${editedToSend}`);
    else await expect.element(link('Edit & send')).not.toBeInTheDocument();
  });
});

test('[NAV-31] a pack that was begun in the wizard is made there to its end, where the builder is the default, too', async () => {
  const { at, saved } = await show('/packs/new', { configuration: { flags: both } });
  await name().fill('For Daniel');
  await button('Next').click();
  await expect.element(page.getByRole('tree')).toBeVisible();
  await expect.poll(at).toBe(`/packs/${saved[0]?.id}/wizard`);
  await box('M1 Mobile').click();
  await button('Next').click();
  await expect.element(page.getByRole('textbox', { name: /^Email/ })).toBeVisible();
  expect(at()).toBe(`/packs/${saved[0]?.id}/wizard`);
  expect(dataOf(saved.at(-1))).toEqual([expect.objectContaining({ id: 'm1' })]);
});

test.each(['edit', 'editsend', 'build', 'wizard'])(
  '[NAV-30] with both of them on, %s of a pack goes on to be there under its own address',
  async (way) => {
    const { at } = await show(`/packs/older/${way}`, { configuration: { flags: both } });
    await expect.element(title('Older pack')).toBeVisible();
    expect(at()).toBe(`/packs/older/${way}`);
  },
);
