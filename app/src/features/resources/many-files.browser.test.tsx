import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { row, table } from '#testing/bundle-page.ts';
import { sampleMedias } from '#testing/sample-content.ts';
import { expectNoAxeViolations, phone, showApp, tablet } from '#testing/show-app.tsx';
import { viewKey } from './view-preferences.ts';

describe('thousands of files', () => {
  const [guide] = sampleMedias;
  const medias = Array.from({ length: 5000 }, (_, at) => ({
    ...guide!,
    id: `m${at}`,
    name: `Guide ${String(at).padStart(4, '0')}`,
    changed: at,
  }));
  const preferences = (display: 'table' | 'grid') => ({
    [viewKey('t3')]: { pageSize: 100, sort: { column: 'name', descending: false }, display },
  });

  test.each(['table', 'grid'] as const)(
    'as a %s only those in sight are mounted, and every one can be come to',
    async (display) => {
      await showApp('/content/t3', { medias, preferences: preferences(display) });
      const mounted = () => document.querySelectorAll('[data-tour="file"]').length;
      const last = (name: string) => page.getByText(name, { exact: true });
      await expect.element(page.getByText('1–100 of 5000')).toBeVisible();
      await expect.element(last('Guide 0000')).toBeVisible();
      const height = document.documentElement.scrollHeight;
      for (const name of ['Guide 0099', 'Guide 0199']) {
        await expect.poll(mounted).toBeGreaterThan(8);
        expect(mounted()).toBeLessThan(40);
        // Each step waits for a frame, of which a busy machine gives few.
        await expect
          .poll(
            () => {
              window.scrollTo(0, document.documentElement.scrollHeight);
              return last(name).query();
            },
            { timeout: 25_000 },
          )
          .not.toBeNull();
        await expect.element(last(name)).toBeVisible();
        expect(last('Guide 0000').query()).toBeNull();
        // What is left out takes up its room.
        expect(document.documentElement.scrollHeight / height).toBeCloseTo(1, 0);
        await page.getByRole('button', { name: 'Next page' }).click();
      }
      window.scrollTo(0, 0);
      await expect.element(last('Guide 0200')).toBeVisible();
    },
    90_000,
  );

  test('rows that are left out are counted for those who cannot see them, and axe finds nothing', async () => {
    await showApp('/content/t3', { medias, preferences: preferences('table') });
    await expect.element(row('Guide 0000')).toHaveAttribute('aria-rowindex', '2');
    await expect.element(table()).toHaveAttribute('aria-rowcount', '101');
    await expectNoAxeViolations();
  });

  test('every column has room to be read when all of them are shown, on a phone too', async () => {
    const columns = ['id', 'description', 'changed', 'type', 'size', 'printSize', 'keywords'];
    const all = { [viewKey('t3')]: { columns, pageSize: 10, display: 'table' } };
    for (const resize of [tablet, phone]) {
      await resize();
      const { screen } = await showApp('/content/t3', { medias, preferences: all });
      await expect.element(row('Guide 4999')).toBeVisible();
      const narrow = page
        .getByRole('columnheader')
        .elements()
        .filter((head) => head.matches('[data-column]') && head.getBoundingClientRect().width < 100);
      expect(narrow.map(({ textContent }) => textContent)).toEqual([]);
      const [name] = page.getByRole('rowheader').elements();
      expect(name?.getBoundingClientRect().width).toBeGreaterThan(180);
      await screen.unmount();
    }
    await tablet();
  });

  test('[DOC-07] on an upright tablet the columns that are shown at first fit', async () => {
    for (const width of [768, 820]) {
      await page.viewport(width, 1180);
      const { screen } = await showApp('/content/t3', { medias, preferences: preferences('table') });
      await expect.element(row('Guide 0000')).toBeVisible();
      const frame = table().element().parentElement as HTMLElement;
      expect(frame.scrollWidth).toBe(frame.clientWidth);
      await screen.unmount();
    }
    await tablet();
  });

  test('columns keep their places from page to page', async () => {
    const unlike = medias.map((media, at) => ({
      ...media,
      description: at < 100 ? '' : 'Words '.repeat(40),
    }));
    await showApp('/content/t3', { medias: unlike, preferences: preferences('table') });
    await expect.element(row('Guide 0000')).toBeVisible();
    const places = () =>
      page
        .getByRole('columnheader')
        .elements()
        .map((head) => head.getBoundingClientRect().left);
    const before = places();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.element(row('Guide 0100')).toBeVisible();
    expect(places()).toEqual(before);
  });
});
