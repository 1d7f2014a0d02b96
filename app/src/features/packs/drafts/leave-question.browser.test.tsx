import { createHashHistory } from '@tanstack/react-router';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '#shell/app.tsx';
import {
  filesOf,
  fromMenu,
  packName,
  sectionTitles,
  showBuilder,
  topSave,
  undoOffered,
} from '#testing/builder-page.ts';
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

describe('work in an open dialog of the builder', () => {
  /** In the history of the window, whose Back asks, with the list of packs behind it. */
  async function inWindow() {
    const world = samplePackServices();
    const history = createHashHistory();
    history.replace('/packs');
    // Two addresses in one turn would be one entry.
    history.flush();
    history.push('/packs/brightwater/build');
    await render(<App services={world.services} history={history} />);
    await expect.element(button('Pack settings')).toBeVisible();
    onTestFinished(() => history.destroy());
    return { ...world, history, at: () => history.location.pathname };
  }
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const unsaved = page.getByRole('status').getByText('Unsaved changes', { exact: true });
  const leave = async ({ history, at }: Awaited<ReturnType<typeof inWindow>>) => {
    await button('Leave').click();
    await expect.poll(at).toBe('/packs');
    await expect.element(packName('Packs')).toBeVisible();
    history.push('/packs/brightwater/build');
    await expect.element(page.getByText(/Your unsaved changes from last time are back/)).toBeVisible();
  };
  const sixLines = ['Ask for Sven.', 'He wants two.', 'By', 'the', 'end', 'of May.'].join('\n');

  test.each([
    ['', async () => undefined],
    [', and so are other changes', () => fromMenu('The counter', 'Remove')],
  ])(
    'notes typed in the settings are asked about and in the draft when Back is gone%s',
    async (_, before) => {
      const shown = await inWindow();
      await before();
      const titles = sectionTitles();
      await button('Pack settings').click();
      await notes.fill(sixLines);
      shown.history.back();
      await expect.element(kept).toBeVisible();
      await button('Stay').click();
      await expect.element(notes).toHaveValue(sixLines);
      await expect.element(dialog('Unsaved changes')).not.toBeInTheDocument();
      shown.history.back();
      await leave(shown);
      await expect.poll(sectionTitles).toEqual(titles);
      await button('Pack settings').click();
      await expect.element(notes).toHaveValue(sixLines);
    },
  );

  test('is not there after Cancel in the settings, which leaves the pack and its steps as they were', async () => {
    const shown = await inWindow();
    await fromMenu('The counter', 'Remove');
    await undoOffered().click();
    await expect.poll(() => shown.drafts.size).toBe(0);
    await button('Pack settings').click();
    const before = (notes.element() as HTMLTextAreaElement).value;
    await notes.fill(sixLines);
    await expect.poll(() => shown.drafts.size).toBe(1);
    await expect.element(unsaved).toBeInTheDocument();
    await dialog('Pack settings').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(unsaved).not.toBeInTheDocument();
    await expect.poll(() => shown.drafts.size).toBe(0);
    await button('Pack settings').click();
    await expect.element(notes).toHaveValue(before);
    await dialog('Pack settings').getByRole('button', { name: 'Cancel' }).click();
    await button('Redo').first().click();
    await expect.poll(sectionTitles).toEqual(['A word before we meet']);
  });

  test('is one step once OK has kept it, however many keys and fields it took', async () => {
    const { saved } = await showBuilder('brightwater');
    await button('Pack settings').click();
    const before = (notes.element() as HTMLTextAreaElement).value;
    const name = dialog('Pack settings').getByRole('textbox', { name: 'Pack name' });
    await name.fill('Offer');
    await notes.fill('Ask');
    await userEvent.keyboard(' for Sven.');
    await button('OK').click();
    await button('Undo').first().click();
    await expect.element(unsaved).not.toBeInTheDocument();
    await button('Pack settings').click();
    await expect.element(notes).toHaveValue(before);
    await dialog('Pack settings').getByRole('button', { name: 'Cancel' }).click();
    await button('Redo').first().click();
    await topSave().click();
    await expect.poll(() => saved.at(-1)).toMatchObject({ title: 'Offer', notes: 'Ask for Sven.' });
  });

  test('a new order is asked about and in the draft when Back is gone', async () => {
    const shown = await inWindow();
    const titles = sectionTitles();
    await button('Organise Layout').click();
    await button('Move down: The counter').click();
    shown.history.back();
    await expect.element(kept).toBeVisible();
    expect(sectionTitles()).toEqual(titles);
    await leave(shown);
    await expect.poll(sectionTitles).toEqual(titles.toReversed());
  });

  test('ticked files are asked about and in the draft when Back is gone', async () => {
    const shown = await inWindow();
    await expect.poll(() => filesOf('The counter')).toHaveLength(4);
    const files = filesOf('The counter');
    await button('Add to The counter').click();
    const adding = dialog('Add Content To Bundle');
    await adding.getByRole('button', { name: /^M1 Mobile/ }).click();
    await adding.getByRole('checkbox', { name: 'Old leaflet' }).click();
    shown.history.back();
    await expect.element(kept).toBeVisible();
    expect(filesOf('The counter')).toEqual(files);
    await leave(shown);
    await expect.poll(() => filesOf('The counter')).toEqual([...files, 'Old leaflet']);
  });

  test.each(['Organise Layout', 'Add to The counter'])(
    'is not asked about after Cancel: %s',
    async (opener) => {
      const shown = await inWindow();
      await button(opener).click();
      if (opener === 'Organise Layout') await button('Move down: The counter').click();
      else {
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^M1 Mobile/ })
          .click();
        await page.getByRole('checkbox', { name: 'Old leaflet' }).click();
      }
      await expect.element(unsaved).toBeInTheDocument();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await expect.element(unsaved).not.toBeInTheDocument();
      shown.history.back();
      await expect.poll(shown.at).toBe('/packs');
      expect(shown.drafts.size).toBe(0);
    },
  );

  test('a window asks before it is closed while a full device does not keep it', async () => {
    const { hasRoom } = await inWindow();
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    hasRoom.set(false);
    await button('Organise Layout').click();
    await expect.element(button('Move down: The counter')).toBeVisible();
    expect(asks()).toBe(false);
    await button('Move down: The counter').click();
    await expect.poll(asks).toBe(true);
    hasRoom.set(true);
    await button('Move up: The counter').click();
    await expect.poll(asks).toBe(false);
  });
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
