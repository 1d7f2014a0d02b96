import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleChannels } from '#testing/sample-content.ts';
import { type SamplePackOptions, samplePackServices } from '#testing/sample-packs.ts';
import { button, field, fill, late, offline, openWhole, paste, recipient } from '#testing/send-page.ts';
import { clearNotices } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const oneEmptyRecipient = async () => {
  await expect.element(recipient(2)).not.toBeInTheDocument();
  for (const name of ['First name', 'Last name', 'Email', 'Company name'])
    await expect.element(field(name)).toHaveValue('');
};

/** A form that is filled in for Daniel and for Ann. */
async function openForTwo(options: SamplePackOptions = {}) {
  const world = await openWhole(samplePackServices({ waiting: [], ...options }));
  await fill();
  await paste('Ann Lee <ann@b.example>');
  await recipient(2).getByRole('textbox', { name: 'Company name' }).fill('Brightwater');
  return world;
}

describe('after a message to several people', () => {
  test('[PSEND-12, PSEND-15, PSEND-17, PSEND-18] Send another keeps the words and stays, and Finish leads to the pack', async () => {
    const { at, recorded } = await openForTwo();
    await field('Subject').fill('Our offer');
    await button('Send').click();
    await expect.element(page.getByText('Pack successfully saved!'), late).toBeVisible();
    await button('Send another').click();
    await oneEmptyRecipient();
    await expect.element(field('Subject')).toHaveValue('Our offer');
    expect(at()).toBe('/packs/brightwater/send');
    await fill();
    await button('Send').click();
    await button('Finish').click(late);
    await expect.poll(at).toBe('/packs/brightwater/view');
    expect(new Set(recorded.map(({ id }) => id)).size).toBe(3);
  });

  test('[PSEND-13, PSEND-14, PSEND-15, PSEND-17] each link is copied by its own sign, and Make another link stays', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
    const { at } = await openForTwo();
    await button('Link').click();
    await expect.element(dialog('2 links'), late).toBeVisible();
    await button('Copy the link for Ann Lee').click();
    await button('Copy the link for Daniel Okafor').click();
    expect(written.mock.calls.map(([text]) => text)).toEqual([
      expect.stringMatching(/\/p\/link1of/),
      expect.stringMatching(/\/p\/link0of/),
    ]);
    written.mockRestore();
    await button('Make another link').click();
    await oneEmptyRecipient();
    expect(at()).toBe('/packs/brightwater/send');
  });

  test('[PSEND-20] offline a notice says that they wait', async () => {
    await openForTwo(offline);
    await button('Link').click();
    await expect
      .element(page.getByText('Pack saved locally and will be saved to server when next online'), late)
      .toBeVisible();
  });

  test('[PSEND-23] that fails altogether it is said why, and the form keeps everybody', async () => {
    await openForTwo({ outcome: new Error('You are not logged in') });
    await button('Send').click();
    await expect.element(page.getByText('Error sending message: You are not logged in')).toBeVisible();
    await expect.element(recipient(2).getByRole('textbox', { name: 'First name' })).toHaveValue('Ann');
  });

  test('names are shown as words, whatever they are', async () => {
    await openForTwo();
    await field('First name').first().fill('<b>Dan</b>');
    await button('Send').click();
    await expect.element(page.getByRole('dialog').getByText('<b>Dan</b> Okafor'), late).toBeVisible();
  });
});

describe('the limits of a link', () => {
  test('[PSEND-17] go on to the next prospect in sight, without the password', async () => {
    const { recorded } = await openWhole(samplePackServices({ waiting: [] }));
    await fill();
    await field('Visits allowed').fill('3');
    await page.getByLabelText('Link valid until').fill('2099-12-24');
    await field('Link password').fill('terminal');
    await page.getByRole('checkbox', { name: 'Files can be looked at, not downloaded' }).click();
    const options = page.getByRole('button', { name: /^Options/ });
    await options.click();
    await expect
      .element(page.getByText('Link: password, 3 visits, until Dec 24, 2099, no downloads'))
      .toBeVisible();
    await button('Send').click();
    await button('Send another').click(late);
    await expect.element(page.getByText('Link: 3 visits, until Dec 24, 2099, no downloads')).toBeVisible();
    await fill();
    await button('Send').click();
    await expect.element(button('Finish'), late).toBeVisible();
    expect(recorded.map(({ form }) => form.link?.password)).toEqual(['terminal', '']);
    expect(recorded.map(({ form }) => form.link?.maxVisits)).toEqual([3, 3]);
  });
});

describe('in a learning channel the confirmation', () => {
  const channels = sampleChannels.map((channel) => ({ ...channel, sandbox: true }));

  test('says that the mail went to its sender alone', async () => {
    await openWhole(samplePackServices({ waiting: [], channels }));
    await fill();
    await button('Send').click();
    await expect
      .element(
        page.getByText(
          'Only to you; it would have gone to Daniel Okafor, daniel.okafor@brightwater.example.',
        ),
        late,
      )
      .toBeVisible();
    await expect.element(page.getByText(/^To Daniel/)).not.toBeInTheDocument();
  });

  test('says so of several, and not of links, which mail nobody', async () => {
    await openForTwo({ channels });
    await button('Send').click();
    const only = page.getByText('Only to you; they would have gone to these people.');
    await expect.element(only, late).toBeVisible();
    await button('Send another').click();
    await fill();
    await paste('Ann Lee <ann@b.example>');
    await recipient(2).getByRole('textbox', { name: 'Company name' }).fill('Brightwater');
    await button('Link').click();
    await expect.element(dialog('2 links'), late).toBeVisible();
    await expect.element(only).not.toBeInTheDocument();
  });
});

test('a preview for several people says that it is the first one’s', async () => {
  await openForTwo();
  await button('Preview').click();
  await expect.element(page.getByText(/^As the first of 2 recipients will see it\./), late).toBeVisible();
});

test('Cancel from a pack that was deleted elsewhere leads to the packs', async () => {
  const { at, services, packs } = await openWhole(samplePackServices({ waiting: [] }));
  await fill();
  await services.packs.delete(packs().find(({ id }) => id === 'brightwater')!);
  await expect.element(page.getByText(/^This pack was deleted or archived elsewhere/)).toBeVisible();
  await button('Cancel').click();
  await button('Drop it').click(late);
  await expect.poll(at).toMatch(/^\/packs$/);
});
