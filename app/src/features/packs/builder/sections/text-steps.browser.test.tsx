import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addText, button, menuItem, showBuilder } from '#testing/builder-page.ts';
import { clearNotices } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const editor = () => page.getByRole('textbox', { name: 'Words' }).element();
const press = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true }).click();

function paste(html: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', html);
  editor().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

test.each<[string, () => Promise<void> | void]>([
  ['a mark', () => press('Bold')],
  ['a list', () => press('Bullet list')],
  ['an indent', () => press('Indent')],
  ['a line', () => press('Horizontal line')],
  [
    'a heading',
    async () => {
      await press('Format: Paragraph');
      await menuItem('Heading 3').click();
    },
  ],
  [
    'a token',
    async () => {
      await press('Insert token');
      await menuItem('sender name').click();
    },
  ],
  ['what was pasted', () => paste('<p>Copied</p>')],
  ['what was cut', () => userEvent.cut()],
  ['all of it deleted', () => userEvent.keyboard('{Delete}')],
])('[PBUILD-13] %s is a step of its own between the words before and after it', async (_name, act) => {
  await showBuilder('-');
  await addText('Words');
  await page.getByRole('textbox', { name: 'Words' }).click();
  await userEvent.keyboard('Dear all');
  await userEvent.keyboard('{Control>}a{/Control}');
  const typed = editor().innerHTML;
  await act();
  await expect.poll(() => editor().innerHTML).not.toBe(typed);
  const acted = editor().innerHTML;
  await userEvent.keyboard('{ArrowRight}!');
  await expect.poll(() => editor().textContent).toContain('!');
  await press('Undo');
  await expect.poll(() => editor().innerHTML).toBe(acted);
  await press('Undo');
  await expect.poll(() => editor().innerHTML).toBe(typed);
  await press('Redo');
  await expect.poll(() => editor().innerHTML).toBe(acted);
});

test.each([
  ['я', 'н', 'Cyrillic'],
  ['ζ', 'υ', 'Greek'],
])('Ctrl with %s and %s takes back and does again, on a %s keyboard', async (undo, redo) => {
  await showBuilder('brightwater');
  const hide = () => page.getByText('title hidden');
  await button('Menu of The counter').click();
  await menuItem('Hide title').click();
  await expect.element(hide()).toBeVisible();
  const ctrl = (key: string, code: string) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, ctrlKey: true, bubbles: true }));
  ctrl(undo, 'KeyZ');
  await expect.element(hide()).not.toBeInTheDocument();
  ctrl(redo, 'KeyY');
  await expect.element(hide()).toBeVisible();
  // Where the letters are others, the place of Z is that of another letter.
  ctrl('w', 'KeyZ');
  await expect.element(hide()).toBeVisible();
});
