import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SentLinkControl } from '#services.ts';
import type { MessageRecord } from '#storage/records.ts';
import { sampleUser, sampleWaiting } from '#testing/sample-content.ts';
import { type SamplePackOptions, samplePackServices } from '#testing/sample-packs.ts';
import {
  clearNotices,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showWorld,
  tablet,
} from '#testing/show-app.tsx';

beforeEach(clearNotices);

const message = (fields: Partial<MessageRecord>): MessageRecord => ({
  ...{ id: 'm1', type: 'salestool--message', ownerId: sampleUser.uuid, sent: true, subject: 'Offer' },
  ...{ first_name: 'Daniel', last_name: 'Okafor', date_sent: 1_763_000_000, drupal_internal__id: 4 },
  pack: { type: 'salestool--pack', id: 'brightwater' },
  ...fields,
});
const item = (state: 'waiting' | 'asks') => ({
  ...sampleWaiting[0]!,
  ...{ id: 'm1', type: 'salestool--message' as const, packId: 'brightwater', state },
  reason: state === 'asks' ? 'It has waited on this device for more than a day.' : null,
});
const here = () => {
  const { drupal_internal__id: _known, ...rest } = message({});
  return rest as MessageRecord;
};
const reports = { 'pack/brightwater/visits': { title: '', columns: [], rows: [], total: 0 } };
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** A dialog's code comes with its first opening, which takes its time on a busy machine. */
const late = { timeout: 15_000 };

async function open(options: SamplePackOptions) {
  const world = await showWorld(
    '/packs/brightwater/details',
    samplePackServices({ waiting: [], reports, ...options }),
  );
  await button('Daniel Okafor').click();
  return world;
}

describe('a message that waits', () => {
  test('is edited in its own place, or cancelled after a question', async () => {
    const { calls } = await open({ messages: [here()], waiting: [item('waiting')] });
    await expect
      .element(page.getByRole('link', { name: 'Edit' }))
      .toHaveAttribute('href', expect.stringMatching(/brightwater\/send\?message=m1$/));
    await expect.element(button('Link options')).not.toBeInTheDocument();
    await button('Cancel message').click();
    await expect.element(page.getByText(/does not go out, and its link leads nowhere/), late).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(calls).not.toContain('cancel m1');
    await button('Cancel message').click();
    await expect.element(page.getByRole('dialog'), late).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel message' }).click();
    await expect.element(page.getByText('The message to Daniel Okafor was cancelled')).toBeVisible();
    expect(calls).toContain('cancel m1');
  });

  test('and is cancelled by keyboard leaves the focus at the one beside it, and the last one at the title', async () => {
    const mia = { ...here(), id: 'm2', first_name: 'Mia', last_name: 'Laurent', date_sent: 1_762_000_000 };
    await open({
      messages: [here(), mia],
      waiting: [item('waiting'), { ...item('waiting'), id: 'm2' }],
    });
    const cancel = async () => {
      await button('Cancel message').click();
      await expect.element(page.getByRole('dialog'), late).toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel message' }).click();
    };
    await cancel();
    await expect.element(button('Mia Laurent')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await cancel();
    await expect.element(button('Mia Laurent')).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('and cannot be cancelled leaves the focus in its row, although its button has gone meanwhile', async () => {
    const world = samplePackServices({ messages: [here()], waiting: [item('waiting')], reports });
    const { items, retry } = world.services.waiting;
    let state: 'waiting' | 'going' = 'waiting';
    world.services.waiting.items = async (options) =>
      (await items(options)).map((waits) => ({ ...waits, state }));
    const becomes = async (next: typeof state) => {
      state = next;
      await retry({ ...item('waiting'), id: 'another' });
    };
    const failed = Promise.withResolvers<void>();
    world.services.messages.cancel = async () => {
      await becomes('going');
      await failed.promise;
    };
    await showWorld('/packs/brightwater/details', world);
    await button('Daniel Okafor').click();
    await button('Cancel message').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel message' }).click(late);
    await expect
      .poll(() => document.querySelector('[data-message="m1"] [data-state="going"]'))
      .not.toBeNull();
    await becomes('waiting');
    failed.reject(new Error('The host is away.'));
    await expect.element(page.getByText('The message was not cancelled: The host is away.')).toBeVisible();
    await expect.element(button('Daniel Okafor')).toHaveFocus();
  });

  test('[PSEND-02, PERM-10] is not offered to be edited where the form would be refused', async () => {
    const configuration = { flags: { packNoSend: true } };
    await open({ messages: [here()], waiting: [item('waiting')], configuration });
    await expect.element(button('Cancel message')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
  });

  test('and may have left, since its answer was lost, is not offered to be edited and says why', async () => {
    await open({ messages: [here()], waiting: [{ ...item('waiting'), mayHaveLeft: true }] });
    await expect
      .element(page.getByText('It may have reached the server. It is tried again by itself.'))
      .toBeVisible();
    await expect.element(button('Cancel message')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
  });

  test('for more than a day waits for a word, and goes when it is given', async () => {
    const { services } = await open({ messages: [here()], waiting: [item('asks')] });
    await expect.element(page.getByText('waits for your word').first()).toBeVisible();
    await button('Send now').click();
    await expect.poll(async () => (await services.waiting.items())[0]?.state).toBe('waiting');
  });

  test('[F4] says so when the device cannot let it go', async () => {
    const { services } = await open({ messages: [here()], waiting: [item('asks')] });
    services.waiting.retry = () => Promise.reject(new Error('This device has no space left.'));
    await button('Send now').click();
    const words = 'The message was not sent: This device has no space left.';
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
  });

  const form = {
    ...{ firstName: 'Daniel', lastName: 'Okafor', email: 'd@b.example', company: 'B', subject: 'Offer' },
    ...{ messageHtml: '', contactPermission: false, memo: '', signature: 'none' as const },
  };

  test('[F4] says so when the device cannot let it go once nobody edits it any more', async () => {
    const world = samplePackServices({ refused: { id: 'm1', form, reason: null } });
    world.services.messages.endEdit = () => Promise.reject(new Error('This device has no space left.'));
    await showWorld('/packs/brightwater/send?message=m1', world);
    await button('Cancel').click();
    await expect.element(page.getByRole('alert').getByText('This device has no space left.')).toBeVisible();
  });

  test('opens with its words, says that it stays meanwhile, and goes back to the details', async () => {
    const world = samplePackServices({ refused: { id: 'm1', form, reason: null } });
    const { at, calls } = await showWorld('/packs/brightwater/send?message=m1', world);
    await expect
      .element(page.getByText('This message waits on this device. It does not go out while you edit it.'))
      .toBeVisible();
    await button('Cancel').click();
    await expect.poll(at).toBe('/packs/brightwater/details');
    expect(calls).toContain('end edit m1');
  });
});

describe('a message that was sent', () => {
  const accepted = message({ delivery: 'queued' });

  test('is cancelled as long as its mail has not left; when it is too late it says so', async () => {
    await open({ messages: [accepted], cancelFailure: 'Mailing of this message has begun' });
    await button('Cancel message').click();
    await expect.element(page.getByRole('dialog'), late).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel message' }).click();
    await expect
      .element(page.getByText('The message was not cancelled: Mailing of this message has begun'))
      .toBeVisible();
    await expect.element(button('Daniel Okafor')).toBeVisible();
  });

  test('that was mailed is not cancelled; its link is copied, opened as one’s own visit, and limited', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { calls } = await open({ messages: [message({ delivery: 'sent' })] });
    await expect.element(button('Cancel message')).not.toBeInTheDocument();
    await expect.element(button('Copy the link for Daniel Okafor')).toBeVisible();
    await button('Open the link, not counted as a visit').click();
    expect(opened.mock.calls[0]?.[0]).toMatch(/\?own$/);
    opened.mockRestore();
    await button('Link options').click();
    await expect.element(page.getByRole('dialog'), late).toBeVisible();
    await page.getByRole('textbox', { name: 'Visits allowed' }).fill('5');
    await page.getByRole('checkbox', { name: 'Take the link back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Link options saved')).toBeVisible();
    const call = calls.find((each) => each.startsWith('control m1'));
    expect(JSON.parse(call!.slice('control m1 '.length))).toEqual({ maxVisits: 5, revoked: true });
  });

  test('[PSEND-16] says only what was changed about its link, which another window took back meanwhile', async () => {
    const world = samplePackServices({ waiting: [], reports, messages: [message({ delivery: 'sent' })] });
    const { messages } = world.services;
    const { control } = messages;
    let elsewhere: Partial<SentLinkControl> = {};
    let looks = 0;
    messages.control = async (id) => {
      const found = await control(id);
      looks += 1;
      return found && { ...found, ...elsewhere };
    };
    await showWorld('/packs/brightwater/details', world);
    await button('Daniel Okafor').click();
    await button('Link options').click();
    const visits = page.getByRole('textbox', { name: 'Visits allowed' });
    await expect.element(visits, late).toBeVisible();
    elsewhere = { revoked: true, maxVisits: 7 };
    const before = looks;
    // Whatever changes there is read again.
    await world.correctedElsewhere('as it was');
    await expect.poll(() => looks).toBeGreaterThan(before);
    await visits.fill('5');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Link options saved')).toBeVisible();
    expect(world.calls.filter((each) => each.startsWith('control'))).toEqual(['control m1 {"maxVisits":5}']);
  });

  test('[PSEND-16] as long as its link is saved the dialog takes nothing and stays, and it goes on there if that failed', async () => {
    const world = samplePackServices({ waiting: [], reports, messages: [message({ delivery: 'sent' })] });
    const { messages } = world.services;
    const { setControl } = messages;
    let answer = Promise.withResolvers<void>();
    messages.setControl = async (...given) => {
      await answer.promise;
      return setControl(...given);
    };
    await showWorld('/packs/brightwater/details', world);
    await button('Daniel Okafor').click();
    await button('Link options').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog, late).toBeVisible();
    const visits = page.getByRole('textbox', { name: 'Visits allowed' });
    const revoke = page.getByRole('checkbox', { name: 'Take the link back' });
    const [save, back] = ['Save', 'Cancel'].map((name) => dialog.getByRole('button', { name }));
    await visits.fill('5');
    await save!.click();
    await expect.element(back!).toHaveFocus();
    for (const field of [visits, revoke]) await expect.element(field).toBeDisabled();
    await userEvent.keyboard('{Enter}{Escape}');
    await expect.element(dialog).toBeVisible();
    await expectNoAxeViolations('a dialog that saves');
    answer.reject(new Error('This device has no space left.'));
    await expect.element(dialog.getByText('This device has no space left.')).toBeVisible();
    await expect.element(save!).toHaveFocus();
    answer = Promise.withResolvers();
    await revoke.click();
    await save!.click();
    await expect.element(revoke).toBeDisabled();
    answer.resolve();
    await expect.element(page.getByText('Link options saved')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(world.calls.filter((each) => each.startsWith('control'))).toEqual([
      'control m1 {"maxVisits":5,"revoked":true}',
    ]);
  });

  test.each([
    ['waiting', null, 'A change is not on the server yet', 'The link works as before.'],
    [
      'refused',
      'Forbidden (403) - No',
      'A change was refused',
      'Forbidden (403) - No. The link works as before.',
    ],
  ] as const)(
    'the row of a link that is taken back here says that the change is %s, and the link stays in sight',
    async (state, reason, words, more) => {
      await open({
        messages: [message({ delivery: 'sent', link_revoked: true })],
        waiting: [{ ...item('waiting'), state, reason }],
      });
      await expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
      await expect.element(page.getByText(more, { exact: true })).toBeVisible();
      await expect.element(button('Copy the link for Daniel Okafor')).toBeVisible();
      await expect.element(page.getByText('the link leads nowhere')).not.toBeInTheDocument();
    },
  );

  test('[PSEND-24] at a host that tells nothing of mails is not said to wait for one, nor cancelled', async () => {
    await open({ messages: [message({})] });
    await expect.element(page.getByText('mailed', { exact: true })).toBeVisible();
    await expect.element(button('Copy the link for Daniel Okafor')).toBeVisible();
    await expect.element(page.getByText(/not mailed yet/)).not.toBeInTheDocument();
    await expect.element(button('Cancel message')).not.toBeInTheDocument();
  });

  test('[PSEND-16] its link loses a password that this device does not know, and a new one takes its place', async () => {
    const { calls } = await open({ messages: [message({ delivery: 'sent' })] });
    const said = () => JSON.parse(calls.findLast((each) => each.startsWith('control m1'))!.slice(11));
    const dialog = page.getByRole('dialog');
    const without = page.getByRole('checkbox', { name: 'Remove the link password' });
    await button('Link options').click();
    await expect.element(dialog, late).toBeVisible();
    await without.click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(said()).toEqual({ withoutPassword: true });
    await button('Link options').click();
    await page.getByRole('textbox', { name: 'Link password' }).fill('terminal');
    await expect.element(without).not.toBeInTheDocument();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(said()).toEqual({ password: 'terminal' });
  });

  test('its link is not limited to a day that has passed, unless it is taken back', async () => {
    const { calls } = await open({ messages: [message({ delivery: 'sent' })] });
    await button('Link options').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog, late).toBeVisible();
    const day = page.getByLabelText('Link valid until');
    const save = dialog.getByRole('button', { name: 'Save' });
    const passed = page.getByText('This day has passed. Choose today or later, or leave it empty.');
    await day.fill('2020-02-03');
    await save.click();
    await expect.element(passed).toBeVisible();
    await expect.element(day).toHaveFocus();
    await expectNoAxeViolations('a day that has passed');
    await day.fill('');
    await expect.element(passed).not.toBeInTheDocument();
    await day.fill('2020-02-03');
    await save.click();
    await expect.element(passed).toBeVisible();
    expect(calls.filter((each) => each.startsWith('control'))).toEqual([]);
    await page.getByRole('checkbox', { name: 'Take the link back' }).click();
    await expect.element(passed).not.toBeInTheDocument();
    await save.click();
    await expect.element(page.getByText('Link options saved')).toBeVisible();
    expect(calls.filter((each) => each.startsWith('control m1'))).toHaveLength(1);
  });
});

test.each(['light', 'dark'] as const)(
  'row and dialogs are clean under axe, also on a phone in the %s scheme',
  async (scheme) => {
    setColorScheme(scheme);
    const { screen } = await open({ messages: [message({ delivery: 'queued' })] });
    await button('Link options').click();
    await expect.element(page.getByRole('dialog'), late).toBeVisible();
    await expectNoAxeViolations(`dialog ${scheme}`);
    await phone();
    await expectNoAxeViolations(`dialog on a phone ${scheme}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expectNoAxeViolations(`row ${scheme}`);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await tablet();
    await screen.unmount();
    setColorScheme('light');
  },
);
