import { createHashHistory } from '@tanstack/react-router';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '#shell/app.tsx';
import { samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { button, daniel, field, fill, late, openWhole } from '#testing/send-page.ts';
import { clearNotices, expectNoAxeViolations, showWorld } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const question = page.getByRole('dialog', { name: 'Unsaved changes', exact: true });
const notKept = question.getByText(/not sent, and this device could not keep the last of it as a draft/);

const world = () => samplePackServices({ waiting: [] });

describe('[F4] what was typed for a prospect, on a device that is full,', () => {
  test('is asked about before its page is left, and stays with who stays', async () => {
    const { hasRoom, history, at } = await openWhole(world());
    hasRoom.set(false);
    await fill();
    history.push('/content');
    await expect.element(notKept).toBeVisible();
    await expectNoAxeViolations();
    await button('Stay').click();
    await expect.element(field('Email')).toHaveValue(daniel.email);
    expect(at()).toBe('/packs/brightwater/send');
    history.push('/content');
    await button('Leave without them').click();
    await expect.poll(at).toBe('/content');
  });

  test('is kept once there is room again, as soon as somebody leaves, who is not asked', async () => {
    const { hasRoom, history, at, drafts } = await openWhole(world());
    hasRoom.set(false);
    await fill();
    hasRoom.set(true);
    history.push('/content');
    await expect.poll(at).toBe('/content');
    expect(drafts.size).toBe(1);
  });

  test('holds the window before it is closed', async () => {
    const { services, hasRoom } = world();
    const history = createHashHistory();
    onTestFinished(() => history.destroy());
    history.replace('/packs/brightwater/send');
    await render(<App services={services} history={history} />);
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await expect.element(field('Message'), late).toBeVisible();
    hasRoom.set(false);
    expect(asks()).toBe(false);
    await field('First name').fill('Daniel');
    await expect.poll(asks).toBe(true);
    hasRoom.set(true);
    await field('First name').fill('Dan');
    await expect.poll(asks).toBe(false);
  });

  test('is asked about once when it is cancelled, and not at all when it was sent', async () => {
    const { hasRoom, history, at } = await openWhole(world());
    hasRoom.set(false);
    await fill();
    await button('Cancel').click();
    await button('Drop it').click(late);
    await expect.poll(at).toBe('/packs/brightwater/view');
    history.push('/packs/brightwater/send');
    await fill();
    await button('Send').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Finish' }).click(late);
    await expect.poll(at).toBe('/packs/brightwater/view');
    await expect.element(question).not.toBeInTheDocument();
  });

  test.each([
    { way: 'the wizard', path: '/packs/short/wizard', on: 'Next', back: 'Back' },
    { way: 'the tabs', path: '/packs/short/editsend', on: 'Preview and Send', back: 'Pack Details' },
  ])('is asked about before another step of $way takes its place', async ({ way, path, on, back }) => {
    const pack = samplePack({ id: 'short', title: 'Short pack' });
    const configuration = { flags: { packWizard: true } };
    const sample = samplePackServices({ waiting: [], configuration, packs: [pack] });
    const { hasRoom } = await showWorld(path, sample);
    const isWizard = way === 'the wizard';
    const press = (name: string) =>
      (isWizard ? button(name) : page.getByRole('tab', { name, exact: true })).click();
    if (isWizard) await press(on);
    await press(on);
    await fill();
    await press(back);
    await expect.element(field('Email')).not.toBeInTheDocument();
    await press(on);
    await expect.element(field('Email'), late).toHaveValue(daniel.email);
    hasRoom.set(false);
    await field('Company name').fill('Brightwater');
    await press(back);
    await expect.element(notKept).toBeVisible();
    await button('Stay').click();
    await expect.element(field('Company name')).toHaveValue('Brightwater');
    await press(back);
    await button('Leave without them').click();
    await expect.element(field('Email')).not.toBeInTheDocument();
    await expect.element(question).not.toBeInTheDocument();
  });
});

test('[F4] what a device keeps is there on the next visit, and nobody is asked before', async () => {
  const { history, at } = await openWhole(world());
  await fill();
  history.push('/content');
  await expect.poll(at).toBe('/content');
  await expect.element(question).not.toBeInTheDocument();
});

describe('[F4] what was typed last for a prospect, while the device still looks for room for it,', () => {
  /** Says that it keeps all until it has answered. */
  async function showSlow(path: string) {
    const pack = samplePack({ id: 'short', title: 'Short pack' });
    const sample = samplePackServices({ waiting: [], packs: [pack] });
    const answer = Promise.withResolvers<void>();
    let isTried = false;
    const { open } = sample.services.drafts;
    sample.services.drafts.open = async <T,>(...about: Parameters<typeof open>) => {
      const draft = await open<T>(...about);
      const keepNow = async () => {
        isTried = true;
        await answer.promise;
        draft.keep(() => ({}) as T);
      };
      return { ...draft, keepNow };
    };
    const fail = () => {
      sample.hasRoom.set(false);
      answer.resolve();
    };
    return { ...(await showWorld(path, sample)), fail, answer, isTried: () => isTried };
  }

  test('is asked about once there is none', async () => {
    const { history, at, fail, isTried } = await showSlow('/packs/short/send');
    await fill();
    history.push('/content');
    await expect.poll(isTried).toBe(true);
    fail();
    await expect.element(notKept).toBeVisible();
    expect(at()).toBe('/packs/short/send');
  });

  test('is asked about also before another step takes its place', async () => {
    const { fail, isTried } = await showSlow('/packs/short/editsend');
    const press = (name: string) => page.getByRole('tab', { name, exact: true }).click();
    await press('Preview and Send');
    await fill();
    await press('Pack Details');
    await expect.poll(isTried).toBe(true);
    fail();
    await expect.element(notKept).toBeVisible();
    await expect.element(field('Email')).toHaveValue(daniel.email);
  });

  test('counts as not kept when the device takes too long, until it has answered', async () => {
    const { history, answer } = await showSlow('/packs/short/send');
    await fill();
    history.push('/content');
    await expect.element(notKept, late).toBeVisible();
    answer.resolve();
    await expect.element(notKept).not.toBeInTheDocument();
    await expect.element(question).toBeVisible();
  });

  test('is not asked about when it was taken away meanwhile', async () => {
    const { history, at, fail, isTried } = await showSlow('/packs/short/send');
    await expect.element(field('Message'), late).toBeVisible();
    await field('First name').fill('Daniel');
    history.push('/content');
    await expect.poll(isTried).toBe(true);
    await field('First name').fill('');
    fail();
    await expect.poll(at).toBe('/content');
  });

  test('is not asked about by the tab that is shown already', async () => {
    const { isTried } = await showSlow('/packs/short/editsend');
    const press = () => page.getByRole('tab', { name: 'Preview and Send', exact: true }).click();
    await press();
    await fill();
    await press();
    await expect.element(field('Email')).toHaveValue(daniel.email);
    expect(isTried()).toBe(false);
  });
});
