import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { UnsendableItem } from '#services.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { type SamplePackOptions, samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { button, daniel, field, fill, late, openForm } from '#testing/send-page.ts';
import { clearNotices, showWorld } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const failed = page.getByText('Error sending message: The device is full');

/** A world in which a message is written as slowly as the test wants, and then fails. */
function slowWorld(options: SamplePackOptions = {}) {
  const world = samplePackServices({ waiting: [], ...options });
  const writing = Promise.withResolvers<never>();
  writing.promise.catch(() => undefined);
  let begun = 0;
  world.services.messages.record = () => {
    begun += 1;
    return writing.promise;
  };
  const fail = () => writing.reject(new Error('The device is full'));
  const draft = (about = 'brightwater') => world.drafts.get(`message.${sampleUser.uuid}.${about}`);
  return { ...world, fail, draft, begun: () => begun };
}

describe('a message that is being sent', () => {
  test('[PSEND-15] is not cancelled any more, and is there when it fails', async () => {
    const { fail, draft, at } = await showWorld('/packs/brightwater/send', slowWorld());
    await fill();
    await expect.element(button('Cancel')).toBeEnabled();
    await button('Send').click();
    await expect.element(button('Cancel')).toBeDisabled();
    fail();
    await expect.element(failed, late).toBeVisible();
    await expect.element(button('Cancel')).toBeEnabled();
    await expect.element(field('First name')).toHaveValue('Daniel');
    expect(draft()).toMatchObject(daniel);
    expect(at()).toBe('/packs/brightwater/send');
    await button('Cancel').click();
    await button('Drop it').click(late);
    await expect.poll(at).toBe('/packs/brightwater/view');
    expect(draft()).toBeUndefined();
  });

  test('keeps its draft of a Cancel that is pressed before anything of the sending is drawn', async () => {
    const world = slowWorld();
    const { record } = world.services.messages;
    let wasEnabled = false;
    world.services.messages.record = (...given) => {
      const cancel = button('Cancel').element() as HTMLButtonElement;
      wasEnabled = !cancel.disabled;
      cancel.click();
      return record(...given);
    };
    const { fail, draft, at } = await openForm(world);
    await fill();
    await button('Send').click();
    await expect.element(button('Cancel')).toBeDisabled();
    expect(wasEnabled).toBe(true);
    fail();
    await expect.element(failed, late).toBeVisible();
    expect(draft()).toMatchObject(daniel);
    expect(at()).toBe('/packs/brightwater/send');
  });

  test('[PSEND-23] that fails after its page was left is there again on the next visit', async () => {
    const world = await showWorld('/packs/brightwater/view', slowWorld());
    world.history.push('/packs/brightwater/send');
    await fill();
    await button('Send').click();
    await expect.element(button('Cancel')).toBeDisabled();
    world.history.back();
    await expect.element(field('First name')).not.toBeInTheDocument();
    world.fail();
    await expect.element(failed, late).toBeVisible();
    expect(world.draft()).toMatchObject(daniel);
    world.history.push('/packs/brightwater/send');
    await expect.element(field('Email')).toHaveValue(daniel.email);
  });

  test('of a restored draft is not cleared away meanwhile', async () => {
    const world = slowWorld();
    const kept = await world.services.drafts.open('message', 'brightwater');
    kept.keep(() => ({ ...daniel, id: 'one', others: [], subject: 'Offer' }));
    const { fail, draft } = await openForm(world);
    await expect.element(button('Clear the form')).toBeEnabled();
    await button('Send').click();
    await expect.element(button('Clear the form')).toBeDisabled();
    fail();
    await expect.element(failed, late).toBeVisible();
    expect(draft()).toMatchObject(daniel);
  });

  test('in place of one that was refused is not cancelled from its first moment on', async () => {
    const message = {
      ...{ ...daniel, subject: 'Offer', messageHtml: '', contactPermission: false, memo: '' },
      signature: 'none' as const,
    };
    const world = slowWorld({ refused: { id: 'm1', form: message, reason: 'No such address' } });
    const { fail, draft, begun } = await showWorld('/packs/brightwater/send?message=m1', world);
    await field('Email').fill('daniel.okafor@b.example');
    await button('Send').click();
    await expect.poll(begun).toBe(1);
    await expect.element(button('Cancel')).toBeDisabled();
    fail();
    await expect.element(failed, late).toBeVisible();
    expect(draft('brightwater.m1')).toMatchObject({ email: 'daniel.okafor@b.example' });
  });

  test('[NAV-31] on the last step of the wizard, Back waits for it', async () => {
    const pack = samplePack({ id: 'short', title: 'Short pack' });
    const configuration = { flags: { packWizard: true } };
    const { fail } = await showWorld('/packs/short/wizard', slowWorld({ configuration, packs: [pack] }));
    await button('Next').click();
    await button('Next').click();
    await fill();
    await expect.element(button('Back')).toBeEnabled();
    await button('Send').click();
    await expect.element(button('Back')).toBeDisabled();
    await expect.element(button('Cancel')).toBeDisabled();
    fail();
    await expect.element(button('Back')).toBeEnabled();
  });
});

describe('a message that is looked up before it is sent', () => {
  /** A world in which what of a pack can be sent is known when the test says so. */
  function lookingWorld(options: SamplePackOptions = {}) {
    const world = samplePackServices({ waiting: [], ...options });
    const looking = Promise.withResolvers<UnsendableItem[]>();
    world.services.packs.unsendable = () => looking.promise;
    const draft = (about = 'brightwater') => world.drafts.get(`message.${sampleUser.uuid}.${about}`);
    return { ...world, looking, draft };
  }
  const withdrawn: UnsendableItem = { id: 'old', name: 'Old leaflet', because: 'withdrawn' };

  test('goes nowhere when its tab was left, and is there again', async () => {
    const world = await showWorld('/packs/brightwater/editsend', lookingWorld());
    await page.getByRole('tab', { name: 'Preview and Send' }).click();
    await fill();
    await button('Send').click();
    await page.getByRole('tab', { name: 'Pack Details' }).click();
    await expect.element(field('First name')).not.toBeInTheDocument();
    world.looking.resolve([]);
    await world.looking.promise;
    await page.getByRole('tab', { name: 'Preview and Send' }).click();
    await expect.element(field('Email'), late).toHaveValue(daniel.email);
    expect(world.recorded).toEqual([]);
    expect(world.draft()).toMatchObject(daniel);
  });

  test('goes nowhere when its page was left', async () => {
    const world = await showWorld('/packs/brightwater/view', lookingWorld());
    world.history.push('/packs/brightwater/send');
    await fill();
    await button('Send').click();
    world.history.back();
    await expect.element(field('First name')).not.toBeInTheDocument();
    world.looking.resolve([]);
    await world.looking.promise;
    world.history.push('/packs/brightwater/send');
    await expect.element(field('Email')).toHaveValue(daniel.email);
    expect(world.recorded).toEqual([]);
  });

  test('[NAV-31] on the last step of the wizard, Back waits for that', async () => {
    const pack = samplePack({ id: 'short', title: 'Short pack' });
    const configuration = { flags: { packWizard: true } };
    const world = lookingWorld({ configuration, packs: [pack] });
    await showWorld('/packs/short/wizard', world);
    await button('Next').click();
    await button('Next').click();
    await fill();
    await button('Send').click();
    await expect.element(button('Back')).toBeDisabled();
    world.looking.resolve([withdrawn]);
    await expect.element(button('Send as it is'), late).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(button('Back')).toBeEnabled();
  });

  test('of a restored draft is not cleared away meanwhile', async () => {
    const world = lookingWorld();
    const kept = await world.services.drafts.open('message', 'brightwater');
    kept.keep(() => ({ ...daniel, id: 'one', others: [], subject: 'Offer' }));
    await openForm(world);
    await button('Send').click();
    await expect.element(button('Clear the form')).toBeDisabled();
    world.looking.resolve([]);
    await expect.element(button('Finish'), late).toBeVisible();
    expect(world.recorded.map(({ form }) => form.email)).toEqual([daniel.email]);
  });
});

describe('what was typed for somebody', () => {
  const dialog = page.getByRole('dialog');

  test('[PSEND-15] goes with Cancel only after a question that says what is lost', async () => {
    const world = await openForm(samplePackServices());
    const draft = () => world.drafts.get(`message.${sampleUser.uuid}.brightwater`);
    await fill();
    await button('Add recipient').click();
    await button('Cancel').click();
    await expect.element(dialog, late).toBeVisible();
    await expect
      .element(dialog)
      .toMatchTextContent(/The recipient and the message that you typed are lost\./);
    await button('Keep editing').click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(field('First name').first()).toHaveValue('Daniel');
    await page
      .getByRole('group', { name: 'Recipient 2' })
      .getByRole('textbox', { name: 'Email' })
      .fill('mia@b.example');
    await button('Cancel').click();
    await expect
      .element(dialog, late)
      .toMatchTextContent(/The 2 recipients and the message that you typed are lost\./);
    expect(draft()).toMatchObject(daniel);
    await button('Drop it').click();
    await expect.poll(world.at).toBe('/packs/brightwater/view');
    expect(draft()).toBeUndefined();
  });

  test('and is back from an earlier visit is cleared away only after a question', async () => {
    const world = samplePackServices();
    const kept = await world.services.drafts.open('message', 'brightwater');
    kept.keep(() => ({ ...daniel, id: 'one', others: [], subject: 'Offer' }));
    await openForm(world);
    await button('Clear the form').click();
    await button('Keep editing').click(late);
    await expect.element(field('First name')).toHaveValue('Daniel');
    await button('Clear the form').click();
    await dialog.getByRole('button', { name: 'Clear the form' }).click(late);
    await expect.element(field('First name')).toHaveValue('');
    await expect.element(field('First name')).toHaveFocus();
    await expect.element(field('Subject')).toHaveValue('Brightwater Cafés');
    expect(world.drafts.size).toBe(0);
  });

  test('and was sent is not asked about, nor are the words that stay for the next one', async () => {
    const world = await openForm(samplePackServices());
    await fill();
    await field('Subject').fill('Offer');
    await button('Send').click();
    await button('Send another').click(late);
    await expect.element(field('Subject')).toHaveValue('Offer');
    await button('Cancel').click();
    await expect.poll(world.at).toBe('/packs/brightwater/view');
  });

  test('over a message that waits is dropped only after a question, and the message stays', async () => {
    const form = { ...daniel, subject: 'Offer', messageHtml: '', contactPermission: false, memo: '' };
    const refused = { id: 'm1', form: { ...form, signature: 'none' as const }, reason: null };
    const world = samplePackServices({ refused });
    const { at } = await showWorld('/packs/brightwater/send?message=m1', world);
    await field('Email').fill('daniel.okafor@b.example');
    await button('Cancel').click();
    await expect
      .element(dialog, late)
      .toMatchTextContent(/What you changed here is lost, and the message stays as it was\./);
    await button('Drop it').click();
    await expect.poll(at).toBe('/packs/brightwater/details');
  });
});
