import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { heads, names, row, search, table } from '#testing/bundle-page.ts';
import { phone, showApp, tablet } from '#testing/show-app.tsx';
import { viewKey } from './view-preferences.ts';

describe('table', () => {
  test('[DOC-07, DOC-08, DOC-13, CONST-13] name, description, date modified, type and size, newest first, ten rows', async () => {
    await showApp('/content/t3');
    await expect.element(table()).toBeVisible();
    expect(heads()).toEqual(['Preview', 'Name', 'Description', 'Date modified', 'Type', 'Size', 'Read here']);
    await expect.poll(names).toHaveLength(10);
    expect(names()[0]).toBe('T3 Counter product guide');
    await expect
      .element(page.getByRole('columnheader', { name: 'Date modified' }))
      .toHaveAttribute('aria-sort', 'descending');
    await expect.element(page.getByText('1–10 of 12')).toBeVisible();
  });

  test('[DOC-07] the chooser offers every other column, and the name cannot be hidden', async () => {
    await showApp('/content/t3');
    await page.getByRole('button', { name: 'Columns' }).click();
    const offered = () =>
      page
        .getByRole('menuitemcheckbox')
        .elements()
        .map((item) => item.textContent)
        .sort();
    await expect
      .poll(offered)
      .toEqual(['ID', 'Description', 'Date modified', 'Type', 'Size', 'Print size', 'Keywords'].sort());
    await page.getByRole('menuitemcheckbox', { name: 'Keywords' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Description' }).click();
    await expect
      .poll(heads)
      .toEqual(['Preview', 'Name', 'Date modified', 'Type', 'Size', 'Keywords', 'Read here']);
  });

  test('[DOC-16] a dash stands for a missing size and for a date that is none', async () => {
    await showApp('/content/t3');
    await page.getByRole('button', { name: 'Next page' }).click();
    const cells = (name: string) =>
      row(name)
        .getByRole('cell')
        .elements()
        .map((cell) => cell.textContent);
    await expect.poll(() => cells('Virtual showroom').at(-2)).toBe('–');
    expect(cells('Old leaflet')).toContain('–');
    expect(cells('Old leaflet')).toContain('12.0 kB');
  });

  test('a column head sorts, and once more the other way', async () => {
    await showApp('/content/t3');
    await page.getByRole('button', { name: 'Name' }).click();
    await expect.poll(() => names()[0]).toBe('Acceptance contract template');
    await page.getByRole('button', { name: 'Name' }).click();
    await expect.poll(() => names()[0]).toBe('Virtual showroom');
    await page.getByRole('button', { name: 'Size' }).click();
    await expect.poll(() => names()[0]).toBe('Two-minute demo');
  });

  test('the pager goes on and back and says where it is', async () => {
    await showApp('/content/t3');
    const next = page.getByRole('button', { name: 'Next page' });
    await expect.element(next).toBeVisible();
    (next.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('status').filter({ hasText: '11–12 of 12' })).toBeVisible();
    // Who turned the last page stands where they were.
    await expect.element(next).toBeDisabled();
    await expect.element(next).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('11–12 of 12')).toBeVisible();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect.element(page.getByText('1–10 of 12')).toBeVisible();
  });
});

describe('search', () => {
  test('[DOC-05, DOC-06, CONST-12] it matches names, descriptions, types and keywords after 300 ms without a key', async () => {
    await showApp('/content/t3');
    await expect.element(table()).toBeVisible();
    await expect.poll(names).toHaveLength(10);
    const pauses = vi.spyOn(window, 'setTimeout');
    const started = performance.now();
    await search().fill('queue TIME');
    expect(names()).toHaveLength(10);
    await expect.poll(names).toEqual(['Brightwater case study']);
    expect(performance.now() - started).toBeGreaterThanOrEqual(300);
    // No longer either, however slow the machine is that tries it.
    expect(pauses.mock.calls.map(([, ms]) => ms)).toContain(300);
    pauses.mockRestore();
    await search().fill('hosted');
    await expect.poll(names).toEqual(['Virtual showroom']);
    await search().fill('excel');
    await expect.poll(names).toEqual(['Price list, autumn 2026']);
    await search().fill('counter');
    await expect.poll(names).toContain('T3 Counter product guide');
  });

  test('[DOC-04] the icon clears it', async () => {
    await showApp('/content/t3');
    await search().fill('nothing like it');
    await expect.element(page.getByText('No file matches “nothing like it”')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.element(search()).toHaveValue('');
    await expect.element(table()).toBeVisible();
  });

  test('[DOC-04] search and columns are on wide screens only', async () => {
    const { screen } = await showApp('/content/t3');
    await expect.element(search()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Columns' })).toBeVisible();
    await screen.unmount();
    await phone();
    await showApp('/content/t3');
    await expect
      .element(
        page
          .getByRole('button', { name: 'Open T3 Counter product guide' })
          .or(page.getByRole('link', { name: 'Open T3 Counter product guide' })),
      )
      .toBeVisible();
    await expect.element(search()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Columns' })).not.toBeInTheDocument();
    await tablet();
  });
});

describe('grid', () => {
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

  test('[DOC-03, DOC-09] a toggle shows cards with picture, name, description, the visible values and Open', async () => {
    await showApp('/content/t3');
    await page.getByText('Grid', { exact: true }).click({ force: true });
    const guide = card('T3 Counter product guide');
    await expect.element(guide).toBeVisible();
    await expect.element(table()).not.toBeInTheDocument();
    expect(guide.element().querySelector('img')).not.toBeNull();
    await expect.element(guide.getByText(/Sixteen pages/)).toBeVisible();
    await expect.element(guide.getByText('Nov 18, 2026')).toBeVisible();
    await expect.element(guide.getByText('PDF')).toBeVisible();
    await expect.element(guide.getByText('4.2 MB')).toBeVisible();
    await expect.element(guide.getByText('Keywords')).not.toBeInTheDocument();
    await expect.element(guide.getByText('Open', { exact: true })).toBeVisible();
    expect(getComputedStyle(guide.getByText(/Sixteen pages/).element()).webkitLineClamp).toBe('3');
    await page.getByText('Table', { exact: true }).click({ force: true });
    await expect.element(table()).toBeVisible();
  });

  test('[DOC-06] the table is first on wide screens and the grid on the smallest, with sorting in a menu', async () => {
    await phone();
    await showApp('/content/t3');
    await expect.element(card('T3 Counter product guide')).toBeVisible();
    await expect.element(table()).not.toBeInTheDocument();
    await page.getByRole('button', { name: /Sort by Date modified/ }).click();
    await page.getByRole('menuitemradio', { name: 'Name' }).click();
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).elements()[0]?.textContent)
      .toBe('Acceptance contract template');
    await tablet();
  });

  test('[DOC-06, DOC-15] sorting by the menu begins at the first page, as by a column head', async () => {
    await showApp('/content/t3', { preferences: { [viewKey('t3')]: { display: 'grid' } } });
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.element(page.getByText('11–12 of 12')).toBeVisible();
    await page.getByRole('button', { name: /Sort by Date modified/ }).click();
    await page.getByRole('menuitemradio', { name: 'Name' }).click();
    await expect.element(page.getByText('1–10 of 12')).toBeVisible();
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).elements()[0]?.textContent)
      .toBe('Acceptance contract template');
  });
});
