import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { LoadOutcome } from '#services.ts';
import { samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, showWorld } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const nowhere = 'You do not appear to have sent this pack to any prospects.';

/** @param answer what the host says when it is asked for the log */
const show = (answer: LoadOutcome | Promise<LoadOutcome>, options = {}) =>
  showWorld(
    '/packs/brightwater/details',
    samplePackServices({
      ...{ messages: [], packLog: [], waiting: [], reports: {} },
      load: async (what) => (what.startsWith('log of') ? answer : { ok: true }),
      ...options,
    }),
  );
const card = page.getByRole('region', { name: 'Sent to' });

describe('[PRPT-05, PRPT-06] a pack that went nowhere', () => {
  test('says so once the host has said that it knows of nobody', async () => {
    const { promise: asked, resolve: answer } = Promise.withResolvers<LoadOutcome>();
    await show(asked);
    await expect.element(card).toBeVisible();
    await expect.element(card).toHaveTextContent('Sent to');
    answer({ ok: true });
    await expect.element(card).toHaveTextContent(`Sent to${nowhere}`);
  });

  test('says so as far as this device knows, while the host cannot be asked', async () => {
    await show({ ok: true }, { connection: { online: false, icon: 'offline' } });
    await expect.element(page.getByText(nowhere, { exact: true })).toBeVisible();
    await expect.element(page.getByText(/^As this device knows it\./)).toBeVisible();
  });

  test('says why the host did not tell more', async () => {
    await show({ ok: false, failure: 'Server error (500)' });
    await expect.element(page.getByText(nowhere, { exact: true })).toBeVisible();
    await expect
      .element(page.getByText('What was sent from elsewhere could not be fetched: Server error (500)'))
      .toBeVisible();
  });

  test('and that the host does not have yet says so at once', async () => {
    const { pulled: _, ...unpulled } = samplePack({ id: 'brightwater', _meta: { push: true } });
    await show({ ok: false, failure: 'Not found' }, { packs: [unpulled] });
    await expect.element(card).toHaveTextContent(`Sent to${nowhere}`);
  });
});
