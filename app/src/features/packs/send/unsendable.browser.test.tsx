import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { UnsendableItem } from '#services.ts';
import { type SamplePackOptions, samplePackServices } from '#testing/sample-packs.ts';
import { button, fill, late, openWhole, paste, recipient } from '#testing/send-page.ts';
import { clearNotices } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const unsendable: UnsendableItem[] = [
  { id: 'prices', name: 'Price list', because: 'withdrawn' },
  { id: 'terms', name: '<b>Terms</b>', because: 'internal' },
];
const dialog = page.getByRole('dialog', { name: 'Not everything can be sent' });
const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click(late);
const sent = () =>
  expect.element(page.getByRole('dialog', { name: 'Pack successfully sent!' }), late).toBeVisible();

/** A pack with content that the host refuses, about to be sent to one person or to two. */
async function pressSend({ isToTwo = false, ...options }: SamplePackOptions & { isToTwo?: boolean } = {}) {
  const world = samplePackServices({ waiting: [], unsendable, ...options });
  const recordedTogether: (readonly string[] | undefined)[] = [];
  const { recordAll } = world.services.messages;
  world.services.messages.recordAll = (pack, messages, how, given) => {
    recordedTogether.push(given?.without);
    return recordAll(pack, messages, how, given);
  };
  const shown = await openWhole(world);
  await fill();
  if (isToTwo) {
    await paste('Ann Lee <ann@b.example>');
    await recipient(2).getByRole('textbox', { name: 'Company name' }).fill('Brightwater');
  }
  await button('Send').click();
  await expect.element(dialog, late).toBeVisible();
  return { ...shown, recordedTogether };
}

describe('what of a pack the server refuses', () => {
  test('goes all the same with Send as it is', async () => {
    const { recorded } = await pressSend();
    await press('Send as it is');
    await sent();
    expect(recorded).toHaveLength(1);
    expect(recorded[0]).not.toHaveProperty('without');
  });

  test.each([
    ['Send without them', ['prices', 'terms']],
    ['Send as it is', []],
  ])('is asked about once for several people (%s)', async (name, without) => {
    const { recordedTogether } = await pressSend({ isToTwo: true });
    await press(name);
    await sent();
    expect(recordedTogether).toEqual([without]);
  });

  test('is shown as words, whatever it is called', async () => {
    await pressSend();
    await expect.element(dialog.getByText('<b>Terms</b>')).toBeVisible();
  });
});

test('a server that has not told what it takes is not said to be unable to', async () => {
  const { recorded } = await pressSend({ takesSnapshot: null });
  await press('Send without them');
  await sent();
  expect(recorded).toMatchObject([{ without: ['prices', 'terms'] }]);
});

describe('a server that shows the pack itself', () => {
  const cannot = dialog.getByText(/This server cannot leave them out of a message/);

  test('is not sent to without them: the pack is edited first, and what was typed stays', async () => {
    const { at, recorded, drafts } = await pressSend({ takesSnapshot: false });
    await expect.element(cannot).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Send without them' }).elements()).toEqual([]);
    await dialog.getByRole('link', { name: 'Edit' }).click();
    await expect.poll(at).toMatch(/^\/packs\/brightwater\/(edit|build)$/);
    expect(recorded).toEqual([]);
    expect([...drafts.values()]).toMatchObject([{ firstName: 'Daniel' }]);
  });

  test('has no way to the editor where packs are not edited', async () => {
    await pressSend({ takesSnapshot: false, configuration: { flags: { packNoEdit: true } } });
    await expect.element(cannot).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Edit' }).elements()).toEqual([]);
    await press('Send as it is');
    await sent();
  });
});
