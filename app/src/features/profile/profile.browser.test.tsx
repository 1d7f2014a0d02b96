// Fetched with the tests, as form-page.ts says.
import './profile-screen.tsx';
import './picture-dialog.tsx';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { LoadOutcome, SignatureFields } from '#services.ts';
import type { SignatureRecord } from '#storage/records.ts';
import { alert, save } from '#testing/form-page.ts';
import type { SampleOptions } from '#testing/sample-options.ts';
import { desktop, expectNoAxeViolations, phone, setColorScheme, showApp } from '#testing/show-app.tsx';

const signature: SignatureRecord = {
  id: 's1',
  type: 'salestool--signature',
  drupal_internal__id: 7,
  title: 'Nora Lindqvist',
  job_title: 'Key account manager',
  email: 'nora@velden.example',
  telephone: '+46 70 555 01 42',
  telephone2: '+46 8 555 01 00',
  shared: false,
  changed: 1_700_000_000_000,
};

const { title, job_title, email, telephone, telephone2 } = signature;
/** What the form holds of it. */
const profile = { title, job_title, email, telephone, telephone2 } as SignatureFields;

const showProfile = (options: SampleOptions = {}) => showApp('/user/profile', { signature, ...options });

const labels = ['Name', 'Job title', 'Email', 'Personal/direct phone', 'Office Phone'] as const;
const field = (name: (typeof labels)[number]) => page.getByRole('textbox', { name, exact: true });
const change = () => page.getByRole('button', { name: 'Change picture' });
const saves = (calls: readonly string[]) => calls.filter((call) => call.startsWith('save signature'));

test('[PROF-01] who is not signed in is led to the 401 page', async () => {
  const { at } = await showProfile({ session: { user: null } });
  await expect.poll(at).toBe('/access-denied');
});

test('[PROF-02, NAV-17] it says who is logged in', async () => {
  await showProfile();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your profile' })).toBeVisible();
  const person = page.getByRole('region', { name: 'Logged in as' });
  await expect.element(person.getByText('Logged in as')).toBeVisible();
  await expect.element(person.getByRole('heading', { name: 'Nora Lindqvist' })).toBeVisible();
  await expect.element(person.getByText('nora.lindqvist@velden.example')).toBeVisible();
});

test('[PROF-03, PROF-09] the five fields hold the signature', async () => {
  await showProfile();
  await expect.element(field('Name')).toHaveValue('Nora Lindqvist');
  await expect.element(field('Job title')).toHaveValue('Key account manager');
  await expect.element(field('Email')).toHaveValue('nora@velden.example');
  await expect.element(field('Personal/direct phone')).toHaveValue('+46 70 555 01 42');
  await expect.element(field('Office Phone')).toHaveValue('+46 8 555 01 00');
  await expect.element(save()).toBeEnabled();
});

test('[PROF-23] without a signature it begins with the name and the address of the account', async () => {
  await showProfile({ signature: null });
  await expect.element(field('Name')).toHaveValue('Nora Lindqvist');
  await expect.element(field('Email')).toHaveValue('nora.lindqvist@velden.example');
  await expect.element(field('Job title')).toHaveValue('');
});

test('nobody types into a form whose signature is still on its way', async () => {
  const { promise, resolve } = Promise.withResolvers<{ ok: true }>();
  const load = (what: string) => (what === 'signatures' ? promise : Promise.resolve({ ok: true as const }));
  await showProfile({ signature: null, load });
  await expect.element(page.getByRole('status', { name: 'Loading your profile' })).toBeVisible();
  resolve({ ok: true });
  await expect.element(field('Name')).toBeVisible();
});

describe('[PROF-11, PROF-23] whose signature could not be asked for', () => {
  const missing = 'Your signature can be changed once it has come from the server';
  const asks = (calls: readonly string[]) => calls.filter((call) => call === 'load signatures').length;

  async function refused(options: SampleOptions = {}) {
    const refusal: Promise<LoadOutcome> = Promise.resolve({ ok: false, failure: 'Bad Gateway (502)' });
    let answer = refusal;
    const load = async (what: string): Promise<LoadOutcome> =>
      what === 'signatures' ? answer : { ok: true };
    const shown = await showProfile({ signature: null, load, ...options });
    await expect.element(field('Name')).toBeDisabled();
    await expect.element(save()).toBeDisabled();
    const next = Promise.withResolvers<LoadOutcome>();
    answer = next.promise;
    const refuse = () => {
      answer = refusal;
    };
    return { ...shown, next, refuse };
  }

  test('begins no second one: the fields are off until the server has said that there is none', async () => {
    const { calls, next } = await refused();
    for (const label of labels) await expect.element(field(label)).toBeDisabled();
    await expect.element(page.getByText(missing)).toBeVisible();
    const said = 'Unable to load your signature: Bad Gateway (502)';
    await expect.element(alert().getByText(said)).toBeVisible();
    await expectNoAxeViolations();
    const before = asks(calls);
    await alert().getByRole('button', { name: 'Try again' }).click();
    await expect.element(alert()).not.toBeInTheDocument();
    await expect.element(field('Name')).toBeDisabled();
    next.resolve({ ok: true });
    await expect.element(field('Name')).toBeEnabled();
    await expect.element(save()).toBeEnabled();
    await expect.element(page.getByText(missing)).not.toBeInTheDocument();
    expect(asks(calls)).toBe(before + 1);
  });

  test('is asked for again once there is a connection, and only then it can be changed', async () => {
    const { connection, next, services } = await refused({ connection: { online: false, icon: 'offline' } });
    await expect.element(page.getByText('You must be online to update your signature')).toBeVisible();
    await expect.element(alert()).not.toBeInTheDocument();
    connection.set({ ...connection.current(), online: true, icon: 'online' });
    await expect.element(page.getByText(missing)).toBeVisible();
    await expect.element(field('Name')).toBeDisabled();
    await expect.element(alert()).not.toBeInTheDocument();
    await services.signatures.save({ ...profile, job_title: 'Of the server' });
    next.resolve({ ok: true });
    await expect.element(field('Job title')).toBeEnabled();
    await expect.element(field('Job title')).toHaveValue('Of the server');
  });

  test('goes on with what the server has said before, when a later question is not answered', async () => {
    const { connection, next, refuse, services } = await refused();
    next.resolve({ ok: true });
    await alert().getByRole('button', { name: 'Try again' }).click();
    await expect.element(field('Name')).toBeEnabled();
    refuse();
    connection.set({ ...connection.current(), online: false });
    await expect.element(field('Name')).toBeDisabled();
    connection.set({ ...connection.current(), online: true });
    await expect.element(field('Name')).toBeEnabled();
    // After it everybody who asked before has their answer.
    await services.signatures.load();
    await expect.element(field('Name')).toBeEnabled();
    await expect.element(alert()).not.toBeInTheDocument();
  });

  test('can change the one that is on the device already', async () => {
    const load = async (): Promise<LoadOutcome> => ({ ok: false, failure: 'Bad Gateway (502)' });
    await showProfile({ load });
    await expect.element(field('Name')).toBeEnabled();
    await expect.element(alert()).not.toBeInTheDocument();
  });
});

test('[PROF-04, PROF-17] offline the fields are disabled and say why, and the picture stays', async () => {
  const { connection } = await showProfile({ connection: { online: false, icon: 'offline' } });
  for (const label of labels) await expect.element(field(label)).toBeDisabled();
  await expect.element(save()).toBeDisabled();
  await expect.element(page.getByText('You must be online to update your signature')).toBeVisible();
  await expect.element(change()).not.toBeInTheDocument();
  connection.set({ ...connection.current(), online: true });
  await expect.element(field('Name')).toBeEnabled();
  await expect.element(change()).toBeVisible();
});

describe('checks', () => {
  test('[PROF-05] the name is required', async () => {
    const { calls } = await showProfile();
    await field('Name').fill('  ');
    await save().click();
    await expect.element(page.getByText('Name is required')).toBeVisible();
    await expect.element(field('Name')).toHaveFocus();
    expect(saves(calls)).toEqual([]);
  });

  const noAddresses = ['', 'nora', 'nora@', 'nora at velden.example'];
  test.each(noAddresses)('[PROF-06, PROF-08] the address "%s" is told as a missing one', async (typed) => {
    const { calls } = await showProfile();
    await field('Email').fill(typed);
    await save().click();
    await expect.element(page.getByText('Email is required')).toBeVisible();
    await expect.element(field('Email')).toHaveFocus();
    expect(saves(calls)).toEqual([]);
  });

  test('[PROF-07] job title and both phones may be empty', async () => {
    const { calls } = await showProfile();
    await field('Job title').fill('');
    await field('Personal/direct phone').fill('');
    await field('Office Phone').fill('');
    await save().click();
    await expect
      .poll(() => saves(calls))
      .toEqual(['save signature Nora Lindqvist, , nora@velden.example, , ']);
  });
});

describe('what is typed and not saved', () => {
  test('is back when one comes back to the page, and goes with a press', async () => {
    const { history, preferences } = await showProfile();
    await field('Job title').fill('Head of sales');
    history.push('/settings');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    history.push('/user/profile');
    await expect.element(field('Job title')).toHaveValue('Head of sales');
    await expect.element(page.getByText(/What you typed last time is back/)).toBeVisible();
    await page.getByRole('button', { name: 'Drop it' }).click();
    await expect.element(field('Job title')).toHaveValue('Key account manager');
    await expect.element(page.getByText(/What you typed last time is back/)).not.toBeInTheDocument();
    expect([...preferences.values()].filter(Boolean)).toEqual([]);
  });

  test('is gone once it was saved, or typed back', async () => {
    const { history, preferences } = await showProfile();
    const drafts = () => [...preferences.values()].filter(Boolean).length;
    await field('Job title').fill('Head of sales');
    await expect.poll(drafts).toBe(1);
    await field('Job title').fill('Key account manager');
    await expect.poll(drafts).toBe(0);
    await field('Job title').fill('Head of sales');
    await save().click();
    await expect.element(page.getByText('Signature saved to server')).toBeVisible();
    await expect.poll(drafts).toBe(0);
    history.push('/settings');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    history.push('/user/profile');
    await expect.element(field('Job title')).toHaveValue('Head of sales');
    await expect.element(page.getByText(/What you typed last time is back/)).not.toBeInTheDocument();
  });

  test('is nobody else’s', async () => {
    const { history, session } = await showProfile({ signature: null });
    await field('Job title').fill('Head of sales');
    session.set({
      ...session.current(),
      user: { ...session.current().user!, uuid: 'another', name: 'Tomas' },
    });
    history.push('/user/profile');
    await expect.element(field('Name')).toHaveValue('Tomas');
    await expect.element(field('Job title')).toHaveValue('');
  });
});

describe('[PROF-11] what another device changes while something is typed here', () => {
  const restored = page.getByText(/What you typed last time is back/);
  const lastSave = (calls: readonly string[]) => saves(calls).at(-1);

  test('stands in the fields that nobody touched, and is saved with them', async () => {
    const { services, calls } = await showProfile();
    await field('Job title').fill('Head of sales');
    await services.signatures.save({ ...profile, job_title: 'Elsewhere', telephone: '+46 70 555 02 00' });
    await expect.element(field('Personal/direct phone')).toHaveValue('+46 70 555 02 00');
    await expect.element(field('Job title')).toHaveValue('Head of sales');
    await save().click();
    await expect
      .poll(() => lastSave(calls))
      .toBe(
        'save signature Nora Lindqvist, Head of sales, nora@velden.example, +46 70 555 02 00, +46 8 555 01 00',
      );
  });

  test('stands there too when what was typed is brought back on a later visit', async () => {
    const { services, history, calls } = await showProfile();
    await field('Job title').fill('Head of sales');
    history.push('/settings');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await services.signatures.save({ ...profile, telephone: '+46 70 555 02 00' });
    history.push('/user/profile');
    await expect.element(restored).toBeVisible();
    await expect.element(field('Job title')).toHaveValue('Head of sales');
    await expect.element(field('Personal/direct phone')).toHaveValue('+46 70 555 02 00');
    await services.signatures.save({ ...profile, telephone: '+46 70 555 03 00' });
    await expect.element(field('Personal/direct phone')).toHaveValue('+46 70 555 03 00');
    await expect.element(field('Job title')).toHaveValue('Head of sales');
    await save().click();
    await expect
      .poll(() => lastSave(calls))
      .toContain('Head of sales, nora@velden.example, +46 70 555 03 00');
    await expect.element(restored).not.toBeInTheDocument();
  });
});

describe('saving', () => {
  test('[PROF-11, PROF-12] it is busy while it saves, and says that the server has it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const saved = { savedLocally: true, savedRemotely: true, failure: null };
    const { calls } = await showProfile({ saveSignature: () => promise.then(() => saved) });
    await field('Job title').fill(' Head of sales ');
    await save().click();
    await expect.element(save()).toBeDisabled();
    resolve();
    await expect.element(page.getByText('Signature saved to server')).toBeVisible();
    expect(saves(calls)).toEqual([
      'save signature Nora Lindqvist, Head of sales, nora@velden.example, +46 70 555 01 42, +46 8 555 01 00',
    ]);
    await expect.element(field('Job title')).toHaveValue('Head of sales');
  });

  const lateSave = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const saved = { savedLocally: true, savedRemotely: true, failure: null };
    return { saveSignature: () => promise.then(() => saved), answer: resolve };
  };
  const leaveAndReturn = async ({ history }: Awaited<ReturnType<typeof showProfile>>) => {
    history.push('/settings');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    history.push('/user/profile');
    await expect.element(field('Name')).toBeVisible();
  };

  test('[PROF-11] what is typed while it saves stays in its field and is still unsaved', async () => {
    const { saveSignature, answer } = lateSave();
    const shown = await showProfile({ saveSignature });
    await field('Job title').fill(' Head of sales ');
    await save().click();
    await field('Personal/direct phone').fill('+46 70 555 02 00');
    answer();
    await expect.element(page.getByText('Signature saved to server')).toBeVisible();
    await expect.element(field('Job title')).toHaveValue('Head of sales');
    await expect.element(field('Personal/direct phone')).toHaveValue('+46 70 555 02 00');
    await leaveAndReturn(shown);
    await expect.element(field('Personal/direct phone')).toHaveValue('+46 70 555 02 00');
    await expect.element(page.getByText(/What you typed last time is back/)).toBeVisible();
  });

  test('[PROF-11] a save that ends after its page was left takes nothing away that is typed on the next', async () => {
    const { saveSignature, answer } = lateSave();
    const shown = await showProfile({ saveSignature });
    await field('Job title').fill('Head of sales');
    await save().click();
    await leaveAndReturn(shown);
    await field('Office Phone').fill('+46 8 555 02 00');
    answer();
    await expect.element(page.getByText('Signature saved to server')).toBeVisible();
    await expect.element(field('Office Phone')).toHaveValue('+46 8 555 02 00');
    await leaveAndReturn(shown);
    await expect.element(field('Job title')).toHaveValue('Head of sales');
    await expect.element(field('Office Phone')).toHaveValue('+46 8 555 02 00');
  });

  test('[PROF-11] what was saved meanwhile is not said to be unsaved', async () => {
    const { saveSignature, answer } = lateSave();
    const shown = await showProfile({ saveSignature });
    await field('Job title').fill('Head of sales');
    await save().click();
    await leaveAndReturn(shown);
    await expect.element(page.getByText(/What you typed last time is back/)).toBeVisible();
    answer();
    await expect.element(page.getByText(/What you typed last time is back/)).not.toBeInTheDocument();
    await expect.element(field('Job title')).toHaveValue('Head of sales');
    await expect.poll(() => [...shown.preferences.values()].filter(Boolean)).toEqual([]);
  });

  test('[PROF-12, PROF-15] what could not be pushed is saved locally, and says so', async () => {
    const saved = { savedLocally: true, savedRemotely: false, failure: 'No response' };
    await showProfile({ saveSignature: async () => saved });
    await save().click();
    await expect.element(page.getByText('Signature saved locally')).toBeVisible();
  });

  test.each([
    'You must be logged in to update your signature',
    'You must be online to update your signature',
    'This device is full',
  ])('[PROF-14, PROF-16] a failure stands in a banner: %s', async (reason) => {
    await showProfile({ saveSignature: () => Promise.reject(new Error(reason)) });
    await save().click();
    await expect.element(alert()).toHaveTextContent(`Unable to save profile: ${reason}`);
    await alert().getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(alert()).not.toBeInTheDocument();
  });
});

test.each([
  ['light', phone],
  ['dark', desktop],
] as const)('axe finds nothing on the page, also offline (%s)', async (scheme, viewport) => {
  await viewport();
  setColorScheme(scheme);
  const { connection } = await showProfile();
  await expect.element(field('Name')).toBeVisible();
  await field('Name').fill('');
  await save().click();
  await expect.element(page.getByText('Name is required')).toBeVisible();
  await expectNoAxeViolations('the page');
  connection.set({ ...connection.current(), online: false });
  await expect.element(save()).toBeDisabled();
  await expectNoAxeViolations('offline');
});
