import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show, title, withoutBuilder } from '#testing/editor-page.ts';
import { clearNotices, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  await tablet();
});

describe('who may edit', () => {
  test.each(['/packs/range/edit', '/packs/range/editsend'])(
    '[PBUILD-02] %s sends somebody without the edit right to /access-denied',
    async (path) => {
      const { at } = await show(path);
      await expect.poll(at).toBe('/access-denied');
    },
  );

  test('[PBUILD-02, PERM-03] without an account no pack is made, and without packs to be sent none is sent', async () => {
    const anonymous = await show('/packs/new', { configuration: withoutBuilder, session: { user: null } });
    await expect.poll(anonymous.at).toBe('/access-denied');
    await anonymous.screen.unmount();
    const { at } = await show('/packs/older/editsend', { configuration: { flags: { packNoSend: true } } });
    await expect.poll(at).toBe('/access-denied');
  });

  test.each(['edit', 'editsend', 'wizard'])(
    '[NAV-32] packs/{id}/%s of an unknown pack is the 404 page',
    async (page_) => {
      await show(`/packs/nowhere/${page_}`, { configuration: { flags: { packWizard: true } } });
      await expect.element(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
    },
  );
});

describe('by address', () => {
  test.each(['/packs/new', '/packs/-/edit', '/packs/-/editsend', '/packs/-/build', '/packs/-/wizard'])(
    '[PERM-15] %s makes no pack with packNoEdit',
    async (path) => {
      const flags = { packWizard: true, packNoEdit: true };
      const { at } = await show(path, { configuration: { flags } });
      await expect.poll(at).toBe('/access-denied');
    },
  );

  test.each(['/packs/-/editsend', '/packs/-/wizard', '/packs/older/editsend', '/packs/older/wizard'])(
    '[PERM-10] %s begins nothing that could not be sent in the end',
    async (path) => {
      const flags = { packWizard: true, packNoSend: true };
      const { at } = await show(path, { configuration: { flags } });
      await expect.poll(at).toBe('/access-denied');
    },
  );

  test.each([
    ['/packs/-/edit', 'Create Pack'],
    ['/packs/older/edit', 'Older pack'],
  ])('[PERM-10] %s is open where nothing can be sent', async (path, heading) => {
    const { at } = await show(path, { configuration: { flags: { packNoSend: true } } });
    await expect.element(title(heading)).toBeVisible();
    expect(at()).toBe(path);
  });
});
