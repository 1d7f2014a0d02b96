import { notifications } from '@mantine/notifications';
import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import { dangersIn } from '@satchel/core/testing/dangers-in.ts';
import { hostileSamples } from '@satchel/core/testing/hostile-samples.ts';
import type { TiptapEditorHTMLElement } from '@tiptap/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addText, button, sectionsOf, showBuilder, topSave } from '#testing/builder-page.ts';
import {
  excel,
  googleDocs,
  googleSheets,
  libreOffice,
  outlook,
  wordLists,
  wordOnline,
  wordPicture,
  wordReviewed,
  wordTable,
} from '#testing/clipboard-samples.ts';
import { samplePack, samplePackServices, words } from '#testing/sample-packs.ts';
import { showWorld } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

/** As a browser tells an editor of it; false where it is left nothing to do itself. */
const paste = (into: Element, clipboardData: DataTransfer) =>
  into.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));

function pasteHtml(into: Element, html: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', html);
  paste(into, clipboardData);
}

const editor = () => page.getByRole('textbox', { name: 'Words', exact: true });
/** An editor hears of a key that moves the cursor later than a test presses the next one. @param place from the end of the words */
function select(place: (end: number) => number | { from: number; to: number }) {
  const { editor: tiptap } = editor().element() as TiptapEditorHTMLElement;
  if (!tiptap) throw new Error('The editor is not there yet');
  tiptap.commands.setTextSelection(place(tiptap.state.doc.content.size - 1));
}

const notice = (text: string) => page.getByRole('status').getByText(text);
const pictureLeftOut = 'A picture was left out: only pictures from your resources can be shown.';

async function startText() {
  const shown = await showBuilder('-');
  await addText('Words');
  await editor().click();
  return shown;
}

/** What the pack on the screen holds in its first text, once it was saved. */
async function saveWords(saved: Awaited<ReturnType<typeof startText>>['saved']) {
  await topSave().click();
  await expect.poll(() => saved).toHaveLength(1);
  return (sectionsOf(saved[0])[0] as { data: { content: string } }).data.content;
}

/** The same HTML with attributes in one order, and styles written in one way. */
function tidy(html: string) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    const attributes = [...element.attributes].sort((one, other) => one.name.localeCompare(other.name));
    for (const { name } of attributes) element.removeAttribute(name);
    for (const { name, value } of attributes) element.setAttribute(name, value.replace(/;$/, ''));
  }
  return body.innerHTML;
}

/** What a pack holds after that was pasted, which is what a reader gets: the sanitiser takes nothing from it. */
async function pasted(html: string, said?: string) {
  const { saved } = await startText();
  pasteHtml(editor().element(), html);
  if (said) await expect.element(notice(said)).toBeVisible();
  else expect(page.getByText(/left out|lines of text/).elements()).toEqual([]);
  const content = await saveWords(saved);
  expect(tidy(sanitiseInBrowser(content, 'rich'))).toBe(tidy(content));
  return content.replaceAll(' target="_blank" rel="noopener noreferrer"', '');
}

const prices = (model: string, monthly: string) =>
  `<table><tbody><tr>${model}${monthly}</tr><tr><td><p>Desk/5000</p></td>`;

describe('a text that is pasted', () => {
  test('from Word has real lists, in their levels and with their numbers, and no empty lines', async () => {
    expect(await pasted(wordLists)).toBe(
      '<p><strong>What you get</strong></p>' +
        '<ul><li><p>Terminal</p><ul><li><p>with printer</p><ul><li><p>thermal</p></li></ul></li></ul></li><li><p>Contract</p></li></ul>' +
        '<p>Next steps:</p>' +
        '<ol><li><p>Sign</p><ol><li><p>on paper</p></li></ol></li><li><p>Plug in</p></li></ol>' +
        '<p>And then:</p><ol start="3"><li><p>Sell</p></li><li><p>Smile</p></li></ol>',
    );
  });

  test.each(['start="4"', 'type="a"'])('keeps how a list is numbered, as with %s', async (numbered) => {
    const list = `<ol ${numbered}><li><p>Sell</p></li></ol>`;
    expect(await pasted(list)).toBe(list);
  });

  test('from Word for the web has one list, where each item came in a list of its own', async () => {
    expect(await pasted(wordOnline)).toBe(
      '<ul><li><p>Terminal</p><ul><li><p>with printer</p></li></ul></li><li><p>Contract</p></li></ul>',
    );
  });

  test('from Word keeps its table, and headings are those of the toolbar', async () => {
    expect(await pasted(wordTable)).toBe(
      `<h3>Prices</h3>${prices('<td><p><strong>Terminal</strong></p></td>', '<td><p style="text-align: right;"><strong>Monthly</strong></p></td>')}` +
        '<td><p style="text-align: right;">€ 29</p></td></tr></tbody></table>',
    );
  });

  test('from Word leaves out pictures and links that lie on a disk, and says so', async () => {
    expect(await pasted(wordPicture, pictureLeftOut)).toBe(
      '<p>Our shop:</p><p>See <a href="https://velden.example/shop">our site</a>, the file and below.</p>',
    );
  });

  test('from Word never holds remarks, struck out words or hidden ones', async () => {
    expect(await pasted(wordReviewed)).toBe('<p>The price is € 29 a month.</p>');
  });

  test('from Excel is a table of the cells that say something, bold as they were', async () => {
    const head = (name: string) => `<td><p><strong>${name}</strong></p></td>`;
    expect(await pasted(excel)).toBe(
      `<table><tbody><tr>${head('Model')}${head('Monthly')}${head('Printer')}</tr>` +
        '<tr><td><p>Desk/5000</p></td><td><p style="text-align: right;">€ 29</p></td><td><p></p></td></tr>' +
        '<tr><td><p>Move/2500 &amp; case</p></td><td><p></p></td><td><p>yes</p></td></tr></tbody></table>',
    );
  });

  test('from Google Docs is not bold as a whole, and its lists are inside each other', async () => {
    expect(await pasted(googleDocs, pictureLeftOut)).toBe(
      '<h3>Offer</h3><p><strong>Dear all</strong>, see <a href="https://velden.example/">our site</a>.</p>' +
        '<ul><li><p>Terminal</p><ul><li><p>with printer</p></li></ul></li></ul>',
    );
  });

  test('from Google Sheets is a table', async () => {
    expect(await pasted(googleSheets)).toBe(
      `${prices('<td><p><strong>Model</strong></p></td>', '<td><p><strong>Monthly</strong></p></td>')}` +
        '<td><p style="text-align: right;">29</p></td></tr></tbody></table>',
    );
  });

  test('from a mail in Outlook is not held in tables, and one that counts openings is not told of', async () => {
    expect(await pasted(outlook, pictureLeftOut)).toBe(
      '<p>Hello Daniel,</p><p>the terminals are on their way 🙂</p>' +
        '<ul><li><p>two for the bar</p></li><li><p>one for the terrace</p></li></ul>' +
        '<p>Nora Lindqvist, <a href="mailto:nora@velden.example">nora@velden.example</a></p>',
    );
  });

  test('from LibreOffice has its lists and its table', async () => {
    expect(await pasted(libreOffice)).toBe(
      '<h3>Offer</h3><p><strong>Two boxes</strong> come <em>on Monday</em>.</p>' +
        '<ol><li><p>Terminal</p><ol><li><p>with printer</p></li></ol></li></ol>' +
        `${prices('<th><p>Model</p></th>', '<th><p>Monthly</p></th>')}<td><p>29</p></td></tr></tbody></table>`,
    );
  });

  test('from a web page has no indents where that page had room at its edges', async () => {
    expect(
      await pasted('<p style="padding-left:24px">Our shop</p><p style="margin-left:40px">is open</p>'),
    ).toBe('<p>Our shop</p><p>is open</p>');
  });

  test('keeps a picture that the host holds', async () => {
    const address = '/sites/default/files/0123456789abcdef0123456789abcdef/plan.png';
    expect(await pasted(`<p>Plan <img src="${location.origin}${address}" alt="plan"></p>`)).toBe(
      `<p>Plan <img src="${location.origin}${address}" alt="plan"></p>`,
    );
  });

  test('[HTML-01] that was code keeps its lines, as ones of a paragraph', async () => {
    expect(
      await pasted('<p>Say:</p><pre><code>first<br>line\n  second &lt;line&gt;\n\nlast</code></pre>'),
    ).toBe('<p>Say:</p><p>first<br>line<br>second &lt;line&gt;</p><p>last</p>');
  });

  test.each([
    ['<ol type="disc"><li>x</li></ol>', '<ol>'],
    ['<ol type="A"><li>x</li></ol>', '<ol type="A">'],
    ['<ol style="list-style-type: lower-roman"><li>x</li></ol>', '<ol type="i">'],
    ['<ol start="3"><li>x</li></ol>', '<ol start="3">'],
    ['<ol start="-3"><li>x</li></ol>', '<ol>'],
    ['<ol start="three"><li>x</li></ol>', '<ol>'],
  ])('[HTML-01] has numbers that its readers see (%s)', async (html, list) => {
    expect(await pasted(html)).toBe(`${list}<li><p>x</p></li></ol>`);
  });

  test('with cells alone is not run together', async () => {
    expect(await pasted('<meta charset="utf-8"><tr><td>one</td><td>two</td></tr>')).toBe(
      '<table><tbody><tr><td><p>one</p></td><td><p>two</p></td></tr></tbody></table>',
    );
  });

  test('of thousands of cells is lines, which are quick to write in', async () => {
    const row = `<tr>${'<td>cell</td>'.repeat(10)}</tr>`;
    const content = await pasted(`<table>${row.repeat(100)}</table>`, 'A table was put in as lines of text.');
    expect(content).toBe(`<p>${Array(10).fill('cell').join(' · ')}</p>`.repeat(100));
  });

  test('is said to be none when it is only a picture', async () => {
    await startText();
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['\u0089PNG'], 'image.png', { type: 'image/png' }));
    expect(paste(editor().element(), clipboardData)).toBe(false);
    await expect.element(notice(pictureLeftOut)).toBeVisible();
  });

  test('that was copied here keeps its tokens and its place in the line', async () => {
    const { saved } = await startText();
    await userEvent.keyboard('Dear ');
    await button('Insert token').click();
    await page.getByRole('menuitem', { name: 'recipient name' }).click();
    select((end) => ({ from: 1, to: end }));
    const clipboardData = new DataTransfer();
    editor()
      .element()
      .dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    expect(clipboardData.getData('text/html')).toContain('data-pm-slice');
    select((end) => end);
    await userEvent.keyboard(', ');
    paste(editor().element(), clipboardData);
    expect(await saveWords(saved)).toBe('<p>Dear {{recipient_name}}, Dear {{recipient_name}}</p>');
  });

  test('and hostile runs nothing, whatever it is', async () => {
    const { saved } = await startText();
    for (const { html } of hostileSamples) {
      pasteHtml(editor().element(), html);
      pasteHtml(editor().element(), `<p data-pm-slice="1 1 []">own</p>${html}`);
    }
    expect(dangersIn(editor().element())).toEqual([]);
    const content = await saveWords(saved);
    expect(content).toContain('own');
    expect(tidy(sanitiseInBrowser(content, 'rich'))).toBe(tidy(content));
  });
});

test('a table that came with a text stays one when words beside it are written', async () => {
  const table =
    '<table><tbody><tr><th>Model</th><th>Monthly</th></tr><tr><td>Desk/5000</td><td>29</td></tr></tbody></table>';
  const elements = [words('w', 'Words', `<p>Prices</p>${table}`)];
  const pack = samplePack({ id: 'p', pack_data: JSON.stringify({ version: 2, elements }) });
  const { saved } = await showBuilder('p', { packs: [pack] });
  await button('Edit the text of Words').click();
  await editor().click();
  await userEvent.keyboard('{Control>}{Home}{/Control}Our ');
  expect(await saveWords(saved)).toBe(
    `<p>Our Prices</p>${table.replace(/<(t[hd])>(.*?)<\/\1>/g, '<$1><p>$2</p></$1>')}`,
  );
});

test.each([
  ['at the edge of a cell', 'td', 'top', '<td><p>newDesk/5000</p></td>'],
  ['between two lines', 'p', 'bottom', '<p>newRates</p>'],
] as const)('a text tapped %s is written in there', async (_where, tag, edge, written) => {
  const content =
    '<p>Prices</p><p>Rates</p><table><tbody><tr><td>Desk/5000</td><td>29</td></tr></tbody></table>';
  const pack_data = JSON.stringify({ version: 2, elements: [words('w', 'Words', content)] });
  const { saved } = await showBuilder('p', { packs: [samplePack({ id: 'p', pack_data })] });
  const text = button('Edit the text of Words');
  await expect.element(text).toBeVisible();
  const at = document.querySelector(`[data-shown-text] ${tag}`)!.getBoundingClientRect();
  const from = text.element().getBoundingClientRect();
  await text.click({ position: { x: at.left + 2 - from.left, y: at[edge] + 2 - from.top } });
  await expect.element(editor()).toHaveFocus();
  await userEvent.keyboard('new');
  expect(await saveWords(saved)).toContain(written);
});

describe('a table in a text', () => {
  const start = async () => {
    await startText();
    pasteHtml(editor().element(), `<p>a</p>${googleSheets}<p>b</p>`);
    await expect.poll(() => editor().element().querySelector('table')).not.toBeNull();
    return () => editor().element().querySelectorAll('td').length;
  };

  test('goes as a whole by the keyboard, from behind it', async () => {
    const cells = await start();
    select((end) => end - 1);
    await userEvent.keyboard('{Backspace}');
    expect(cells()).toBe(4);
    await userEvent.keyboard('{Backspace}');
    expect(cells()).toBe(0);
    expect(editor().element().textContent).toBe('ab');
  });

  test('goes as a whole when all of its cells are chosen, and loses only words when some are', async () => {
    const cells = await start();
    const [first, second, , last] = editor().element().querySelectorAll('td');
    await userEvent.dragAndDrop(first!, second!);
    await userEvent.keyboard('{Delete}');
    expect(cells()).toBe(4);
    expect(editor().element().querySelector('table')?.textContent).toBe('Desk/500029');
    await userEvent.dragAndDrop(first!, last!);
    await userEvent.keyboard('{Delete}');
    expect(cells()).toBe(0);
  });
});

test('in a message, whose mail has neither, tables are lines and pictures are left out', async () => {
  await showWorld('/packs/brightwater/send', samplePackServices());
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.click();
  pasteHtml(message.element(), `<img src="/sites/default/files/k/a.png">${excel}`);
  const lines = () => [...message.element().children].map(({ textContent }) => textContent);
  expect(lines()).toEqual(['Model · Monthly · Printer', 'Desk/5000 · € 29', 'Move/2500 & case · yes']);
  await expect.element(notice(`${pictureLeftOut} A table was put in as lines of text.`)).toBeVisible();
});
