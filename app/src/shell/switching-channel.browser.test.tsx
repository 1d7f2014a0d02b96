import '#features/resources/resource-list-screen.tsx';
import '#features/home/home-screen.tsx';
import './profile-menu.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleBundles } from '#testing/sample-content.ts';
import { sampleServices } from '#testing/sample-services.ts';
import { showWorld } from '#testing/show-app.tsx';

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const tile = (name: string) => page.getByRole('article', { name });

test('[CHAN-16] switching goes home, and nothing of the earlier channel is shown in the new one', async () => {
  const world = sampleServices();
  const { promise, resolve } = Promise.withResolvers<void>();
  const [counter] = sampleBundles;
  world.services.bundles.inChannel = async (channelId, types) => {
    if (channelId === 'retail') return sampleBundles.filter(({ type }) => types.includes(type));
    await promise;
    return types.includes(counter!.type) ? [{ ...counter!, id: 'gate', title: 'Gate' }] : [];
  };
  const { at, history, calls } = await showWorld('/content', world);
  await expect.element(tile('T3 Counter')).toBeVisible();

  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Transit & Parking' }).click();
  await expect.element(title('Transit & Parking')).toBeVisible();
  expect(at()).toBe('/');
  expect(calls).toContain('select transit');

  history.push('/content');
  await expect.element(title('Resources')).toBeVisible();
  await expect.element(tile('T3 Counter')).not.toBeInTheDocument();
  resolve();
  await expect.element(tile('Gate')).toBeVisible();
  await expect.element(tile('T3 Counter')).not.toBeInTheDocument();
});
