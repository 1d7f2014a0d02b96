import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MessageRecord } from '#storage/records.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { type SamplePackOptions, samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, expectNoAxeViolations, showWorld, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  await tablet();
});

const message = (delivery: string): MessageRecord => ({
  ...{ id: 'm1', type: 'salestool--message', ownerId: sampleUser.uuid, sent: true, delivery },
  ...{ first_name: 'Daniel', last_name: 'Okafor', email: 'daniel@brightwater.example' },
  ...{ company: 'Brightwater', subject: 'An offer', memo: 'Met at the fair', contact_permission: true },
  message: { value: '<p>Dear Daniel</p>', format: null },
  ...{ date_sent: 1_763_000_000, drupal_internal__id: 4 },
  pack: { type: 'salestool--pack', id: 'brightwater' },
});
const reports = { 'pack/brightwater/visits': { title: '', columns: [], rows: [], total: 0 } };
const again = (role: 'link' | 'button') => page.getByRole(role, { name: 'Send again', exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

/** A dialog's code comes with its first opening, which takes its time on a busy machine. */
const late = { timeout: 15_000 };

async function open(delivery: string, options: SamplePackOptions = {}) {
  const messages = [message(delivery)];
  const world = await showWorld(
    '/packs/brightwater/details',
    samplePackServices({ messages, waiting: [], reports, ...options }),
  );
  await page.getByRole('button', { name: 'Daniel Okafor', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Link options' })).toBeVisible();
  return world;
}

describe('a mail that failed', () => {
  test('is sent again as a new message, which begins with its words', async () => {
    const { recorded } = await open('failed');
    await again('link').click();
    await expect.element(field('First name')).toHaveValue('Daniel');
    await expect.element(field('Last name')).toHaveValue('Okafor');
    await expect.element(field('Subject')).toHaveValue('An offer');
    await field('Email').fill('d.okafor@brightwater.example');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => recorded.length).toBe(1);
    const [sent] = recorded;
    expect(sent?.form).toMatchObject({
      ...{ firstName: 'Daniel', email: 'd.okafor@brightwater.example', company: 'Brightwater' },
      ...{ messageHtml: '<p>Dear Daniel</p>', memo: 'Met at the fair', contactPermission: true },
    });
    expect([sent?.how, sent?.corrects]).toEqual(['send', undefined]);
    expect(sent?.id).not.toBe('m1');
  });

  test('and is left at that by Cancel, without a question', async () => {
    const { at, recorded } = await open('failed');
    await again('link').click();
    await expect.element(field('First name')).toHaveValue('Daniel');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect.poll(at).toBe('/packs/brightwater/view');
    expect(recorded).toEqual([]);
  });

  test('lends its words to the next one, which is a message of its own', async () => {
    const { recorded, drafts, at, history } = await open('failed');
    await again('link').click();
    await expect.element(field('First name')).toHaveValue('Daniel');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Send another' }).click(late);
    await expect.poll(at).toBe('/packs/brightwater/send');
    await expect.poll(() => history.location.search).toBe('');
    await expect.element(field('First name')).toHaveFocus();
    await expect.element(field('First name')).toHaveValue('');
    await expect.element(field('Subject')).toHaveValue('An offer');
    await field('First name').fill('Mia');
    await expect.poll(() => [...drafts.keys()]).toEqual([`message.${sampleUser.uuid}.brightwater`]);
    history.push('/packs/brightwater/send?again=m1');
    await expect.element(field('First name')).toHaveValue('Daniel');
    expect(recorded).toHaveLength(1);
  });

  test('does not mix with what is typed for somebody else, nor take its place', async () => {
    const typed = {
      ...{ id: 'n1', firstName: 'Mia', lastName: '', email: '', company: '', others: [] },
      ...{ subject: 'Hello', messageHtml: '', contactPermission: false, memo: '', signature: 'none' },
    };
    const drafts = { [`message.${sampleUser.uuid}.brightwater`]: typed };
    const { history } = await open('failed', { drafts });
    await again('link').click();
    await expect.element(field('First name')).toHaveValue('Daniel');
    history.push('/packs/brightwater/send');
    await expect.element(field('First name')).toHaveValue('Mia');
  });
});

test('without its words and a connection a mail is not sent again, and it is said what it needs', async () => {
  const connection = { online: false, icon: 'offline' as const };
  const world = samplePackServices({ messages: [message('failed')], waiting: [], reports, connection });
  world.services.messages.written = () => Promise.reject(new Error('Application is offline'));
  await showWorld('/packs/brightwater/send?again=m1', world);
  await expect.element(page.getByRole('alert').filter({ hasText: /needs a connection/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await expect.element(field('Subject')).not.toBeInTheDocument();
});

test('without its words a mail is not sent again: it is said why, and they come with another try', async () => {
  const world = samplePackServices({ messages: [message('failed')], waiting: [], reports });
  const { written } = world.services.messages;
  world.services.messages.written = () => Promise.reject(new Error('Server error'));
  await showWorld('/packs/brightwater/send?again=m1', world);
  const alert = page.getByRole('alert').filter({ hasText: /did not come.*Server error/ });
  await expect.element(alert).toBeVisible();
  await expect.element(field('Subject')).not.toBeInTheDocument();
  await expectNoAxeViolations('the failure');
  world.services.messages.written = written;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(field('Subject')).toHaveValue('An offer');
});

describe('a mail that may have left', () => {
  test('is not sent again before a question', async () => {
    const { at } = await open('unknown');
    await again('button').click();
    await expect.element(page.getByRole('dialog'), late).toBeVisible();
    const words = 'The mail to Daniel Okafor may have arrived. Sent again, it may come twice.';
    await expect.element(page.getByText(words)).toBeVisible();
    await expectNoAxeViolations('the question');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(at()).toBe('/packs/brightwater/details');
    await again('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await expect.element(field('First name')).toHaveValue('Daniel');
  });
});

test.each(['sent', 'queued'])('a mail that is %s is not offered to be sent again', async (delivery) => {
  await open(delivery);
  for (const role of ['link', 'button'] as const) {
    await expect.element(again(role)).not.toBeInTheDocument();
  }
});

test.each([
  ['where nothing is sent', { configuration: { flags: { packNoSend: true } } }],
  ['of an archived pack', { packs: [samplePack({ id: 'brightwater', archived: true })] }],
])('[PERM-10] a mail that failed is not offered to be sent again %s', async (_where, options) => {
  await open('failed', options);
  await expect.element(again('link')).not.toBeInTheDocument();
});
