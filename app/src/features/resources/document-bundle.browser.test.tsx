import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BundleRecord } from '#storage/records.ts';
import { heads, names, table } from '#testing/bundle-page.ts';
import { sampleBundleRecords } from '#testing/sample-content.ts';
import {
  desktop,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showApp,
  tablet,
} from '#testing/show-app.tsx';
import { viewKey } from './view-preferences.ts';

describe('bundle page', () => {
  test('[DOC-01, BUN-01] a spinner shows while the bundle loads, then its files', async () => {
    let arrived = () => {};
    const loading = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await showApp('/content/t3', {
      medias: [],
      load: async () => {
        await loading;
        return { ok: true };
      },
    });
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    arrived();
    await expect.element(page.getByText('This bundle has no files yet')).toBeVisible();
    await expect.element(page.getByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
  });

  test('its words stand above its files, also where the host sends them as they were written', async () => {
    const body = { value: '<p>Prints by <b>Bluetooth</b></p>', format: 'basic_html' };
    const records = sampleBundleRecords.map((record) =>
      record.id === 't3' ? ({ ...record, body } as BundleRecord) : record,
    );
    await showApp('/content/t3', { records });
    await expect.element(page.getByText('Prints by Bluetooth', { exact: true })).toBeVisible();
  });

  test('[BUN-03] a failure is said in a banner whose Back leads to the resource list', async () => {
    const { at } = await showApp('/content/gone', {
      load: async () => ({ ok: false, failure: 'No response' }),
    });
    await expect
      .element(page.getByRole('alert').getByText('Unable to load bundle: No response'))
      .toBeVisible();
    await page.getByRole('alert').getByRole('link', { name: 'Back' }).click();
    await expect.poll(at).toBe('/content');
  });

  test('[BUN-04] a missing bundle gives Not found', async () => {
    await showApp('/content/gone');
    await expect.element(page.getByRole('alert').getByText('Unable to load bundle: Not found')).toBeVisible();
  });

  test('what is on the device shows although nobody answers', async () => {
    await showApp('/content/t3', { load: async () => ({ ok: false, failure: 'No response' }) });
    await expect.element(table()).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  test('[BUN-01, BUN-02] a content bundle shows its title and its body without anything that could run', async () => {
    await showApp('/content/visit');
    await expect.element(page.getByRole('heading', { level: 1, name: 'First visit' })).toBeVisible();
    await expect.element(page.getByText('counters', { exact: true })).toBeVisible();
    const article = page.getByRole('article').element();
    expect(article.querySelector('script')).toBeNull();
    expect(article.querySelector('[onerror]')).toBeNull();
    expect('hacked' in window).toBe(false);
  });

  test('[BUN-02] a content bundle whose body is still to come shows a spinner', async () => {
    await showApp('/content/visit', {
      records: [{ id: 'visit', type: 'salestool--content_bundle', title: 'First visit' }],
      load: () => new Promise(() => {}),
    });
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  });

  test('[BUN-01] an app opened at a resource address moves to the page of apps', async () => {
    const { at } = await showApp('/content/calculator');
    await expect.poll(at).toBe('/apps/calculator');
  });

  test('[DOC-18, DOC-19, LOG-05] showing the files is one event a visit', async () => {
    const { events } = await showApp('/content/t3');
    await expect.element(table()).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Grid', { exact: true }).click({ force: true });
    expect(events).toMatchObject([{ eventTypeId: 30, channelId: 'retail' }]);
  });
});

describe('preferences', () => {
  test('[DOC-14, DOC-15] columns, rows per page, sorting and display are kept per bundle, the page number is not', async () => {
    const first = await showApp('/content/t3');
    await page.getByRole('button', { name: 'Name' }).click();
    await page.getByLabelText('Rows per page').selectOptions('25');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Description' }).click();
    await userEvent.keyboard('{Escape}');
    const kept = first.preferences.get(viewKey('t3'));
    await first.screen.unmount();

    const again = await showApp('/', { preferences: { [viewKey('t3')]: kept } });
    await again.history.push('/content/t3');
    await expect.poll(heads).toEqual(['Preview', 'Name', 'Date modified', 'Type', 'Size', 'Read here']);
    await expect.poll(names).toHaveLength(12);
    expect(names()[0]).toBe('Acceptance contract template');
    again.history.push('/content/m1');
    await expect
      .poll(heads)
      .toEqual(['Preview', 'Name', 'Description', 'Date modified', 'Type', 'Size', 'Read here']);
    await expect.poll(names).toHaveLength(10);
  });
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing on the bundle page in the %s scheme',
  async (scheme) => {
    setColorScheme(scheme);
    for (const resize of [phone, tablet, desktop]) {
      await resize();
      const { screen } = await showApp('/content/t3');
      await expect.element(page.getByText('1–10 of 12')).toBeVisible();
      await expectNoAxeViolations();
      await screen.unmount();
    }
    await tablet();
  },
);
