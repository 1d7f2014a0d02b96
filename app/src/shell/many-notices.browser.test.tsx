import { notifications, notificationsStore } from '@mantine/notifications';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleUser } from '#testing/sample-content.ts';
import { clearNotices, motionEnds, showApp } from '#testing/show-app.tsx';

beforeEach(clearNotices);

test('however many notices there are, the newest is shown at once and on top', async () => {
  const { services } = await showApp('/settings');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const isOnTop = (text: string) => {
    const { left, top, width, height } = page
      .getByText(text, { exact: true })
      .element()
      .getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.textContent === text;
  };
  for (let at = 1; at <= 30; at += 1) services.notices.show({ tone: 'neutral', text: `Said before: ${at}` });
  services.notices.show({ tone: 'problem', text: 'Error saving pack: no room' });
  await expect.element(page.getByText('Error saving pack: no room', { exact: true })).toBeVisible();
  await motionEnds();
  await expect.poll(() => isOnTop('Error saving pack: no room')).toBe(true);
  services.notices.show({ tone: 'done', text: 'Pack saved' });
  await expect.element(page.getByText('Pack saved', { exact: true })).toBeVisible();
  await motionEnds();
  await expect.poll(() => isOnTop('Pack saved')).toBe(true);
});

test('what had to make way does not come back, and a problem does not make way', async () => {
  const { services } = await showApp('/settings');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const said = (text: string) => page.getByText(text, { exact: true });
  services.notices.show({ tone: 'problem', text: 'Error saving pack: no room' });
  for (let at = 1; at <= 25; at += 1) services.notices.show({ tone: 'neutral', text: `Said before: ${at}` });
  await expect.element(said('Said before: 25')).toBeInTheDocument();
  for (const { id } of notificationsStore.getState().notifications.slice(0, 15)) notifications.hide(id!);
  await expect.element(said('Said before: 25')).not.toBeInTheDocument();
  await expect.element(said('Said before: 10')).toBeInTheDocument();
  await expect.element(said('Error saving pack: no room')).toBeInTheDocument();
  await expect.element(said('Said before: 1')).not.toBeInTheDocument();
});

describe('what one person was told', () => {
  const refused = 'A message was refused by the server and did not go out.';
  const said = page.getByText(refused, { exact: true });

  async function told() {
    const world = await showApp('/settings');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    world.services.notices.show({ tone: 'problem', text: refused });
    await expect.element(said).toBeVisible();
    return world;
  }

  test('[F18] is gone when they sign out', async () => {
    const { history } = await told();
    history.push('/user/logout');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Signed out' })).toBeVisible();
    await expect.element(said).not.toBeInTheDocument();
  });

  test('[F18] is gone when they sign out in another window', async () => {
    const { session } = await told();
    // One after the other, as the two are heard of here.
    session.set({ ...session.current(), user: null, tokenExpires: null });
    await expect.element(said).toBeInTheDocument();
    session.set({ ...session.current(), activeChannelId: null });
    await expect.element(said).not.toBeInTheDocument();
  });

  test('[F18] is not shown to whoever signs in after them, and stays for them while the server has signed them out', async () => {
    const { session, services } = await told();
    const before = session.current();
    session.set({ ...before, user: null, tokenExpires: null });
    services.notices.show({ tone: 'problem', text: 'Please sign in again' });
    await expect.element(page.getByText('Please sign in again', { exact: true })).toBeVisible();
    await expect.element(said).toBeInTheDocument();
    session.set({ ...before, user: { ...sampleUser, uuid: 'ines', name: 'ines.okafor' } });
    await expect.element(said).not.toBeInTheDocument();
  });

  describe('before they have a channel', () => {
    async function toldWithout() {
      const world = await showApp('/settings', { session: { activeChannelId: null } });
      await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      const onClosed = vi.fn();
      world.services.notices.show({ tone: 'problem', text: refused, onClosed });
      await expect.element(said).toBeVisible();
      return { ...world, onClosed, before: world.session.current() };
    }

    test('[F18, AUTH-20] is out of sight while the server has signed them out, and told again to them alone', async () => {
      const { session, before, onClosed } = await toldWithout();
      session.set({ ...before, user: null, tokenExpires: null });
      await expect.element(said).not.toBeInTheDocument();
      expect(onClosed).not.toHaveBeenCalled();
      session.set(before);
      await expect.element(said).toBeVisible();
      session.set({ ...before, user: null, tokenExpires: null });
      await expect.element(said).not.toBeInTheDocument();
      session.set({ ...before, user: { ...sampleUser, uuid: 'ines', name: 'ines.okafor' } });
      await expect.element(page.getByRole('button', { name: /ines/ })).toBeInTheDocument();
      await expect.element(said).not.toBeInTheDocument();
    });

    test('[F18] is over when they sign out', async () => {
      const { history, session, before, onClosed } = await toldWithout();
      history.push('/user/logout');
      await expect.element(page.getByRole('heading', { level: 1, name: 'Signed out' })).toBeVisible();
      await expect.element(said).not.toBeInTheDocument();
      expect(onClosed).toHaveBeenCalledOnce();
      history.push('/settings');
      session.set(before);
      await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      await expect.element(said).not.toBeInTheDocument();
    });

    test('stays gone when it has come to its end meanwhile', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const { session, services, before } = await toldWithout();
      const other = page.getByText('Another was refused.', { exact: true });
      services.notices.show({ tone: 'problem', text: 'Another was refused.', until: promise });
      await expect.element(other).toBeVisible();
      session.set({ ...before, user: null, tokenExpires: null });
      await expect.element(said).not.toBeInTheDocument();
      resolve();
      session.set(before);
      await expect.element(said).toBeVisible();
      await expect.element(other).not.toBeInTheDocument();
    });
  });
});
