import { writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, openBuilder, section, sectionTitles, undoOffered } from '#testing/builder-page.ts';
import { box, order, show, ticked } from '#testing/editor-page.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { contents, documents, samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, phone, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  await tablet();
});

const first = documents('one', 'One', ['guide']);
const pack = samplePack({ id: 'p', title: 'Offer' }, contents(first));
const place = `pack.${sampleUser.uuid}.p`;
const draft = {
  ...{ id: 'p', title: 'Offer', notes: '', color: '', began: pack.changed, state: `at ${pack.changed}` },
  contents: writePackData(contents(first, documents('two', 'Last time', ['prices']))),
};
const world = () => ({ packs: [pack], drafts: { [place]: draft } });

const restored = page.getByText(/^Your unsaved changes from last time are back/);
const height = () => restored.element().getBoundingClientRect().height;

test('in the builder they are dropped without a question, and can be had back', async () => {
  const { drafts } = await openBuilder('p', samplePackServices(world()));
  await expect.element(section('Last time')).toBeVisible();
  (button('Drop them').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(sectionTitles).toEqual(['One']);
  await expect.element(restored).not.toBeInTheDocument();
  await expect.poll(() => drafts.size).toBe(0);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await undoOffered().click();
  await expect.poll(sectionTitles).toEqual(['One', 'Last time']);
  await expect.poll(() => drafts.size).toBe(1);
});

test.each([
  ['tablet', tablet],
  ['phone', phone],
])(
  'in the builder what is done now cannot be dropped with them, and on a %s nothing moves',
  async (_, device) => {
    await device();
    await openBuilder('p', samplePackServices(world()));
    await expect.element(button('Drop them')).toBeVisible();
    const before = height();
    await button('Menu of One').click();
    await page.getByRole('menuitem', { name: 'Hide title' }).click();
    await expect.element(section('One').getByText('title hidden')).toBeVisible();
    await expect.element(button('Drop them')).not.toBeInTheDocument();
    expect(height()).toBe(before);
  },
);

test('in the editor they are dropped after a question', async () => {
  const { drafts } = await show('/packs/p/edit', world());
  await expect.poll(order).toHaveLength(4);
  await button('Drop them').click();
  await button('Keep my changes').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(order()).toHaveLength(4);
  await button('Drop them').click();
  await button('Drop changes').click();
  await expect.poll(order).toHaveLength(2);
  expect(drafts.size).toBe(0);
  await expect.element(restored).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('in the editor what is chosen now cannot be dropped with them', async () => {
  await show('/packs/p/edit', world());
  await expect.element(button('Drop them')).toBeVisible();
  await box('M1 Mobile').click();
  await expect.poll(() => ticked('M1 Mobile')).toBe('true');
  await expect.element(button('Drop them')).not.toBeInTheDocument();
  await expect.element(restored).toBeVisible();
});
