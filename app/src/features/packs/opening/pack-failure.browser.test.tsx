import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type SamplePackOptions, samplePackServices } from '#testing/sample-packs.ts';
import { expectNoAxeViolations, showWorld } from '#testing/show-app.tsx';

const show = (screen: string, options: SamplePackOptions) =>
  showWorld(`/packs/nowhere/${screen}`, samplePackServices(options));
const notFound = page.getByText('(404) Sorry, nothing here...');

const offline: SamplePackOptions = {
  connection: { online: false, icon: 'offline' },
  load: async (what) =>
    what === 'pack nowhere' ? { ok: false, failure: 'Application is offline' } : { ok: true },
};

test.each(['view', 'details', 'send', 'edit', 'build', 'reports'])(
  '[SYNC-06] without a signal a pack that is not on the device is not called nowhere: %s',
  async (screen) => {
    await show(screen, offline);
    const alert = page.getByRole('main').getByRole('alert');
    await expect.element(alert.getByText('Unable to load pack: Application is offline')).toBeVisible();
    await expect.element(notFound).not.toBeInTheDocument();
    await expect.element(alert.getByRole('link', { name: 'Back' })).toHaveAttribute('href');
  },
);

test('[SYNC-06, SYNC-12] once the host is back it is asked for by itself, once', async () => {
  const asked: boolean[] = [];
  const services = samplePackServices({
    connection: { online: false, icon: 'offline' },
    load: async (what) => {
      if (!what.startsWith('pack nowhere')) return { ok: true };
      const { online } = services.connection.current();
      asked.push(online);
      return online
        ? { ok: false, failure: 'Not Found (404)', isNowhere: true }
        : { ok: false, failure: 'Application is offline' };
    },
  });
  const { connection } = services;
  await showWorld('/packs/nowhere/view', services);
  await expect.element(page.getByText('Unable to load pack: Application is offline')).toBeVisible();
  connection.set({ ...connection.current(), online: true, icon: 'online' });
  await expect.element(notFound).toBeVisible();
  connection.set({ ...connection.current(), online: false, icon: 'offline' });
  connection.set({ ...connection.current(), online: true, icon: 'online' });
  await expect.element(notFound).toBeVisible();
  expect(asked.filter((online) => online)).toHaveLength(1);
});

test('what it says then is clean under axe', async () => {
  await show('view', offline);
  await expect.element(page.getByText('Unable to load pack: Application is offline')).toBeVisible();
  await expectNoAxeViolations();
});

test('[PERM-17] for who is signed out it is nowhere', async () => {
  await show('view', {
    session: { user: null },
    load: async () => ({ ok: false, failure: 'You are not logged in' }),
  });
  await expect.element(notFound).toBeVisible();
});
