import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, showBuilder } from '#testing/builder-page.ts';
import { samplePack, words } from '#testing/sample-packs.ts';
import { clearNotices } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
const press = async (...names: string[]) => {
  for (const name of names) await tool(name).click();
};
const textbox = () => page.getByRole('textbox', { name: 'Words' });
const standsThere = (html: string) => expect.poll(() => textbox().element().innerHTML).toBe(html);
const selectAll = () => userEvent.keyboard('{Control>}a{/Control}');

/** The words in their editor, with the caret at their end. */
async function write(content: string) {
  await page.viewport(1440, 900);
  const pack_data = JSON.stringify({ version: 2, elements: [words('w', 'Words', content)] });
  await showBuilder('one', { packs: [samplePack({ id: 'one', pack_data })] });
  await button('Edit the text of Words').click();
  await expect.element(textbox()).toHaveFocus();
  await userEvent.keyboard('{Control>}{End}{/Control}');
}

const by = (steps: number) => (steps ? ` style="margin-left: ${steps * 2}em;"` : '');
const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
const nested = list(`<p>one</p>${list('<p>a longer one inside it</p>')}`);
const quoted = list('<p>one</p><blockquote><p>said</p></blockquote>');

test.each<[string, (steps: number) => string, number]>([
  [
    'a heading and two paragraphs',
    (n) => `<h3${by(n)}>Dear all</h3><p${by(n)}>and</p><p${by(n)}>more</p>`,
    0,
  ],
  ['blocks at several indents', (n) => `<p${by(n)}>Dear all</p><p${by(n + 2)}>and more</p>`, 0],
  ['a paragraph before a list, which stays', (n) => `<p${by(n)}>So:</p>${list('<p>one</p>')}`, 0],
  ['a paragraph before lists in each other', (n) => `<p${by(n)}>So:</p>${nested}`, 0],
  ['a paragraph before a list with a quotation', (n) => `<p${by(n)}>So:</p>${quoted}`, 0],
])('[PBUILD-13] Indent and Outdent take %s from where they stand, as one step', async (_name, at, before) => {
  await write(at(before));
  await selectAll();
  await press('Indent');
  await standsThere(at(before + 1));
  await press('Indent', 'Outdent');
  await standsThere(at(before + 1));
  await press('Undo', 'Undo');
  await standsThere(at(before + 1));
  await press('Undo');
  await standsThere(at(before));
});

test('[PBUILD-13] what is at the edge stays there while the rest of a selection goes on', async () => {
  await write('<p>first</p><p style="margin-left: 8em">last</p>');
  await selectAll();
  await press('Indent');
  await standsThere(`<p${by(1)}>first</p><p${by(4)}>last</p>`);
  await press('Outdent', 'Outdent');
  await standsThere(`<p>first</p><p${by(2)}>last</p>`);
});

test('[PBUILD-13] every cell that is selected is indented', async () => {
  const table = (n: number) =>
    `<table><tbody><tr><td><p${by(n)}>T3</p></td><td><p${by(n)}>29</p></td></tr></tbody></table>`;
  await write(table(0));
  // Through the words of one cell into the next.
  await textbox().getByText('T3').dropTo(textbox().getByText('29'));
  await expect.poll(() => document.querySelectorAll('.selectedCell').length).toBe(2);
  await press('Indent');
  await expect
    .poll(() => textbox().element().innerHTML.replaceAll(' class="selectedCell"', ''))
    .toContain(table(1).slice('<table><tbody>'.length));
});

test.each<[string, string, { indent: boolean; outdent: boolean }]>([
  ['a paragraph at the margin', '<p>one</p>', { indent: true, outdent: false }],
  ['a paragraph in between', `<p${by(2)}>one</p>`, { indent: true, outdent: true }],
  ['a heading as far in as it goes', `<h3${by(4)}>one</h3>`, { indent: false, outdent: true }],
  ['the first item of a list', list('<p>one</p>'), { indent: false, outdent: true }],
  ['a second item of a list', list('<p>one</p>', '<p>two</p>'), { indent: true, outdent: true }],
])('[PBUILD-13] in %s only what can be done is offered', async (_name, content, { indent, outdent }) => {
  await write(content);
  await expect.poll(() => tool('Indent').element().matches(':enabled')).toBe(indent);
  await expect.poll(() => tool('Outdent').element().matches(':enabled')).toBe(outdent);
});

test('[PBUILD-13] with a line alone selected nothing can be indented', async () => {
  await write('<p>one</p><hr>');
  await textbox().getByRole('separator').click();
  await expect.element(tool('Indent')).toBeDisabled();
  await expect.element(tool('Outdent')).toBeDisabled();
});
