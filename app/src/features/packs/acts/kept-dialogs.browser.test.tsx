import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MessageRecord } from '#storage/records.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, showWorld, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  await tablet();
});

/** A dialog's code comes with its first opening, which takes its time on a busy machine. */
const late = { timeout: 15_000 };

const dialog = () => page.getByRole('dialog');
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click(late);
const inDialog = (name: string | RegExp) => dialog().getByRole('button', { name, exact: true });
const field = (name: string) => dialog().getByRole('textbox', { name });
const isGone = () => expect.element(dialog()).not.toBeInTheDocument();
const runs = () => document.getAnimations().filter(({ playState }) => playState === 'running').length;
/** Beside the dialog, where it is left by a tap. */
const tapBeside = () =>
  page.elementLocator(document.body).click({ position: { x: 12, y: 300 }, force: true });

const message: MessageRecord = {
  ...{ id: 'm', type: 'salestool--message', ownerId: sampleUser.uuid, sent: true, subject: 'Offer' },
  ...{ first_name: 'Daniel', last_name: 'Okafor', date_sent: 1_763_000_000, delivery: 'sent' },
  pack: { type: 'salestool--pack', id: 'brightwater' },
};

interface Case {
  path: string;
  open: () => Promise<unknown>;
  /** The work that would be lost. */
  work: () => Promise<unknown>;
}

const cases: Record<string, Case> = {
  'the name of a copy': {
    path: '/packs',
    open: async () => {
      await press(/^More for /);
      await page.getByRole('menuitem', { name: 'Clone' }).click();
    },
    work: () => field('Enter a name for the new pack').fill('Copy'),
  },
  'pack settings': {
    path: '/packs/brightwater/build',
    open: () => press('Pack settings'),
    work: () => field('Notes').fill('Bring a demo unit'),
  },
  'ticked files': {
    path: '/packs/brightwater/build',
    open: () => press('Add to The counter'),
    work: async () => {
      await inDialog(/^M1 Mobile/).click(late);
      await page.getByRole('checkbox', { name: 'Old leaflet' }).click();
    },
  },
  'a new order of sections': {
    path: '/packs/brightwater/build',
    open: () => press('Organise Layout'),
    work: () => inDialog('Move down: The counter').click(),
  },
  'pasted addresses': {
    path: '/packs/brightwater/send',
    open: () => press('Paste addresses'),
    work: () => field('Addresses').fill('daniel@brightwater.example'),
  },
  'what a link allows': {
    path: '/packs/brightwater/details',
    open: async () => {
      if (!document.querySelector('[aria-expanded="true"]')) await press('Daniel Okafor');
      await press('Link options');
    },
    work: () => field('Visits allowed').fill('5'),
  },
};

describe.each(Object.entries(cases))('the dialog with %s', (_, { path, open, work }) => {
  test('is left by Escape, and with work in it by its buttons alone', async () => {
    await showWorld(path, samplePackServices({ messages: [message], waiting: [] }));
    await open();
    await expect.element(dialog(), late).toBeVisible();
    await expect.poll(runs).toBe(0);
    await userEvent.keyboard('{Escape}');
    await isGone();
    await open();
    await expect.element(dialog(), late).toBeVisible();
    await expect.poll(runs).toBe(0);
    await work();
    await userEvent.keyboard('{Escape}');
    await tapBeside();
    await expect.poll(runs).toBe(0);
    await expect.element(dialog()).toBeVisible();
    await inDialog('Cancel').click();
    await isGone();
  });
});

test('Escape closes the colours of a dialog, and only then the dialog', async () => {
  await showWorld('/packs/brightwater/build', samplePackServices());
  const colors = page.getByRole('dialog', { name: 'Color' });
  const settings = page.getByRole('dialog', { name: 'Pack settings' });
  await press('Pack settings');
  await expect.element(settings, late).toBeVisible();
  await settings.getByRole('textbox', { name: 'Color' }).click();
  await expect.element(colors).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(colors).not.toBeInTheDocument();
  await expect.element(settings).toBeVisible();
  await settings.getByRole('textbox', { name: 'Color' }).click();
  await expect.element(colors).toBeVisible();
  await userEvent.keyboard('{Escape}{Escape}');
  await isGone();
});
