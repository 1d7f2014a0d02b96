import { notifications } from '@mantine/notifications';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleUser } from '#testing/sample-content.ts';
import { type SamplePackOptions, samplePackServices } from '#testing/sample-packs.ts';
import { button, field, fill, isOfMessages, offline, openForm } from '#testing/send-page.ts';

beforeEach(() => notifications.clean());

const show = (options: SamplePackOptions = {}) => openForm(samplePackServices(options));

test('[PSEND-01, PSEND-09, PSEND-10, PSEND-12, PSEND-18, PSEND-19, LOG-06, LOG-07] a pack is sent once, and the confirmation offers the next', async () => {
  const { recorded, at, events } = await show();
  for (const name of ['Cancel', 'Link', 'Send']) await expect.element(button(name)).toBeVisible();
  await fill();
  await field('Memo').fill('Met at the fair');
  await page.getByRole('checkbox', { name: 'Permission to contact' }).click();
  await button('Send').dblClick();
  await expect.element(page.getByText('Pack successfully saved!')).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'Pack successfully sent!' })).toBeVisible();
  expect(recorded).toHaveLength(1);
  expect(recorded[0]).toMatchObject({
    how: 'send',
    pack: { id: 'brightwater' },
    form: {
      firstName: 'Daniel',
      email: 'daniel.okafor@brightwater.example',
      memo: 'Met at the fair',
      contactPermission: true,
      signature: 'mine',
    },
  });
  expect(events.filter(isOfMessages)).toEqual([
    {
      ...{ eventTypeId: 20, packId: 'brightwater', channelId: 'retail', messageId: recorded[0]?.id },
      description: 'Message sent: Brightwater Cafés',
      ownerId: sampleUser.uuid,
    },
  ]);
  await expect.element(button('Send another')).toBeVisible();
  await button('Finish').click();
  await expect.poll(at).toBe('/packs/brightwater/view');
});

test('[LOG-06, F18] what somebody sent is theirs in the log, whoever has signed in by the time the server answers', async () => {
  const { services, session, events, recorded } = await show();
  const { record } = services.messages;
  const answered = Promise.withResolvers<void>();
  services.messages.record = async (...given) => {
    const made = await record(...given);
    await answered.promise;
    return made;
  };
  await fill();
  await button('Send').click();
  await expect.poll(() => recorded).toHaveLength(1);
  session.set({ ...session.current(), user: { ...sampleUser, uuid: 'somebody-else' } });
  answered.resolve();
  await expect.poll(() => events.filter(isOfMessages)).toMatchObject([{ ownerId: sampleUser.uuid }]);
});

test('who goes back at once after Finish finds an empty form, and what is sent from it is another message', async () => {
  const { recorded, at, history, services } = await show();
  const record = vi.spyOn(services.messages, 'record');
  await fill();
  const finishAndGoBack = async () => {
    await expect.element(button('Finish')).toBeVisible();
    (button('Finish').element() as HTMLElement).click();
    // The view has been asked for and is not drawn yet.
    expect(at()).toBe('/packs/brightwater/view');
    await expect.element(button('Finish')).toBeInTheDocument();
    history.back();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(at()).toBe('/packs/brightwater/send');
    await expect.element(field('First name')).toHaveValue('');
  };
  await button('Link').click();
  await finishAndGoBack();
  await fill();
  await button('Send').click();
  await finishAndGoBack();
  expect(recorded.map(({ how }) => how)).toEqual(['link', 'send']);
  const ids = record.mock.calls.map(([, , , at]) => (at && 'id' in at ? at.id : ''));
  expect(new Set(ids).size).toBe(2);
  expect(ids).not.toContain('');
});

test('[PSEND-15, PSEND-17] Send another keeps the words, clears the recipient and stays', async () => {
  const { at, recorded } = await show();
  await fill();
  await field('Subject').fill('Our offer');
  await button('Send').click();
  await button('Send another').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(field('First name')).toHaveValue('');
  await expect.element(field('Email')).toHaveValue('');
  await expect.element(field('Subject')).toHaveValue('Our offer');
  expect(at()).toBe('/packs/brightwater/send');
  await fill();
  await button('Send').click();
  await expect.element(page.getByRole('dialog', { name: 'Pack successfully sent!' })).toBeVisible();
  expect(recorded).toHaveLength(2);
});

test('[PSEND-20, PSEND-21] offline it is saved for later and never said to be sent', async () => {
  await show(offline);
  await fill();
  await button('Send').click();
  await expect
    .element(page.getByText('Pack saved locally and will be saved to server when next online'))
    .toBeVisible();
  await expect
    .element(page.getByRole('dialog', { name: 'Pack saved for sending when next online' }))
    .toBeVisible();
  await expect.element(page.getByText('Pack successfully sent!')).not.toBeInTheDocument();
  await expect.element(page.getByText('Mail leaves only while the app is open and online.')).toBeVisible();
});

test('[PSEND-22] a server that fails while online is told once, with its reason', async () => {
  await show({ outcome: { ...offline.outcome, failure: 'Server error (500)' } });
  await fill();
  await button('Send').click();
  const told = 'The pack was saved locally but could not be saved to the server: Server error (500)';
  await expect.element(page.getByRole('dialog', { name: told })).toBeVisible();
  await button('Finish').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByText(told)).not.toBeInTheDocument();
});

test('a send that is refused at once leads to the message that is corrected, and the confirmation follows it', async () => {
  const outcome = { savedLocally: true, savedRemotely: false, failure: 'No such address' };
  const world = samplePackServices({ outcome });
  let state: 'waiting' | 'refused' = 'waiting';
  world.services.waiting.items = async ({ ids = [] } = {}) =>
    ids.map((id) => ({
      ...{ id, type: 'salestool--message', title: '', subtitle: '', updated: 0, packId: null, state },
      reason: state === 'refused' ? 'Left the channel' : null,
    }));
  const { recorded, history, correctedElsewhere } = await openForm(world);
  await fill();
  await button('Send').click();
  await expect.element(page.getByText(/^Mail leaves only while/)).toBeVisible();
  state = 'refused';
  await correctedElsewhere('as it was');
  const said = 'The pack was saved locally but could not be saved to the server: Left the channel';
  await expect.element(page.getByRole('dialog', { name: said })).toBeVisible();
  await expect.element(page.getByText(/^Mail leaves only while/)).not.toBeInTheDocument();
  const visited: string[] = [];
  // The form of a message that cannot be opened any more leads on at once.
  const leave = history.subscribe(({ location }) => visited.push(location.search));
  await button('Correct it').click();
  await expect.poll(() => visited).toContain(`?message=${recorded[0]?.id}`);
  leave();
});

test.each([
  ['asks', 'A message to this person was sent before.'],
  ['waiting', 'It waits for the pack ‘Brightwater Cafés’, which was set aside.'],
] as const)(
  'a message that stops as ‘%s’ leads from its confirmation to what waits',
  async (state, reason) => {
    const outcome = { savedLocally: true, savedRemotely: false, failure: reason };
    const world = samplePackServices({ outcome });
    world.services.waiting.items = async ({ ids = [] } = {}) =>
      ids.map((id) => ({
        ...{
          id,
          type: 'salestool--message',
          title: '',
          subtitle: '',
          updated: 0,
          packId: null,
          state,
          reason,
        },
      }));
    const { at } = await openForm(world);
    await fill();
    await button('Send').click();
    await page.getByRole('link', { name: 'See what waits' }).click();
    await expect.poll(at).toBe('/settings');
  },
);

test('[PSEND-23] a send that fails altogether says why, and the form keeps everything', async () => {
  await show({ outcome: new Error('You are not logged in') });
  await fill();
  await button('Send').click();
  await expect.element(page.getByText('Error sending message: You are not logged in')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(field('First name')).toHaveValue('Daniel');
  await expect.element(button('Send')).toBeEnabled();
});

test('[PSEND-15] Cancel goes to the pack’s view', async () => {
  const { at } = await show();
  await button('Cancel').click();
  await expect.poll(at).toBe('/packs/brightwater/view');
});
