import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { filesOf, openBuilder, sectionTitles, topSave } from '#testing/builder-page.ts';
import { older } from '#testing/editor-page.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, showWorld } from '#testing/show-app.tsx';

beforeEach(clearNotices);

test('[PBUILD-21] a pack of version 1 opens in the builder as it is, and is of version 2 once it is saved', async () => {
  const world = samplePackServices({ packs: [older] });
  await openBuilder('older', world);
  await expect.poll(() => filesOf('T3 Counter')).toContain('Price list');
  await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
  const sections = sectionTitles();
  await topSave().click();
  await expect.poll(() => world.saved).toHaveLength(1);
  const { version, elements } = JSON.parse(world.saved[0]?.pack_data ?? '');
  expect(version).toBe(2);
  expect(elements.map(({ title }: { title: string }) => title)).toEqual(sections);
});

test.each([
  [true, '/packs/older/build'],
  [false, '/packs/older/edit'],
])(
  '[PBUILD-21] with packBuilder2Default %s, Edit & save of a pack in view leads to %s',
  async (isDefault, to) => {
    const configuration = { flags: { packBuilder2Default: isDefault } };
    await showWorld('/packs/older/view', samplePackServices({ packs: [older], configuration }));
    await expect
      .element(page.getByRole('link', { name: 'Edit & save', exact: true }))
      .toHaveAttribute('href', to);
  },
);
