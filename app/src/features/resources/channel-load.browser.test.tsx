import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SampleOptions } from '#testing/sample-options.ts';
import { expectNoAxeViolations, showApp } from '#testing/show-app.tsx';

const lists = ['/content', '/apps', '/packs'];

test.each([...lists, '/', '/content/t3', '/apps/calculator', '/packs/p1/view'])(
  '[SYNC-04, SYNC-09] the channel is brought up to date at %s, where somebody may begin',
  async (path) => {
    const { calls, connection } = await showApp(path);
    const asked = () => calls.filter((call) => call === 'load channel retail').length;
    await expect.poll(asked).toBe(1);
    connection.set({ ...connection.current(), online: false, icon: 'offline' });
    await expect.poll(asked).toBe(2);
    connection.set({ ...connection.current(), online: true, icon: 'online' });
    await expect.poll(asked).toBe(3);
  },
);

test('[SYNC-04] a page that shows nothing of the channel leaves it alone', async () => {
  const { calls } = await showApp('/settings');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  expect(calls).not.toContain('load channel retail');
});

describe('a channel that was never taken in whole', () => {
  const never = {
    bundles: [],
    channelRecord: { id: 'retail', type: 'salestool--channel', _meta: { stub: true } },
  } as const satisfies SampleOptions;
  const skeletons = () => page.getByRole('status', { name: 'Loading' });

  test.each(lists)(
    '[SYNC-06, SYNC-09] what kept it from coming is said at %s, with a way to ask again',
    async (path) => {
      let isThere = false;
      const { calls } = await showApp(path, {
        ...never,
        load: async () => (isThere ? { ok: true } : { ok: false, failure: 'No response' }),
      });
      const alert = page.getByRole('alert');
      await expect.element(alert).toHaveTextContent('This channel has not been downloaded yet: No response');
      isThere = true;
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
      await expect.element(alert).not.toBeInTheDocument();
      expect(calls.filter((call) => call.startsWith('load channel retail'))).toEqual([
        'load channel retail',
        'load channel retail again',
      ]);
    },
  );

  test.each(lists)(
    '[SYNC-06] who is signed out is told so at %s, and led to the sign-in page',
    async (path) => {
      const { at } = await showApp(path, { ...never, session: { user: null } });
      await expect
        .element(page.getByText('This channel has not been downloaded yet: You are not logged in'))
        .toBeVisible();
      await expect.element(skeletons()).not.toBeInTheDocument();
      await expectNoAxeViolations();
      await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
      await expect.poll(at).toBe('/user/login');
    },
  );

  test('[SYNC-06] of a database that was emptied nobody says that the channel has nothing', async () => {
    const { calls } = await showApp('/content', {
      ...never,
      channelRecord: null,
      load: () => new Promise(() => {}),
    });
    await expect.element(skeletons()).toBeInTheDocument();
    expect(calls).toContain('load channel retail');
    await expect.element(page.getByText(/currently available/)).not.toBeInTheDocument();
  });

  test('[SYNC-06, SYNC-11] it is asked for as soon as the host is back', async () => {
    const { calls, connection } = await showApp('/content', {
      ...never,
      connection: { icon: 'offline', online: false },
      load: async () => ({ ok: false, failure: 'Application is offline' }),
    });
    await expect.element(page.getByText(/^This channel was not downloaded yet/)).toBeVisible();
    const before = calls.length;
    connection.set({ ...connection.current(), online: true, icon: 'online' });
    await expect.poll(() => calls.slice(before)).toEqual(['load channel retail']);
  });
});

test('[SYNC-06] a failure that is known already is heard in the right words at once', async () => {
  await showApp('/packs', {
    packs: [],
    lastSync: async () => null,
    load: async () => ({ ok: false, failure: 'No response' }),
  });
  const says = page.getByText('Your packs of this channel have not been downloaded yet: No response');
  await expect.element(says.first()).toBeVisible();
  const heard = new Set<string | undefined>();
  const listening = new MutationObserver(() => {
    for (const alert of document.querySelectorAll('[role=alert]'))
      heard.add(alert.textContent?.split(':')[0]);
  });
  listening.observe(document.body, { subtree: true, childList: true, characterData: true });
  await page.getByRole('tab', { name: /^Shared packs/ }).click();
  await expect
    .poll(() => page.getByRole('tabpanel').element().getAttribute('aria-labelledby'))
    .toContain('shared');
  await expect.element(says.first()).toBeVisible();
  listening.disconnect();
  expect([...heard]).toEqual(['Your packs of this channel have not been downloaded yet']);
});
