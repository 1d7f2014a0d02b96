import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  button,
  filesOf,
  fromMenu,
  section,
  sectionsOf,
  sectionTitles,
  showBuilder,
  topSave,
  undoOffered,
} from '#testing/builder-page.ts';
import { samplePack } from '#testing/sample-packs.ts';

beforeEach(() => notifications.clean());

describe('sections', () => {
  test('[PBUILD-05] Add new section asks for Content or Text', async () => {
    await showBuilder('-');
    await button('Add new section').click();
    const dialog = page.getByRole('dialog', { name: 'Add new section' });
    await expect.element(dialog.getByRole('button', { name: /^Content/ })).toBeVisible();
    await dialog.getByRole('button', { name: /^Text/ }).click();
    await expect.element(page.getByRole('toolbar', { name: 'Text format' })).toBeVisible();
    await button('Add new section').click();
    await dialog.getByRole('button', { name: /^Content/ }).click();
    await expect.element(button('Add to Enter title')).toBeVisible();
  });

  test('[PBUILD-11] the menu hides and shows the title, and removes with a way back', async () => {
    const { saved } = await showBuilder('brightwater');
    await fromMenu('The counter', 'Hide title');
    await expect.element(section('The counter').getByText('title hidden')).toBeVisible();
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(sectionsOf(saved[0])[0]).toMatchObject({ showTitle: false, options: { hideTitle: true } });
    await fromMenu('The counter', 'Show title');
    await expect.element(section('The counter').getByText('title hidden')).not.toBeInTheDocument();
    await fromMenu('The counter', 'Remove');
    expect(sectionTitles()).toEqual(['A word before we meet']);
    await undoOffered().click();
    await expect.poll(sectionTitles).toEqual(['The counter', 'A word before we meet']);
  });

  test.each(['Enter', 'Escape'])(
    '%s of an input method is about its word, and leaves the titles of section and file open and as they are typed',
    async (key) => {
      await showBuilder('brightwater');
      const compose = (words: string) => {
        const field = document.activeElement as HTMLInputElement;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, words);
        field.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
        field.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true }));
      };
      await button('The counter').click();
      const title = page.getByRole('textbox', { name: 'Title of the section' });
      await expect.element(title).toHaveFocus();
      compose('カウンター');
      await expect.element(section('カウンター')).toBeVisible();
      await expect.element(title).toHaveFocus();
      await userEvent.keyboard('{Enter}');

      (button('Rename Price list, autumn 2026').element() as HTMLElement).click();
      const name = page.getByRole('textbox', { name: 'Name in this pack' });
      await expect.element(name).toHaveFocus();
      compose('価格表');
      await expect.element(name).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      await expect.poll(() => filesOf('カウンター')).toContain('価格表');
    },
  );

  test('sections move up and down by their menu', async () => {
    await showBuilder('brightwater');
    await fromMenu('The counter', 'Move down');
    await expect.poll(sectionTitles).toEqual(['A word before we meet', 'The counter']);
    await fromMenu('The counter', 'Move up');
    await expect.poll(sectionTitles).toEqual(['The counter', 'A word before we meet']);
  });

  test('Organise Layout reorders by buttons and arrow keys; Cancel changes nothing, OK does', async () => {
    await showBuilder('brightwater');
    await button('Organise Layout').click();
    const handle = page.getByRole('dialog').getByRole('button', { name: 'Move The counter', exact: true });
    await expect.element(handle).toBeVisible();
    (handle.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByText('The counter is now 2 of 2')).toBeVisible();
    await expect.element(handle).toHaveFocus();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(sectionTitles).toEqual(['The counter', 'A word before we meet']);
    await button('Organise Layout').click();
    await button('Move down: The counter').click();
    await button('OK').click();
    await expect.poll(sectionTitles).toEqual(['A word before we meet', 'The counter']);
  });

  test('[PBUILD-18] an unknown section says so, can be removed, and is otherwise saved as it came', async () => {
    const poll = { id: 'x', type: 'poll', data: { question: 'Why?' } };
    const pack = samplePack({ id: 'p', pack_data: JSON.stringify({ version: 2, elements: [poll] }) });
    const { saved } = await showBuilder('p', { packs: [pack] });
    await expect.element(page.getByRole('heading', { name: 'Unknown section type' })).toBeVisible();
    await expect
      .element(page.getByText("The section type 'poll' is unknown and can not be shown"))
      .toBeVisible();
    await button('Text').click();
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(JSON.parse(saved[0]?.pack_data ?? '').elements[0]).toEqual(poll);
    await fromMenu('Unknown section type', 'Remove');
    await expect.poll(sectionTitles).toEqual(['Enter title']);
  });

  test('contents that cannot be read are told and stay as they are', async () => {
    const { saved } = await showBuilder('p', { packs: [samplePack({ id: 'p', pack_data: '{"version":2' })] });
    await expect.element(page.getByText(/could not be read/)).toBeVisible();
    await button('Rename the pack').click();
    await page.getByRole('textbox', { name: 'Pack name' }).fill('Renamed');
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(saved[0]?.pack_data).toBe('{"version":2');
  });
});
