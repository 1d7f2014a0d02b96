import { writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { UnsendableItem } from '#services.ts';
import { button, openBuilder, section, showBuilder, topSave, undoOffered } from '#testing/builder-page.ts';
import { list, row, show as showEditor } from '#testing/editor-page.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { contents, documents, samplePack, samplePackServices } from '#testing/sample-packs.ts';
import {
  clearNotices,
  expectNoAxeViolations,
  setColorScheme,
  showWorld,
  tablet,
} from '#testing/show-app.tsx';

const unsendable: UnsendableItem[] = [
  { id: 'prices', name: 'Price list', because: 'withdrawn' },
  { id: 'guide', name: 'T3 Counter product guide', because: 'internal' },
  { id: 'demo', name: 'Demo film', because: 'missing' },
];

beforeEach(async () => {
  clearNotices();
  setColorScheme('light');
  await tablet();
});

const reason = () => section('The counter').getByText('withdrawn', { exact: true });

describe('what of a pack cannot be sent any more', () => {
  test.each(['light', 'dark'] as const)(
    '[PBUILD-16] is marked in the builder with the reason, for eyes and ears (%s)',
    async (scheme) => {
      setColorScheme(scheme);
      await showBuilder('brightwater', { unsendable });
      await expect.element(reason()).toBeVisible();
      const tile = (name: string) => expect.element(button(name));
      await tile('Price list, autumn 2026').toHaveAccessibleDescription('withdrawn');
      await tile('T3 Counter product guide').toHaveAccessibleDescription('internal, not for prospects');
      await expectNoAxeViolations();
    },
  );

  test('goes from the builder with its mark, and comes back with it', async () => {
    await showBuilder('brightwater', { unsendable });
    await expect.element(reason()).toBeVisible();
    await button('Price list, autumn 2026').click();
    await button('Remove Price list, autumn 2026').click();
    await expect.element(reason()).not.toBeInTheDocument();
    await undoOffered().click();
    await expect.element(reason()).toBeVisible();
  });

  test('is marked on a section that is a page of the channel', async () => {
    const visit = {
      ...{ id: 'visit', title: 'Before the visit', showTitle: true, introText: '' },
      options: { hideTitle: false },
      type: 'salestool--content_bundle' as const,
      data: { bundle: { id: 'visit', type: 'salestool--content_bundle' as const } },
    };
    const packs = [samplePack({ id: 'brightwater' }, contents(visit))];
    const gone: UnsendableItem[] = [{ id: 'visit', name: 'Before the visit', because: 'withdrawn' }];
    await showBuilder('brightwater', { packs, unsendable: gone });
    const card = section('Before the visit');
    await expect.element(card.getByText('withdrawn', { exact: true })).toBeVisible();
    await expect.element(card.getByText('This is no longer available.')).toBeVisible();
  });

  test('is looked for in unsaved work, too', async () => {
    const pack_data = writePackData(contents(documents('counter', 'The counter', ['prices'])));
    const kept = { id: 'brightwater', title: 'Brightwater Cafés', notes: '', color: '', contents: pack_data };
    const world = samplePackServices({ drafts: { [`pack.${sampleUser.uuid}.brightwater`]: kept } });
    world.services.packs.unsendable = async (asked) => (asked.pack_data === pack_data ? unsendable : []);
    await openBuilder('brightwater', world);
    await expect.element(reason()).toBeVisible();
    await topSave().click();
    await expect.element(reason()).not.toBeInTheDocument();
  });

  test('[PEDIT-17] is marked in the list of the editor', async () => {
    const [, ...others] = unsendable;
    await showEditor('/packs/older/edit', {
      unsendable: [{ id: 'leaflet', name: 'M1 leaflet', because: 'withdrawn' }, ...others],
    });
    const leaflet = list().getByRole('listitem').filter({ hasText: 'M1 leaflet' });
    await expect.element(leaflet.getByText('withdrawn', { exact: true })).toBeVisible();
    await expect.element(row('M1 Mobile')).toBeVisible();
    expect(document.querySelectorAll('small[data-tone="warn"]')).toHaveLength(2);
    await expectNoAxeViolations();
  });

  test('[PVIEW-01] is named above the view of the pack, but not what is only not here', async () => {
    await showWorld('/packs/brightwater/view', samplePackServices({ unsendable }));
    await expect
      .element(
        page.getByText(
          'Not all of this can be sent: Price list (withdrawn), T3 Counter product guide (internal, not for prospects).',
        ),
      )
      .toBeVisible();
  });

  test('is counted in the view where there is much of it', async () => {
    const many = Array.from({ length: 5 }, (_, at) => ({
      ...{ id: `gone-${at}`, name: `Old ${at}`, because: 'withdrawn' as const },
    }));
    await showWorld('/packs/brightwater/view', samplePackServices({ unsendable: many }));
    const text =
      'Not all of this can be sent: Old 0 (withdrawn), Old 1 (withdrawn), Old 2 (withdrawn), and 2 more.';
    await expect.element(page.getByText(text)).toBeVisible();
  });
});
