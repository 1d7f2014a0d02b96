import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import type { TiptapEditorHTMLElement } from '@tiptap/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, showBuilder, topSave } from '#testing/builder-page.ts';
import { samplePack, words } from '#testing/sample-packs.ts';
import { clearNotices } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const letterAtTheEnd = () => userEvent.keyboard('{Control>}{End}{/Control}!');

/** What is saved of a text once it was changed. */
async function savedOf(content: string, change: () => Promise<unknown>) {
  const pack_data = JSON.stringify({ version: 2, elements: [words('w', 'Words', content)] });
  const { saved } = await showBuilder('one', { packs: [samplePack({ id: 'one', pack_data })] });
  await button('Edit the text of Words').click();
  await expect.element(page.getByRole('textbox', { name: 'Words' })).toHaveFocus();
  await change();
  await topSave().click();
  await expect.poll(() => saved.length).toBe(1);
  return JSON.parse(saved[0]?.pack_data ?? '').elements[0].data.content as string;
}

/** A letter at its end is all that is written. */
const writtenIn = (content: string) => savedOf(content, letterAtTheEnd);

describe('[PBUILD-13] a letter that is written in a text from elsewhere leaves', () => {
  test.each([
    ['margin-left: 80px', 'margin-left: 4em'],
    ['padding-left: 40px', 'margin-left: 2em'],
    ['padding-left: 6em', 'margin-left: 6em'],
    ['margin-left: 160px', 'margin-left: 8em'],
  ])('its indents, as with %s', async (style, kept) => {
    expect(await writtenIn(`<p style="${style}">First</p><p>last</p>`)).toBe(
      `<p style="${kept};">First</p><p>last!</p>`,
    );
  });

  test.each([
    [
      'of one line',
      '<div style="text-align:center">Dear <b>all</b></div>',
      '<p style="text-align: center;">Dear <strong>all</strong></p>',
    ],
    [
      'around paragraphs',
      '<div style="text-align:right"><p>Dear</p><div>all</div></div>',
      '<p style="text-align: right;">Dear</p><p style="text-align: right;">all</p>',
    ],
    [
      'with words beside a paragraph',
      '<div style="text-align:center">Dear<p>all</p></div>',
      '<p style="text-align: center;">Dear</p><p style="text-align: center;">all</p>',
    ],
    [
      'around a list',
      '<div style="text-align:right"><ul><li>Dear</li></ul></div>',
      '<ul><li><p style="text-align: right;">Dear</p></li></ul>',
    ],
    [
      'around a table',
      '<div style="text-align:right"><table><tbody><tr><td>29</td></tr></tbody></table></div>',
      '<table><tbody><tr><td><p style="text-align: right;">29</p></td></tr></tbody></table>',
    ],
    [
      'in a heading',
      '<h3><div style="text-align:center">Title</div></h3>',
      '<h3 style="text-align: center;">Title</h3>',
    ],
    [
      'that are lines of a heading',
      '<h3>\n<div>Dear</div>\n<div>all</div> of you</h3>',
      '<h3>Dear<br>all<br>of you</h3>',
    ],
    ['that are empty in a heading', '<h3><div></div>Title</h3>', '<h3>Title</h3>'],
    ['that are empty between its lines', '<h3>Dear<div> </div>all</h3>', '<h3>Dear<br>all</h3>'],
    ['that say nothing', '<div>Dear</div><div>all</div>', '<p>Dear</p><p>all</p>'],
  ])('how its divisions are aligned: those %s', async (_which, content, kept) => {
    expect(await writtenIn(`${content}<p>last</p>`)).toBe(`${kept}<p>last!</p>`);
  });

  test.each([
    [
      'around paragraphs',
      '<div style="margin-left:40px"><p>Dear</p><p style="margin-left:2em">all</p></div>',
      '<p style="margin-left: 2em;">Dear</p><p style="margin-left: 4em;">all</p>',
    ],
    [
      'around a list, whose own room for its signs is none',
      '<div style="margin-left:40px"><ul style="padding-left:40px"><li>Dear</li></ul></div>',
      '<ul><li><p style="margin-left: 2em;">Dear</p></li></ul>',
    ],
  ])('how far its divisions are indented: those %s', async (_which, content, kept) => {
    expect(await writtenIn(`${content}<p>last</p>`)).toBe(`${kept}<p>last!</p>`);
  });

  test('no line where an empty division stood, which nobody saw', async () => {
    expect(await writtenIn('<div>Dear</div><div></div><div> </div><div>all</div><p>last</p>')).toBe(
      '<p>Dear</p><p>all</p><p>last!</p>',
    );
  });

  test('what its tables are called and which cells their headers are of', async () => {
    const rows = (a: string, b: string) => `<tbody><tr><th scope="row">${a}</th><td>${b}</td></tr></tbody>`;
    const table = `<table><caption>Prices of <i>2027</i></caption>${rows('T3', '29')}</table>`;
    expect(await writtenIn(`${table}<p>last</p>`)).toBe(
      `<p><strong>Prices of <em>2027</em></strong></p><table>${rows('<p>T3</p>', '<p>29</p>')}</table><p>last!</p>`,
    );
  });

  test.each([
    ['<p><a name="terms"></a>Terms</p>', '<p><a name="terms"></a>Terms</p>'],
    ['<p><a name="terms">Terms</a> and more</p>', '<p><a name="terms"></a>Terms and more</p>'],
  ])('the places that its links lead to, as in %s', async (content, kept) => {
    expect(await writtenIn(`${content}<p>last</p>`)).toBe(`${kept}<p>last!</p>`);
  });

  test.each(['', ' target="_blank" rel="noopener noreferrer"'])(
    'links to those places in the same window, those with%s too',
    async (saved) => {
      const link = (more: string) => `<p><a${more} href="#terms">Terms</a></p>`;
      expect(await writtenIn(`${link(saved)}<p>last</p>`)).toBe(`${link('')}<p>last!</p>`);
    },
  );

  test('how its lists are numbered', async () => {
    const list = '<ol start="2" type="a"><li><p>Sign</p></li></ol>';
    const saved = await writtenIn(`${list}<p>last</p>`);
    expect(sanitiseInBrowser(saved, 'rich')).toBe(`${list}<p>last!</p>`);
  });

  test('words of code that are a link, bold or slanted as they are', async () => {
    const link = '<a target="_blank" rel="noopener noreferrer" href="https://velden.example/">';
    const content = `<p>${link}<code>SDK 4</code></a> and <strong><code>v2</code></strong></p>`;
    expect(await writtenIn(`${content}<p>last</p>`)).toBe(`${content}<p>last!</p>`);
  });
});

describe('a place that links lead to', () => {
  const content = '<p><a name="terms"></a>Terms</p>';

  test('stays where it is when all words around it become a link, which readers get', async () => {
    const saved = await savedOf(content, async () => {
      await userEvent.keyboard('{Control>}a{/Control}');
      await button('Insert link').click();
      await page.getByRole('textbox', { name: 'Address', exact: true }).fill('velden.example');
      await button('Set link').click();
    });
    const { body } = new DOMParser().parseFromString(sanitiseInBrowser(saved, 'rich'), 'text/html');
    expect(body.querySelector('a[href]')?.textContent).toBe('Terms');
    expect(body.querySelector('a[name="terms"]')).not.toBeNull();
  });

  const linked = '<a href="https://velden.example/">';
  const linkAround = `<p>See ${linked}our </a><a name="terms"></a>${linked}terms</a> here</p>`;

  /** An editor hears of a key that moves the cursor later than a test presses the next one. */
  async function openLinkAt(place: number) {
    const { editor } = page.getByRole('textbox', { name: 'Words' }).element() as TiptapEditorHTMLElement;
    editor?.commands.setTextSelection(place);
    await expect.element(button('Insert link')).toHaveAttribute('aria-pressed', 'true');
    await button('Insert link').click();
  }

  test.each([
    ['before', 6],
    ['behind', 12],
  ])('keeps no half of a link that is taken away with the cursor %s it', async (_where, place) => {
    const saved = await savedOf(linkAround, async () => {
      await openLinkAt(place);
      await button('Remove link').click();
    });
    expect(saved).toBe('<p>See our <a name="terms"></a>terms here</p>');
  });

  test('lies in one link, whose address is set for both its halves', async () => {
    const saved = await savedOf(linkAround, async () => {
      await openLinkAt(6);
      await page.getByRole('textbox', { name: 'Address', exact: true }).fill('satchel.example');
      await button('Set link').click();
    });
    const { body } = new DOMParser().parseFromString(saved, 'text/html');
    const links = [...body.querySelectorAll<HTMLAnchorElement>('a[href]')];
    expect(links.map(({ host, textContent }) => [host, textContent])).toEqual([
      ['satchel.example', 'our '],
      ['satchel.example', 'terms'],
    ]);
    expect(body.querySelector('a[name="terms"]')).not.toBeNull();
  });

  test('goes with the words that are cut, and comes with them where they are pasted', async () => {
    const saved = await savedOf(`${content}<p>last</p>`, async () => {
      const text = page.getByRole('textbox', { name: 'Words' }).element();
      const clipboardData = new DataTransfer();
      const pass = (type: 'cut' | 'paste') =>
        text.dispatchEvent(new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }));
      await userEvent.keyboard('{Control>}a{/Control}');
      pass('cut');
      pass('paste');
    });
    expect(saved).toBe(`${content}<p>last</p>`);
  });
});

test('a table is kept where there is nothing else and its cells were emptied', async () => {
  const table = (cell: string) =>
    `<table><tbody><tr><td><p></p></td><td><p>${cell}</p></td></tr></tbody></table>`;
  const emptied = async () => {
    await page.getByText('29').dblClick();
    await userEvent.keyboard('{Backspace}');
  };
  expect(await savedOf(table('29'), emptied)).toBe(table(''));
});

test.each([
  ['<p>29</p>', ''],
  ['<h3>29</h3>', ''],
  ['<p>29</p>', '{Enter}{Enter}'],
])('the one line %s is no text once it is emptied, nor with further empty lines (%j)', async (line, more) => {
  const emptied = () => userEvent.keyboard(`{Control>}a{/Control}{Backspace}${more}`);
  expect(await savedOf(line, emptied)).toBe('');
});

test('[HTML-05] a picture of the host is seen where a text is read and written, and keeps its address', async () => {
  const host = 'https://content.example';
  const content = '<p><img src="/sites/default/files/t3.png" alt="T3">last</p>';
  const pack_data = JSON.stringify({ version: 2, elements: [words('w', 'Words', content)] });
  const packs = [samplePack({ id: 'one', pack_data })];
  const { saved } = await showBuilder('one', { packs, configuration: { host } });
  const addressIn = (place: string) => document.querySelector(`${place} img[alt="T3"]`)?.getAttribute('src');
  await expect.poll(() => addressIn('[data-shown-text]')).toBe(`${host}/sites/default/files/t3.png`);
  await button('Edit the text of Words').click();
  await expect.poll(() => addressIn('.ProseMirror')).toBe(`${host}/sites/default/files/t3.png`);
  await expect.element(page.getByRole('textbox', { name: 'Words' })).toHaveFocus();
  await letterAtTheEnd();
  await topSave().click();
  await expect.poll(() => saved.length).toBe(1);
  expect(JSON.parse(saved[0]?.pack_data ?? '').elements[0].data.content).toBe(
    content.replace('last', 'last!'),
  );
});
