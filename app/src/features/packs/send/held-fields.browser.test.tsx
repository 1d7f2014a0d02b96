import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SaveResult, UnsendableItem } from '#services.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { type SamplePackOptions, samplePackServices } from '#testing/sample-packs.ts';
import { button, daniel, field, fill, late, openWhole, recipient } from '#testing/send-page.ts';
import {
  clearNotices,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showWorld,
  tablet,
} from '#testing/show-app.tsx';

beforeEach(clearNotices);

const permission = page.getByRole('checkbox', { name: 'Permission to contact' });
const signature = page.getByRole('combobox', { name: 'Signature' });
const noDownload = page.getByRole('checkbox', { name: 'Files can be looked at, not downloaded' });
const isUnderWay = () => expect.element(button('Send')).toHaveAttribute('data-loading', 'true');

/** A world in which a message lies on the device at once, and the host answers when the test wants. */
function slowHost(options: SamplePackOptions = {}) {
  const world = samplePackServices({ waiting: [], ...options });
  const answer = Promise.withResolvers<SaveResult>();
  answer.promise.catch(() => undefined);
  const { messages } = world.services;
  const { record } = messages;
  messages.record = async (...given) => {
    const recorded = await record(...given);
    return { ...recorded, ...(await answer.promise) };
  };
  const draft = () => world.drafts.get(`message.${sampleUser.uuid}.brightwater`);
  const take = () => answer.resolve({ savedLocally: true, savedRemotely: true, failure: null });
  return { ...world, draft, take, fail: () => answer.reject(new Error('The device is full')) };
}

async function sendSlowly(options: SamplePackOptions = {}) {
  const world = await openWhole(slowHost(options));
  await fill();
  await field('Message').fill('Two terminals.');
  await button('Send').click();
  await isUnderWay();
  return world;
}

/** With the keys and the pointer, as somebody who goes on meanwhile. */
async function goOnTyping() {
  await field('First name').click();
  await userEvent.keyboard('Mia{Tab}Laurent{Tab}');
  await field('Subject').click();
  await userEvent.keyboard('{End} 2');
  await field('Message').click();
  await userEvent.keyboard('Three. ');
  await page.getByRole('toolbar').getByRole('button', { name: 'Bullet list' }).click();
  await field('Memo').click();
  await userEvent.keyboard('A demo unit');
  await field('Link password').click();
  await userEvent.keyboard('secret');
  await permission.click();
  await noDownload.click();
  await signature.selectOptions('None');
  await button('Add recipient').click({ force: true });
  await button('Paste addresses').click({ force: true });
}

async function isAsSent() {
  for (const [name, value] of [
    ['First name', daniel.firstName],
    ['Last name', daniel.lastName],
    ['Email', daniel.email],
    ['Subject', 'Brightwater Cafés'],
    ['Memo', ''],
    ['Link password', ''],
  ] as const)
    await expect.element(field(name)).toHaveValue(value);
  await expect.element(field('Message')).toHaveTextContent('Two terminals.');
  expect(field('Message').element().querySelector('li')).toBeNull();
  await expect.element(permission).not.toBeChecked();
  await expect.element(noDownload).not.toBeChecked();
  await expect.element(signature).toHaveDisplayValue('Mine');
  await expect.element(recipient(2)).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
}

describe('[PSEND-10] a message on its way to the server', () => {
  test('takes no words any more, and the form is open for the next one', async () => {
    const { take, recorded, draft } = await sendSlowly();
    await expect.element(field('First name')).toHaveAttribute('readonly');
    await expect.element(field('Message')).toHaveAttribute('aria-readonly', 'true');
    await expect.element(page.getByText('Please wait', { exact: true })).toBeInTheDocument();
    await goOnTyping();
    await isAsSent();
    expect(draft()).toBeUndefined();
    take();
    await button('Send another').click(late);
    expect(recorded.map(({ form }) => form)).toMatchObject([daniel]);
    await expect.element(field('First name')).toHaveFocus();
    await userEvent.keyboard('Mia{Tab}Laurent');
    await expect.element(field('First name')).toHaveValue('Mia');
    await expect.element(field('Last name')).toHaveValue('Laurent');
    await expect.element(field('Message')).not.toHaveAttribute('aria-readonly');
    await field('Message').click();
    await userEvent.keyboard('{Control>}{End}{/Control} Or three.');
    await expect.element(field('Message')).toHaveTextContent('Two terminals. Or three.');
    expect(draft()).toMatchObject({ firstName: 'Mia', messageHtml: '<p>Two terminals. Or three.</p>' });
  });

  test('[PSEND-23] that fails gives the form back, with all that was typed and the hand on Send', async () => {
    const { fail } = await sendSlowly();
    fail();
    await expect.element(page.getByText('Error sending message: The device is full'), late).toBeVisible();
    await isAsSent();
    await expect.element(button('Send')).toHaveFocus();
    await field('First name').fill('Dan');
    await field('Message').click();
    await userEvent.keyboard('{Control>}{End}{/Control} Or three.');
    await expect.element(field('First name')).toHaveValue('Dan');
    await expect.element(field('Message')).toHaveTextContent('Two terminals. Or three.');
  });

  test('[PSEND-23] that fails takes the hand from nobody who went elsewhere', async () => {
    const { fail } = await sendSlowly();
    await field('Message').click();
    await expect.element(field('Message')).toHaveFocus();
    fail();
    await expect.element(page.getByText('Error sending message: The device is full'), late).toBeVisible();
    await expect.element(field('First name')).not.toHaveAttribute('readonly');
    await expect.element(field('Message')).toHaveFocus();
    await userEvent.keyboard('{Control>}{End}{/Control} Or three.');
    await expect.element(field('Message')).toHaveTextContent('Two terminals. Or three.');
  });

  test('takes no words from its first moment on, before anything of it is drawn', async () => {
    const world = slowHost();
    const { record } = world.services.messages;
    const typed: string[] = [];
    const type = (name: string, words: string) => {
      (field(name).element() as HTMLElement).focus();
      document.execCommand('insertText', false, words);
      typed.push(name);
    };
    world.services.messages.record = (...given) => {
      expect(field('First name').element()).not.toHaveAttribute('readonly');
      type('Message', 'Three. ');
      type('First name', 'Mia');
      return record(...given);
    };
    await openWhole(world);
    await fill();
    await field('Message').fill('Two terminals.');
    await button('Send').click();
    await isUnderWay();
    expect(typed).toEqual(['Message', 'First name']);
    await isAsSent();
  });

  test.each(['light', 'dark'] as const)(
    'moves nothing while that lasts, and is clean under axe (%s)',
    async (scheme) => {
      setColorScheme(scheme);
      const places = () =>
        [...document.querySelectorAll<HTMLElement>('form :is(input, textarea, select, button, .ProseMirror)')]
          .filter((element) => element.checkVisibility())
          .map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            const { backgroundColor, borderColor, color, opacity } = getComputedStyle(element);
            const style = element.closest('[data-bottom-bar]')
              ? []
              : [backgroundColor, borderColor, color, opacity];
            return [element.tagName, x, y + scrollY, width, height, ...style];
          });
      for (const size of [phone, tablet]) {
        await size();
        const world = await openWhole(slowHost());
        await fill();
        await expect.element(field('Link password')).toBeVisible();
        (document.activeElement as HTMLElement).blur();
        await expectNoAxeViolations();
        const before = places();
        (button('Send').element() as HTMLElement).click();
        await isUnderWay();
        await expectNoAxeViolations('while it is sent');
        expect(places()).toEqual(before);
        await world.screen.unmount();
      }
      await tablet();
      setColorScheme('light');
    },
  );
});

describe('[PSEND-10] a message of which it is looked up whether all of it can be sent', () => {
  const withdrawn: UnsendableItem = { id: 'old', name: 'Old leaflet', because: 'withdrawn' };

  async function lookSlowly() {
    const world = slowHost();
    const looking = Promise.withResolvers<UnsendableItem[]>();
    world.services.packs.unsendable = () => looking.promise;
    await openWhole(world);
    await fill();
    await button('Send').click();
    await isUnderWay();
    return { ...world, looking };
  }

  test('takes no words, and goes out as it was pressed', async () => {
    const { looking, recorded, take } = await lookSlowly();
    await field('First name').click();
    await userEvent.keyboard('Mia');
    looking.resolve([]);
    await expect.poll(() => recorded.length).toBe(1);
    await userEvent.keyboard('Mia');
    await isUnderWay();
    take();
    await expect.element(button('Send another'), late).toBeVisible();
    await expect.element(field('First name')).toHaveValue('Daniel');
    expect(recorded).toMatchObject([{ form: daniel }]);
  });

  test('[PSEND-15] is changed again after Cancel and Keep editing, however long it is looked up', async () => {
    await lookSlowly();
    await button('Cancel').click();
    await button('Keep editing').click(late);
    await field('First name').fill('Dan');
    await expect.element(field('First name')).toHaveValue('Dan');
    await expect.element(button('Send')).toBeEnabled();
  });

  test('is changed again when somebody does not send it without what is gone', async () => {
    const { looking } = await lookSlowly();
    looking.resolve([withdrawn]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(late);
    await expect.element(button('Send')).toHaveFocus();
    await field('First name').fill('Dan');
    await expect.element(field('First name')).toHaveValue('Dan');
  });

  test('is changed again once its pack is gone, which ends the question', async () => {
    const { looking, services, packs } = await lookSlowly();
    looking.resolve([withdrawn]);
    await expect.element(button('Send as it is'), late).toBeVisible();
    await services.packs.delete(packs().find(({ id }) => id === 'brightwater')!);
    await expect.element(page.getByText(/^This pack was deleted or archived elsewhere/)).toBeVisible();
    await field('First name').fill('Dan');
    await expect.element(field('First name')).toHaveValue('Dan');
  });

  test('takes no words after that was answered, either', async () => {
    const { looking, recorded, take } = await lookSlowly();
    looking.resolve([withdrawn]);
    await button('Send as it is').click(late);
    await isUnderWay();
    await field('First name').click();
    await userEvent.keyboard('Mia');
    await expect.element(field('First name')).toHaveValue('Daniel');
    take();
    await expect.element(button('Send another'), late).toBeVisible();
    expect(recorded).toMatchObject([{ form: daniel }]);
  });
});

test('[PSEND-10] a message that is corrected takes no words while that is on its way', async () => {
  const form = { ...daniel, subject: 'Offer', messageHtml: '', contactPermission: false, memo: '' };
  const refused = { id: 'm1', form: { ...form, signature: 'none' as const }, reason: 'No such address' };
  const world = slowHost({ refused });
  await showWorld('/packs/brightwater/send?message=m1', world);
  await field('Email').fill('daniel.okafor@b.example');
  await button('Send').click();
  await isUnderWay();
  await field('Email').click();
  await userEvent.keyboard('x');
  await expect.element(field('Email')).toHaveValue('daniel.okafor@b.example');
  world.take();
  await expect.element(button('Finish'), late).toBeVisible();
  expect(world.recorded).toMatchObject([{ form: { email: 'daniel.okafor@b.example' } }]);
});
