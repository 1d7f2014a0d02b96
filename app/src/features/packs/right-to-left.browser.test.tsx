import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { beginsAt } from '#testing/begins-at.ts';
import { button, showBuilder } from '#testing/builder-page.ts';
import { channel, file, list, open, row, show } from '#testing/editor-page.ts';
import { sampleBundles, sampleMedias } from '#testing/sample-content.ts';
import { contents, documents, mediaChild, samplePack } from '#testing/sample-packs.ts';
import { clearNotices, tablet } from '#testing/show-app.tsx';

const arabic = 'محطة الدفع';
const hebrew = 'הצעה למלון.';
const sidesOf = (selector: string) => [...document.querySelectorAll(selector)].map(beginsAt);

beforeEach(async () => {
  clearNotices();
  await tablet();
});

describe('names in Arabic or Hebrew begin at the right, each by its own words', () => {
  test('[PEDIT-15, PEDIT-17] bundles and files in the wizard, to choose and chosen', async () => {
    const bundle = { ...channel[0]!, title: hebrew, medias: [file('guide', arabic), file('deck', 'Deck')] };
    const chosen = [
      { type: 'media--document', id: 'guide', name: arabic },
      { type: 'media--document', id: 'deck', name: 'Deck' },
    ];
    const group = { id: 't3', type: 'salestool--document_bundle', name: hebrew, children: chosen };
    const pack = samplePack({ id: 'older', pack_data: JSON.stringify([group]) });
    await show('/packs/older/edit', { contents: [bundle], packs: [pack] });
    await open(hebrew);
    await expect.element(row('Deck')).toBeVisible();
    expect(sidesOf('[role="treeitem"] [class*="name"]')).toEqual(['right', 'right', 'left']);
    await expect.poll(() => list().getByRole('listitem').elements()).toHaveLength(3);
    expect(sidesOf('[aria-label="In this pack, in order"] [class*="name"]')).toEqual([
      'right',
      'right',
      'left',
    ]);
  });

  test('[PBUILD-03, PBUILD-07] bundles and files in the builder, to add and added', async () => {
    const [guide, prices] = sampleMedias;
    const medias = [
      { ...guide!, name: arabic },
      { ...prices!, name: 'Prices' },
    ];
    const section = documents('d', hebrew, ['guide', 'prices']);
    const names = { guide: arabic, prices: 'Prices' };
    if (section.type === 'medias')
      section.data.medias = Object.entries(names).map(([id, name]) => mediaChild(id, name));
    await showBuilder('one', {
      medias,
      bundles: [{ ...sampleBundles[0]!, title: hebrew }],
      packs: [samplePack({ id: 'one' }, contents(section))],
    });
    await button(`Files of ${hebrew}`).click();
    await expect.element(page.getByRole('button', { name: /^Prices.*add to the pack$/ })).toBeVisible();
    expect(sidesOf('aside strong')).toEqual(['right']);
    expect(sidesOf('aside [class*="fileName"]')).toEqual(['right', 'left']);
    expect(sidesOf('section li p[class*="name"]')).toEqual(['right', 'left']);
    await button(`Add to ${hebrew}`).click();
    const dialog = page.getByRole('dialog', { name: 'Add Content To Bundle' });
    await dialog.getByRole('button', { name: new RegExp(`^${hebrew}`) }).click();
    await expect.element(dialog.getByRole('checkbox', { name: 'Prices' })).toBeVisible();
    expect(sidesOf('[role="dialog"] strong')).toEqual(['right']);
    expect(sidesOf('[role="dialog"] label')).toEqual(['right', 'left']);
  });
});
