import { notifications } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import {
  addText,
  button,
  filesOf,
  fromMenu,
  sectionTitles,
  showBuilder,
  topSave,
} from '#testing/builder-page.ts';

beforeEach(() => notifications.clean());

const bar = (name: 'Undo' | 'Redo') => page.getByTitle(new RegExp(`^${name}`)).first();
/** It keeps the focus, so that it is not disabled to the browser. */
const expectNothingTo = (name: 'Undo' | 'Redo') =>
  expect.element(bar(name)).toHaveAttribute('aria-disabled', 'true');
const undoKeys = () => userEvent.keyboard('{Control>}z{/Control}');
const redoKeys = () => userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');

test('everything done to a pack is taken back step by step, and done again', async () => {
  await showBuilder('brightwater');
  await expectNothingTo('Undo');
  await fromMenu('The counter', 'Move down');
  await fromMenu('A word before we meet', 'Remove');
  await addText('Closing');
  await expect.poll(sectionTitles).toEqual(['The counter', 'Closing']);
  await bar('Undo').click();
  await expect.poll(sectionTitles).toEqual(['The counter', 'Enter title']);
  await bar('Undo').click();
  await bar('Undo').click();
  await expect.poll(sectionTitles).toEqual(['A word before we meet', 'The counter']);
  await expect
    .element(page.getByRole('status').getByText('Undone: A word before we meet was removed'))
    .toBeVisible();
  await bar('Undo').click();
  await expect.poll(sectionTitles).toEqual(['The counter', 'A word before we meet']);
  await expectNothingTo('Undo');
  await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
  for (let step = 0; step < 4; step += 1) await bar('Redo').click();
  await expect.poll(sectionTitles).toEqual(['The counter', 'Closing']);
  await expectNothingTo('Redo');
});

test('what is done to a new pack while it is saved is the draft of that pack, not of the next new one', async () => {
  const saving = Promise.withResolvers<void>();
  const { drafts, saved, services } = await showBuilder('-');
  const { save } = services.packs;
  services.packs.save = async (pack) => {
    await saving.promise;
    return save(pack);
  };
  await addText('Opening');
  await topSave().click();
  await addText('Typed meanwhile');
  await expect.poll(sectionTitles).toEqual(['Opening', 'Typed meanwhile']);
  saving.resolve();
  await expect.poll(() => saved.length).toBe(1);
  await expect.poll(() => saved).not.toEqual([]);
  await expect.poll(() => [...drafts.keys()].map((key) => key.split('.').at(-1))).toEqual([saved[0]?.id]);
  await expect.poll(sectionTitles).toEqual(['Opening', 'Typed meanwhile']);
});

test('a new pack that is saved goes on as it is: with its way back, an open text, and the focus', async () => {
  const { saved, at } = await showBuilder('-');
  await addText('Opening');
  await addText('Closing');
  const editor = page.getByRole('textbox', { name: 'Closing' });
  await editor.click();
  await userEvent.keyboard('See you');
  const element = editor.element();
  await topSave().click();
  await expect.poll(at).toMatch(/^\/packs\/[0-9a-f-]{36}\/build$/);
  await expect
    .element(page.getByRole('link', { name: 'Back' }))
    .toHaveAttribute('href', `/packs/${saved[0]?.id}/view`);
  expect(editor.element()).toBe(element);
  await expect.element(topSave()).toHaveFocus();
  await button('Rename the pack').click();
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement?.tagName).toBe('BUTTON');
  await bar('Undo').click();
  await bar('Undo').click();
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
  await expect.poll(sectionTitles).toEqual(['Opening', 'Enter title']);
  await topSave().click();
  await expect.poll(() => saved).toHaveLength(2);
  expect(saved[1]?.id).toBe(saved[0]?.id);
});

test('after a new pack was saved the next one is another, and what is done to the first is its own draft', async () => {
  const { saved, drafts, history, at } = await showBuilder('-');
  await addText('First');
  await topSave().click();
  await expect.poll(at).toMatch(/^\/packs\/[0-9a-f-]{36}\/build$/);
  await addText('Typed later');
  await expect.poll(() => saved).not.toEqual([]);
  await expect.poll(() => [...drafts.keys()].map((key) => key.split('.').at(-1))).toEqual([saved[0]?.id]);
  history.push('/packs/-/build');
  await button('Leave').click();
  await expect.poll(sectionTitles).toEqual([]);
  await expectNothingTo('Undo');
});

test('the keys do the same wherever the hand is, but not in a field of a dialog', async () => {
  const { saved } = await showBuilder('brightwater');
  await button('Price list, autumn 2026').hover();
  await button('Remove Price list, autumn 2026').click();
  await expect.poll(() => filesOf('The counter')).toHaveLength(3);
  await undoKeys();
  await expect.poll(() => filesOf('The counter')).toHaveLength(4);
  await redoKeys();
  await expect.poll(() => filesOf('The counter')).toHaveLength(3);
  await button('Pack settings').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Notes' }).click();
  await undoKeys();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await topSave().click();
  await expect.poll(() => saved).toHaveLength(1);
  expect(filesOf('The counter')).toHaveLength(3);
});

test('the name of a file is a step of the pack, also while its field is open', async () => {
  const { saved } = await showBuilder('brightwater');
  await fromMenu('The counter', 'Hide title');
  await expect.element(button('Rename Price list, autumn 2026')).toBeInTheDocument();
  // As a tap of a finger, which leaves a field open.
  const tap = (what: Locator) => (what.element() as HTMLElement).click();
  tap(button('Rename Price list, autumn 2026'));
  const field = page.getByRole('textbox', { name: 'Name in this pack' });
  await field.fill('Prices');
  await expect.poll(() => filesOf('The counter')).toContain('Prices');
  await undoKeys();
  await expect.element(field).toHaveValue('Price list, autumn 2026');
  expect(filesOf('The counter')).toContain('Price list, autumn 2026');
  await expect.element(page.getByText('title hidden')).toBeVisible();
  tap(bar('Redo'));
  await expect.element(field).toHaveValue('Prices');
  tap(bar('Undo'));
  await expect.element(field).toHaveValue('Price list, autumn 2026');
  // An empty field is in no pack: the keys are its own, and the bar fills it again.
  await field.fill('Prices');
  await field.fill('');
  await undoKeys();
  await expect.element(page.getByText('title hidden')).toBeVisible();
  await field.fill('');
  tap(bar('Undo'));
  await expect.element(field).toHaveValue('Price list, autumn 2026');
  await userEvent.keyboard('{End} and winter{Enter}');
  await topSave().click();
  await expect.poll(() => saved[0]?.pack_data).toContain('"name":"Price list, autumn 2026 and winter"');
});

test('words that were written go away in one step with the cursor left where they were, before what was done earlier', async () => {
  await showBuilder('brightwater');
  await fromMenu('The counter', 'Hide title');
  await button('Edit the text of A word before we meet').click();
  const editor = page.getByRole('textbox', { name: 'A word before we meet' });
  await editor.click();
  await userEvent.keyboard('{Control>}{Home}{/Control}Well then, ');
  await expect.poll(() => editor.element().textContent).toMatch(/^Well then, Dear recipient name/);
  await undoKeys();
  await expect.poll(() => editor.element().textContent).not.toMatch(/Well then/);
  await userEvent.keyboard('So, ');
  await expect.poll(() => editor.element().textContent).toMatch(/^So, Dear recipient name/);
  await page.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => editor.element().textContent).not.toMatch(/So,/);
  await expect.element(page.getByText('title hidden')).toBeVisible();
  await undoKeys();
  await expect.element(page.getByText('title hidden')).not.toBeInTheDocument();
});

test('the way back reaches across a save', async () => {
  const { saved } = await showBuilder('brightwater');
  await fromMenu('The counter', 'Remove');
  await topSave().click();
  await expect.poll(() => saved).toHaveLength(1);
  await bar('Undo').click();
  await expect.poll(sectionTitles).toEqual(['The counter', 'A word before we meet']);
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
});

test('the bar keeps the hand at Undo and at Redo when there is no more of it, and does nothing then', async () => {
  await showBuilder('brightwater');
  await fromMenu('The counter', 'Move down');
  for (const [name, order] of [
    ['Undo', ['The counter', 'A word before we meet']],
    ['Redo', ['A word before we meet', 'The counter']],
  ] as const) {
    (bar(name).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(sectionTitles).toEqual(order);
    await expectNothingTo(name);
    await expect.element(bar(name)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(sectionTitles()).toEqual(order);
  }
});
