import { notifications, notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
