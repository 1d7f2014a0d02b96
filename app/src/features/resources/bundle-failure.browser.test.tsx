import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { BundleRecord } from '#storage/records.ts';
import { expectNoAxeViolations, showApp } from '#testing/show-app.tsx';

const stubs: BundleRecord[] = [
  { id: 't3', type: 'salestool--document_bundle', title: 'T3 Counter', _meta: { stub: true } },
  { id: 'visit', type: 'salestool--content_bundle', title: 'First visit', _meta: { stub: true } },
];
const alert = () => page.getByRole('alert');

describe('a bundle that is known by its name alone', () => {
  test.each([
    ['/content/t3', 'T3 Counter'],
    ['/content/visit', 'First visit'],
  ])('[SYNC-06, BUN-03] says at %s why it did not come, and is not called empty', async (path, title) => {
    const { at, events } = await showApp(path, {
      records: stubs,
      medias: [],
      load: async () => ({ ok: false, failure: 'Not Found (404)' }),
    });
    await expect.element(alert().getByText('Unable to load bundle: Not Found (404)')).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.element(page.getByText('This bundle has no files yet')).not.toBeInTheDocument();
    expect(events).toEqual([]);
    await expectNoAxeViolations();
    await alert().getByRole('link', { name: 'Back' }).click();
    await expect.poll(at).toBe('/content');
  });

  test('[SYNC-06] shows its files where they are here, and its words', async () => {
    const words: BundleRecord = {
      ...stubs[1]!,
      body: { value: '', format: 'rich', processed: '<p>Bring a reader.</p>' },
    };
    const { screen } = await showApp('/content/visit', {
      records: [words],
      load: async () => ({ ok: false, failure: 'No response' }),
    });
    await expect.element(page.getByText('Bring a reader.')).toBeVisible();
    await screen.unmount();
    await showApp('/content/t3', {
      records: stubs,
      load: async () => ({ ok: false, failure: 'No response' }),
    });
    await expect.element(page.getByRole('table')).toBeVisible();
    await expect.element(alert()).not.toBeInTheDocument();
  });
});

test.each(['/content/gone', '/apps/gone'])(
  '[SYNC-06, SYNC-11] what was missing at %s without a signal is asked for once there is one, and only then',
  async (path) => {
    const { calls, connection } = await showApp(path, {
      connection: { icon: 'offline', online: false },
      load: async () => ({ ok: false, failure: 'Application is offline' }),
    });
    await expect.element(alert().getByText('Unable to load bundle: Application is offline')).toBeVisible();
    const asked = () => calls.filter((call) => call === 'load bundle gone').length;
    expect(asked()).toBe(1);
    connection.set({ ...connection.current(), online: true, icon: 'online' });
    await expect.poll(asked).toBe(2);
    // A host that comes and goes with each call would be asked for ever.
    connection.set({ ...connection.current(), online: false, icon: 'offline' });
    await expect.element(page.getByRole('button', { name: /offline/i }).first()).toBeVisible();
    connection.set({ ...connection.current(), online: true, icon: 'online' });
    await expect.poll(() => calls.filter((call) => call === 'load channel retail').length).toBe(4);
    expect(asked()).toBe(2);
  },
);
