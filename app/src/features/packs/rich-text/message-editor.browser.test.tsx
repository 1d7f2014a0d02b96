import '#ui/mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ServicesContext } from '#services.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import type { EditorKind } from './editor-toolbar.tsx';
import RichTextEditor from './rich-text-editor.tsx';

const words = () => page.getByRole('textbox', { name: 'Words' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const press = (keys: string) => userEvent.keyboard(keys);
const selectAll = () => press('{Control>}a{/Control}');

async function show(value: string, kind: EditorKind = 'message') {
  const written: string[] = [];
  const { services } = samplePackServices();
  await page.viewport(1024, 800);
  await render(
    <MantineProvider>
      <ServicesContext value={services}>
        <RichTextEditor value={value} label="Words" kind={kind} onChange={(html) => written.push(html)} />
      </ServicesContext>
    </MantineProvider>,
  );
  await expect.element(words()).toBeVisible();
  (words().element() as HTMLElement).focus();
  return written;
}

function paste(html: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', html);
  words()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

/** What stands there and what was written of it, which has to be what its mail keeps. */
function shown(written: readonly string[]) {
  const html = words().element().innerHTML;
  expect(written.at(-1)).toBe(html);
  expect(sanitiseInBrowser(html, 'plain')).toBe(html);
  return html;
}

test('[PSEND-03] the toolbar of a message has what its mail can have', async () => {
  await show('<p>Dear all</p>');
  const names = () =>
    page
      .getByRole('toolbar')
      .getByRole('button')
      .elements()
      .map((element) => element.getAttribute('aria-label'));
  await expect
    .poll(names)
    .toEqual([
      ...['Format: Paragraph', 'Bold', 'Italic', 'Strike through', 'Insert link', 'Remove format'],
      ...['Bullet list', 'Numbered list', 'Undo', 'Redo'],
    ]);
});

test('[PSEND-03] no key underlines in a message, or makes a block of code of it', async () => {
  const written = await show('<p>Dear all</p>');
  await selectAll();
  await press('{Control>}u{/Control}{Control>}{Alt>}c{/Alt}{/Control}');
  await press('{Control>}i{/Control}');
  await expect.poll(() => written.length).toBeGreaterThan(0);
  expect(shown(written)).toBe('<p><em>Dear all</em></p>');
});

test('[PSEND-03] what is pasted into a message looks as its mail will', async () => {
  const written = await show('');
  paste(
    '<p style="text-align: center; margin-left: 2em">Dear <u>all</u>, <b>and</b> <span style="text-decoration: underline">more</span></p>' +
      '<h3 style="text-align: right">Prices</h3>',
  );
  await expect.poll(() => written).not.toEqual([]);
  expect(shown(written)).toBe('<p>Dear all, <strong>and</strong> more</p><h3>Prices</h3>');
});

test('[PSEND-03] a message that was underlined and aligned before opens with all its words', async () => {
  const written = await show(
    '<p style="text-align: center;">Dear <u>{{recipient_name}}</u>, <strong><u>all</u></strong></p><p style="margin-left: 2em;">Bye</p>',
  );
  await expect.element(words()).toHaveTextContent('Dear recipient name, allBye');
  expect(words().element().querySelectorAll('u, [style]')).toHaveLength(0);
  expect(written).toEqual([]);
  await press('{Control>}{End}{/Control}!');
  await expect
    .poll(() => written.at(-1))
    .toBe('<p>Dear {{recipient_name}}, <strong>all</strong></p><p>Bye!</p>');
});

test.each<[EditorKind, string]>([
  ['message', '<h3><strong>Dear</strong> all</h3><ul><li><p>Bye</p></li></ul>'],
  [
    'section',
    '<h3 style="text-align: right;"><u>Dear</u> all</h3><p style="text-align: center; margin-left: 2em;">Bye</p>',
  ],
])('[PSEND-03, PBUILD-13] Remove format leaves plain paragraphs of a %s', async (kind, html) => {
  const written = await show(html, kind);
  await selectAll();
  await button('Remove format').click();
  await expect.poll(() => written.at(-1)).toBe('<p>Dear all</p><p>Bye</p>');
});
