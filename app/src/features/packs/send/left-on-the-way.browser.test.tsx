import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SaveResult } from '#services.ts';
import { type SamplePackOptions, samplePackServices } from '#testing/sample-packs.ts';
import { button, field, fill, late, paste, recipient } from '#testing/send-page.ts';
import { clearNotices, showWorld } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const refused: SaveResult = { savedLocally: true, savedRemotely: false, failure: 'No such address' };
const told = 'The pack was saved locally but could not be saved to the server: No such address';
const alert = page.getByRole('alert').filter({ hasText: told });

/** A world in which messages lie on the device at once, and the host answers when the test wants. */
function slowHost(options: SamplePackOptions = {}) {
  const world = samplePackServices({ waiting: [], ...options });
  const answer = Promise.withResolvers<SaveResult>();
  const { messages } = world.services;
  const { record, recordAll } = messages;
  messages.record = async (...given) => {
    const recorded = await record(...given);
    return { ...recorded, ...(await answer.promise) };
  };
  messages.recordAll = async (...given) => ({ ...(await recordAll(...given)), pushed: answer.promise });
  return { ...world, answer };
}

async function openForm() {
  const world = await showWorld('/packs/brightwater/view', slowHost());
  world.history.push('/packs/brightwater/send');
  await fill();
  return world;
}

const isLeft = () => expect.element(field('First name')).not.toBeInTheDocument();

describe('[PSEND-22] a message whose page was left while it was on its way', () => {
  test.each(['Send', 'Link'])(
    'says that the server did not take it, and leads to what waits (%s)',
    async (press) => {
      const world = await openForm();
      await button(press).click();
      await expect.poll(() => world.recorded.length).toBe(1);
      world.history.back();
      await isLeft();
      world.answer.resolve(refused);
      await expect.element(alert, late).toBeVisible();
      await page.getByText('See what waits').click();
      await expect.poll(() => `${world.at()}${world.history.location.hash}`).toBe('/settings#waiting');
    },
  );

  test('says so of several people, too', async () => {
    const world = await openForm();
    await paste('Ann Lee <ann@b.example>');
    await recipient(2).getByRole('textbox', { name: 'Company name' }).fill('B');
    await button('Send').click();
    await expect.element(button('Finish'), late).toBeVisible();
    await button('Finish').click();
    await isLeft();
    world.answer.resolve(refused);
    await expect.element(alert, late).toBeVisible();
  });
});

describe('several people of whom the server refuses one', () => {
  async function refuseOne(options: SamplePackOptions = {}) {
    const world = await showWorld('/packs/brightwater/send', slowHost(options));
    world.services.waiting.items = async ({ ids = [] } = {}) =>
      ids.map((id) => ({
        ...{ id, type: 'salestool--message', title: '', subtitle: '', updated: 0, packId: null },
        ...{ state: 'refused', reason: 'No such address' },
      }));
    await fill();
    await paste('Ann Lee <ann@b.example>');
    await recipient(2).getByRole('textbox', { name: 'Company name' }).fill('B');
    return world;
  }

  test('[PSEND-22] are told of by the confirmation alone while it is shown', async () => {
    const world = await refuseOne({ outcome: refused });
    await button('Send').click();
    world.answer.resolve(refused);
    await expect.element(page.getByRole('dialog', { name: told }), late).toBeVisible();
    await button('Finish').click();
    await isLeft();
    expect(alert.elements()).toEqual([]);
  });

  test('[PSEND-22] are told of by a notice once the form is open for the next', async () => {
    const world = await refuseOne({ outcome: refused });
    await button('Send').click();
    await button('Send another').click(late);
    world.answer.resolve(refused);
    await expect.element(alert, late).toBeVisible();
  });

  test('[PSEND-22] are told of by a notice where the form is opened for the next while that is looked up', async () => {
    const world = await refuseOne({ outcome: refused });
    const { items } = world.services.waiting;
    const asked = Promise.withResolvers<void>();
    const isTold = Promise.withResolvers<void>();
    await button('Send').click();
    await expect.element(button('Send another'), late).toBeVisible();
    // Under the ids that they have by now.
    world.services.messages.idNow = async (id) => `now ${id}`;
    world.services.waiting.items = async (options) => {
      if (!options?.ids?.every((id) => id.startsWith('now '))) return [];
      asked.resolve();
      await isTold.promise;
      return items(options);
    };
    world.answer.resolve(refused);
    await asked.promise;
    await button('Send another').click();
    isTold.resolve();
    await expect.element(alert, late).toBeVisible();
  });

  test('[PSEND-22] are told of by a notice where the confirmation is that of their links', async () => {
    const world = await refuseOne({ outcome: refused });
    await button('Link').click();
    await expect.element(page.getByRole('dialog', { name: '2 links' }), late).toBeVisible();
    world.answer.resolve(refused);
    await expect.element(page.getByText(told), late).toBeVisible();
  });
});
