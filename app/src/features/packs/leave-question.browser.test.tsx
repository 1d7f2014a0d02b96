import { createHashHistory } from '@tanstack/react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '#shell/app.tsx';
import { fromMenu, showBuilder } from '#testing/builder-page.ts';
import { box, button, older, show as showEditor } from '#testing/editor-page.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import {
  clearNotices,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showWorld,
  tablet,
} from '#testing/show-app.tsx';

beforeEach(clearNotices);

const kept = page.getByText(/They stay on this device as a draft/);
const notKept = page.getByText(/this device could not keep the last of them as a draft/);
const notes = page.getByRole('textbox', { name: 'Notes' });

const pages = [
  {
    name: 'the builder',
    show: () => showBuilder('brightwater'),
    change: () => fromMenu('The counter', 'Remove'),
  },
  { name: 'the editor', show: () => showEditor('/packs/older/edit'), change: () => box('M1 Mobile').click() },
  {
    name: 'the page of details',
    show: () => showEditor('/packs/older/details'),
    change: () => notes.fill('He wants two.'),
  },
];

describe.each(pages)('unsaved changes in $name', ({ show, change }) => {
  test('[F4] are not said to stay on a device that is full: they are lost when the page is left', async () => {
    const { hasRoom, history, at, drafts } = await show();
    const address = at();
    hasRoom.set(false);
    await change();
    history.push('/content');
    await expect.element(notKept).toBeVisible();
    await expect.element(kept).not.toBeInTheDocument();
    await button('Stay').click();
    expect([at(), drafts.size]).toEqual([address, 0]);
    history.push('/content');
    await button('Leave without them').click();
    await expect.poll(at).toBe('/content');
  });

  test('[F4] are kept once the device has room again, as soon as somebody wants to leave', async () => {
    const { hasRoom, history, at, drafts } = await show();
    hasRoom.set(false);
    await change();
    hasRoom.set(true);
    history.push('/content');
    await expect.element(kept).toBeVisible();
    expect(drafts.size).toBe(1);
    await button('Leave').click();
    await expect.poll(at).toBe('/content');
  });
});

test('[F4] what a device turns out not to take when somebody leaves is asked about again, in other words', async () => {
  const world = samplePackServices({ packs: [older] });
  const { open } = world.services.drafts;
  world.services.drafts.open = async <T,>(...about: Parameters<typeof open>) => {
    const draft = await open<T>(...about);
    const keepNow = async () => {
      world.hasRoom.set(false);
      draft.keep(() => ({}) as T);
    };
    return { ...draft, keepNow };
  };
  const { history, at } = await showWorld('/packs/older/details', world);
  await notes.fill('He wants two.');
  history.push('/content');
  await expect.element(kept).toBeVisible();
  await button('Leave').click();
  await expect.element(notKept).toBeVisible();
  expect(at()).toBe('/packs/older/details');
  await button('Leave without them').click();
  await expect.poll(at).toBe('/content');
});

test('[F4] a device that looks for room without end keeps nobody from leaving', async () => {
  const world = samplePackServices({ packs: [older] });
  const { open } = world.services.drafts;
  world.services.drafts.open = async <T,>(...about: Parameters<typeof open>) => {
    const draft = await open<T>(...about);
    return { ...draft, keepNow: () => new Promise<void>(() => undefined) };
  };
  const { history, at } = await showWorld('/packs/older/details', world);
  await notes.fill('He wants two.');
  history.push('/content');
  await button('Leave').click();
  await expect.poll(at, { timeout: 5000 }).toBe('/content');
});

test('[F4] a window asks before it is closed only while the device does not keep what is unsaved in it', async () => {
  const world = samplePackServices({ packs: [older] });
  const history = createHashHistory();
  history.replace('/packs/older/details');
  await render(<App services={world.services} history={history} />);
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  world.hasRoom.set(false);
  await expect.element(notes).toBeVisible();
  expect(asks()).toBe(false);
  await notes.fill('He wants two.');
  await expect.poll(asks).toBe(true);
  world.hasRoom.set(true);
  await notes.fill('He wants three.');
  await expect.poll(asks).toBe(false);
  history.destroy();
});

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test.each([
    ['a phone', phone],
    ['a tablet', tablet],
  ])('the question is clean under axe on %s', async (_name, size) => {
    setColorScheme(scheme);
    await size();
    const { hasRoom, history } = await showBuilder('brightwater');
    hasRoom.set(false);
    await fromMenu('The counter', 'Remove');
    history.push('/content');
    await expect.element(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
    await expectNoAxeViolations();
    setColorScheme('light');
  });
});
