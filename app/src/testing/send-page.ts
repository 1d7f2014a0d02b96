import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { type SamplePackOptions, samplePackServices } from './sample-packs.ts';
import { showWorld } from './show-app.tsx';

type SampleWorld = ReturnType<typeof samplePackServices>;

/** Code that comes with its first use takes its time on a busy machine. */
export const late = { timeout: 15_000 };

export const field = (name: string) => page.getByRole('textbox', { name, exact: true });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
/** One of several, counted from 1. */
export const recipient = (number: number) => page.getByRole('group', { name: `Recipient ${number}` });

/** To whom it goes, whether that is typed here or was before. */
export const daniel = {
  firstName: 'Daniel',
  lastName: 'Okafor',
  email: 'daniel.okafor@brightwater.example',
  company: 'Brightwater Cafés',
};

export async function fill(person = daniel) {
  // The editor of the message comes last, and everything below it moves.
  await expect.element(field('Message'), late).toBeVisible();
  await field('First name').fill(person.firstName);
  await field('Last name').fill(person.lastName);
  await field('Email').fill(person.email);
  await field('Company name').fill(person.company);
}

/** The form of a pack, as it is opened from the pack. */
export const openForm = <World extends SampleWorld>(world: World) =>
  showWorld('/packs/brightwater/send', world);

/** The same once all of it is there: the editor of the message comes last, and everything below it moves. */
export async function openWhole<World extends SampleWorld>(sample: World) {
  const world = await openForm(sample);
  await expect.element(field('Message'), late).toBeVisible();
  return world;
}

export const showForm = (options: SamplePackOptions = {}) =>
  openWhole(samplePackServices({ waiting: [], ...options }));

export const people = [
  'Daniel Okafor <daniel@brightwater.example>',
  '"Laurent, Mia" <mia@brightwater.example>',
  'Sven Aalto <sven@brightwater.example>',
].join('; ');

export async function paste(list = people) {
  await button('Paste addresses').click();
  await expect.element(field('Addresses'), late).toBeVisible();
  await field('Addresses').fill(list);
  await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click();
}

/** Without a signal: everything waits on the device. */
export const offline = {
  outcome: { savedLocally: true, savedRemotely: false, failure: 'Application is offline' },
  connection: { online: false, icon: 'offline' },
} as const;

/** Events of the log that tell of a message that was sent, or made into a link. */
export const isOfMessages = ({ eventTypeId }: { eventTypeId: number }) =>
  eventTypeId === 20 || eventTypeId === 21;
