import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PackRecord } from '#storage/records.ts';
import { beginsAt } from '#testing/begins-at.ts';
import {
  addText,
  button,
  menuItem,
  section,
  sectionsOf,
  showBuilder,
  showLongTexts,
  topSave,
} from '#testing/builder-page.ts';
import { samplePack, words } from '#testing/sample-packs.ts';

beforeEach(() => notifications.clean());

test.each([
  [390, 700],
  [820, 700],
  [1440, 500],
])('a section takes as much room before it is drawn as after, %i px wide', async (width, height) => {
  await page.viewport(width, height);
  const elements = Array.from({ length: 18 }, (_, at) =>
    words(`w${at}`, `Words ${at}`, '<p>Dear guest, this is it.</p><p>See you.</p>'),
  );
  const pack_data = JSON.stringify({ version: 2, elements });
  await showBuilder('many', { packs: [samplePack({ id: 'many', pack_data })] });
  await expect.element(button('Edit the text of Words 0')).toBeVisible();
  const sections = [...document.querySelectorAll<HTMLElement>('section[data-section]')];
  const [drawn, far] = [sections.at(0), sections.at(-1)];
  expect(far?.querySelector('button')).toBeNull();
  expect(Math.abs((far?.offsetHeight ?? 0) - (drawn?.offsetHeight ?? 0))).toBeLessThanOrEqual(3);
});

test.each([390, 820])(
  'no word of a text moves against the others when it is tapped, %i px wide',
  async (width) => {
    await page.viewport(width, 900);
    const content = `<p>Dear Ms Okafor, this is what we spoke of on Tuesday: terminals for eleven counters, and a till that takes
    orders at the table as well. All prices are per month.</p><p>and a second</p><p></p><h3>What you asked for</h3><ul><li>one</li><li><p>two</p></li></ul>
    <ol><li>three</li></ol><blockquote><p>said</p><p>by you</p></blockquote>
    <table><tbody><tr><th><p>Model</p></th><th><p>Price a month, per counter</p></th></tr>
    <tr><td><p>T3</p></td><td><p>29</p></td></tr></tbody></table><p>That is all.</p>`;
    const pack_data = JSON.stringify({ version: 2, elements: [words('w', 'Words', content)] });
    await showBuilder('one', { packs: [samplePack({ id: 'one', pack_data })] });
    await expect.element(button('Edit the text of Words')).toBeVisible();
    /** How far each word is from the left edge, px. */
    const wordsAt = (part: Element, left: number) => {
      const [text] = part.childNodes;
      return [...part.textContent.matchAll(/\S+/g)].map(({ index, 0: word }) => {
        const range = document.createRange();
        range.setStart(text!, index);
        range.setEnd(text!, index + word.length);
        return [word, Math.round(range.getBoundingClientRect().left - left)];
      });
    };
    const places = (within: string) => {
      const root = document.querySelector(within)!;
      const { top, left } = root.getBoundingClientRect();
      return [...root.querySelectorAll(':scope > :not(div), table, th, td')].map((part) => {
        const at = part.getBoundingClientRect();
        const box = [at.top - top, at.left - left, at.width, at.height].map(Math.round);
        return [part.nodeName, ...box, ...(part.nodeName === 'P' ? wordsAt(part, left) : [])];
      });
    };
    const read = places('[data-shown-text]');
    expect(read).toHaveLength(13);
    await button('Edit the text of Words').click();
    await expect.element(page.getByRole('textbox', { name: 'Words' })).toBeVisible();
    expect(places('.ProseMirror')).toEqual(read);
  },
);

test.each([
  [390, 844],
  [820, 1180],
  [1440, 900],
])('in a long text the toolbar stays at hand and the caret in sight, %i px wide', async (width, height) => {
  await page.viewport(width, height);
  const content = Array.from({ length: 90 }, (_, at) => `<p>Line ${at}</p>`).join('');
  const elements = [
    words('short', 'Short', '<p>Line</p>'),
    words('long', 'Long', content),
    words('next', 'Next', content),
  ];
  const pack_data = JSON.stringify({ version: 2, elements });
  // A name of two lines makes the bar above higher.
  const title = 'Brightwater Cafés and what they asked for all of their eleven counters in town';
  const { screen } = await showBuilder('many', { packs: [samplePack({ id: 'many', title, pack_data })] });
  await button('Edit the text of Long').click({ position: { x: 40, y: 40 } });
  const editor = page.getByRole('textbox', { name: 'Long' });
  await expect.element(editor).toHaveFocus();
  await button('Edit the text of Short').click();
  await expect.element(page.getByRole('textbox', { name: 'Short' })).toHaveFocus();
  const toolbar = section('Long').getByRole('toolbar').element();
  const bar = document.querySelector('[data-top-bar]')!;
  const edges = () => {
    const { top, bottom } = toolbar.getBoundingClientRect();
    const range = getSelection()!.getRangeAt(0);
    // In an empty line the caret has no place of its own.
    const isEmpty = range.startContainer instanceof Element;
    const caret = (isEmpty ? (range.startContainer as Element) : range).getBoundingClientRect();
    return { bar: Math.round(bar.getBoundingClientRect().bottom), top: Math.round(top), bottom, caret };
  };

  await editor.getByText('Line 85', { exact: true }).click();
  await expect.poll(() => Math.abs(edges().top - edges().bar)).toBeLessThanOrEqual(1);
  const format = section('Long').getByRole('button', { name: 'Format: Paragraph' }).element();
  const { left, top } = format.getBoundingClientRect();
  expect(format.contains(document.elementFromPoint(left + 9, top + 9))).toBe(true);
  // Another editor that is open keeps out of it when the bars change.
  await page.viewport(width - 2, height);

  // The browser moves the caret here, and the editor where a line is broken.
  for (let at = 0; at < 60; at += 1) {
    await userEvent.keyboard('{ArrowUp}');
    expect(edges().caret.top).toBeGreaterThanOrEqual(edges().bottom);
  }
  scrollBy({ top: edges().caret.top - 20, behavior: 'instant' });
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => edges().caret.top >= edges().bottom).toBe(true);

  // What stays with its own text goes with it.
  scrollBy({ top: section('Next').element().getBoundingClientRect().top - 60, behavior: 'instant' });
  await expect.poll(() => edges().bottom).toBeLessThan(edges().bar);
  await screen.unmount();
  expect(document.documentElement.style.scrollPaddingTop).toBe('');
});

test('a text tapped close below the bars opens with the caret in sight', async () => {
  await page.viewport(390, 844);
  const content = Array.from({ length: 60 }, (_, at) => `<p>Line ${at}</p>`).join('');
  const elements = [words('short', 'Short', '<p>Line</p>'), words('long', 'Long', content)];
  const pack_data = JSON.stringify({ version: 2, elements });
  await showBuilder('many', { packs: [samplePack({ id: 'many', pack_data })] });
  await button('Edit the text of Short').click();
  await expect.element(page.getByRole('textbox', { name: 'Short' })).toHaveFocus();

  const opener = button('Edit the text of Long').element();
  scrollBy({ top: opener.getBoundingClientRect().top + 900, behavior: 'instant' });
  const bar = document.querySelector('[data-top-bar]')!.getBoundingClientRect().bottom;
  // A click by the driver scrolls to what it clicks.
  opener.dispatchEvent(
    new MouseEvent('click', { bubbles: true, detail: 1, clientX: 120, clientY: bar + 15 }),
  );
  await expect.element(page.getByRole('textbox', { name: 'Long' })).toHaveFocus();
  const toolbar = section('Long').getByRole('toolbar').element();
  const clear = () =>
    getSelection()!.getRangeAt(0).getBoundingClientRect().top - toolbar.getBoundingClientRect().bottom;
  await expect.poll(clear).toBeGreaterThanOrEqual(0);
  expect(clear()).toBeLessThan(60);
});

test('a long text opened by keyboard has its caret at the end, in sight', async () => {
  await page.viewport(820, 900);
  await showLongTexts();
  const opener = button('Edit the text of Long').element() as HTMLElement;
  opener.focus({ preventScroll: true });
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Long' })).toHaveFocus();
  const caret = () => getSelection()?.anchorNode?.parentElement;
  await expect.poll(() => caret()?.textContent).toBe('Line 59');
  await expect.poll(() => caret()?.getBoundingClientRect().bottom).toBeLessThan(900);
});

describe('text', () => {
  const editor = () => page.getByRole('textbox', { name: 'A word before we meet' });
  const edit = () => button('Edit the text of A word before we meet').click();

  test('[PBUILD-13] the toolbar has every format', async () => {
    await showBuilder('brightwater');
    await edit();
    const toolbar = page.getByRole('toolbar', { name: 'Text format' });
    for (const name of [
      'Format: Paragraph',
      'Alignment: Align left',
      'Bold',
      'Italic',
      'Strike through',
      'Underline',
      'Insert token',
      'Horizontal line',
      'Insert link',
      'Remove format',
      'Bullet list',
      'Numbered list',
      'Outdent',
      'Indent',
      'Undo',
      'Redo',
    ]) {
      await expect.element(toolbar.getByRole('button', { name, exact: true })).toBeVisible();
    }
    await toolbar.getByRole('button', { name: 'Format: Paragraph' }).click();
    for (const name of ['Paragraph', 'Heading 3', 'Heading 4'])
      await expect.element(menuItem(name)).toBeVisible();
  });

  test('[PBUILD-13] formats are stored as the sanitiser keeps them', async () => {
    const { saved } = await showBuilder('-');
    await addText('Words');
    await page.getByRole('textbox', { name: 'Words' }).click();
    await userEvent.keyboard('Dear all');
    await userEvent.keyboard('{Control>}a{/Control}');
    await button('Bold').click();
    await button('Underline').click();
    await button('Indent').click();
    await button('Alignment: Align left').click();
    await menuItem('Centre').click();
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(sectionsOf(saved[0])[0]).toMatchObject({
      data: {
        content: '<p style="text-align: center; margin-left: 2em;"><strong><u>Dear all</u></strong></p>',
      },
    });
  });

  const press = (name: string) =>
    page.getByRole('toolbar', { name: 'Text format' }).getByRole('button', { name, exact: true }).click();
  const pressAll = async (names: string[]) => {
    for (const name of names) await press(name);
  };
  const chooseFrom = async (menu: string, entry: string) => {
    await press(menu);
    await menuItem(entry).click();
  };

  const selectAll = () => userEvent.keyboard('{Control>}a{/Control}');

  test.each<[string, () => Promise<void>, string]>([
    ['Heading 3', () => chooseFrom('Format: Paragraph', 'Heading 3'), '<h3>Dear all</h3>'],
    ['Heading 4', () => chooseFrom('Format: Paragraph', 'Heading 4'), '<h4>Dear all</h4>'],
    [
      'Align right',
      () => chooseFrom('Alignment: Align left', 'Align right'),
      '<p style="text-align: right;">Dear all</p>',
    ],
    [
      'Justify',
      () => chooseFrom('Alignment: Align left', 'Justify'),
      '<p style="text-align: justify;">Dear all</p>',
    ],
    ['Italic', () => press('Italic'), '<p><em>Dear all</em></p>'],
    ['Strike through', () => press('Strike through'), '<p><s>Dear all</s></p>'],
    ['Bullet list', () => press('Bullet list'), '<ul><li><p>Dear all</p></li></ul>'],
    ['Numbered list', () => press('Numbered list'), '<ol><li><p>Dear all</p></li></ol>'],
    [
      'Insert link',
      async () => {
        await press('Insert link');
        await page.getByRole('textbox', { name: 'Address' }).fill('velden.example');
        await button('Set link').click();
      },
      '<p><a target="_blank" rel="noopener noreferrer" href="https://velden.example">Dear all</a></p>',
    ],
    [
      'Remove link',
      async () => {
        await press('Insert link');
        await page.getByRole('textbox', { name: 'Address' }).fill('velden.example');
        await button('Set link').click();
        await press('Insert link');
        await button('Remove link').click();
      },
      '<p>Dear all</p>',
    ],
    [
      'Horizontal line',
      async () => {
        await userEvent.keyboard('{End}');
        await press('Horizontal line');
      },
      '<p>Dear all</p><hr><p></p>',
    ],
    ['Remove format', () => pressAll(['Bold', 'Underline', 'Remove format']), '<p>Dear all</p>'],
    ['Outdent', () => pressAll(['Indent', 'Indent', 'Outdent']), '<p style="margin-left: 2em;">Dear all</p>'],
    [
      'Indent in a list',
      async () => {
        await userEvent.keyboard('- Dear all{Enter}more');
        await press('Indent');
      },
      '<ul><li><p>Dear all</p><ul><li><p>more</p></li></ul></li></ul>',
    ],
    [
      'Outdent in a list',
      async () => {
        await userEvent.keyboard('- Dear all{Enter}more');
        await press('Indent');
        await userEvent.keyboard('{Enter}most');
        await press('Outdent');
      },
      '<ul><li><p>Dear all</p><ul><li><p>more</p></li></ul></li><li><p>most</p></li></ul>',
    ],
    [
      'Paragraph',
      async () => {
        await chooseFrom('Format: Paragraph', 'Heading 3');
        await chooseFrom('Format: Heading 3', 'Paragraph');
      },
      '<p>Dear all</p>',
    ],
    [
      'Align left',
      async () => {
        await chooseFrom('Alignment: Align left', 'Align right');
        await chooseFrom('Alignment: Align right', 'Align left');
      },
      '<p>Dear all</p>',
    ],
    ['Undo', () => pressAll(['Bold', 'Undo']), '<p>Dear all</p>'],
    ['Redo', () => pressAll(['Bold', 'Undo', 'Redo']), '<p><strong>Dear all</strong></p>'],
  ])('[PBUILD-13] %s does to the words what it says', async (_name, act, content) => {
    const { saved } = await showBuilder('-');
    await addText('Words');
    await page.getByRole('textbox', { name: 'Words' }).click();
    await userEvent.keyboard('Dear all');
    await selectAll();
    await act();
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(sectionsOf(saved[0])[0]).toMatchObject({ data: { content } });
  });

  describe('in words that run from the right', () => {
    const edited = async (content: string) => {
      const pack_data = JSON.stringify({ version: 2, elements: [words('w', 'Words', content)] });
      const shown = await showBuilder('one', { packs: [samplePack({ id: 'one', pack_data })] });
      await button('Edit the text of Words').click();
      await page.getByRole('textbox', { name: 'Words' }).click();
      await selectAll();
      return shown;
    };
    const stored = async (saved: readonly PackRecord[]) => {
      await topSave().click();
      await expect.poll(() => saved).toHaveLength(1);
      return sectionsOf(saved[0])[0];
    };

    test('[PBUILD-13] Align left has them begin at the left, and Align right is what they do by themselves', async () => {
      const { saved } = await edited('<p>مرحبا</p><p>Hello</p>');
      const sides = () => ['مرحبا', 'Hello'].map((line) => beginsAt(page.getByText(line).element()));
      expect(sides()).toEqual(['right', 'left']);
      await page.getByText('مرحبا').click();
      await chooseFrom('Alignment: Align right', 'Align left');
      expect(sides()).toEqual(['left', 'left']);
      await selectAll();
      await chooseFrom('Alignment: Align left', 'Align right');
      expect(sides()).toEqual(['right', 'right']);
      expect(await stored(saved)).toMatchObject({
        data: { content: '<p>مرحبا</p><p style="text-align: right;">Hello</p>' },
      });
    });

    test('[PBUILD-13] all that is selected is aligned alike, and what is so by itself stays without a style', async () => {
      const { saved } = await edited(
        '<h3>مرحبا</h3><p>Hello</p><ul><li><p>English</p></li><li><p>عربي</p></li></ul>',
      );
      await chooseFrom('Alignment: Align right', 'Align left');
      expect(await stored(saved)).toMatchObject({
        data: {
          content:
            '<h3 style="text-align: left;">مرحبا</h3><p>Hello</p><ul><li><p>English</p></li>' +
            '<li><p style="text-align: left;">عربي</p></li></ul>',
        },
      });
    });
  });

  test('[PBUILD-14] tokens are pills in the editor and double-curly markers in the pack', async () => {
    const { saved } = await showBuilder('brightwater');
    await expect
      .poll(() => page.getByText(/^Dear/).element().textContent)
      .toMatch(/^Dear recipient name, eleven cafés/);
    await edit();
    await expect.poll(() => editor().element().textContent).toMatch(/^Dear recipient name, eleven cafés/);
    await editor().click();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await button('Insert token').click();
    for (const name of ['recipient name', 'recipient company', 'sender name', 'message subject']) {
      await expect.element(menuItem(name)).toBeVisible();
    }
    await menuItem('message subject').click();
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    const content = (sectionsOf(saved[0])[1] as { data: { content: string } }).data.content;
    for (const name of ['recipient_name', 'recipient_company', 'sender_name', 'message_subject']) {
      expect(content).toContain(`{{${name}}}`);
    }
    expect(content).not.toContain('data-token');
  });

  test.each([
    ['recipient name', 'recipient_name'],
    ['recipient company', 'recipient_company'],
    ['sender name', 'sender_name'],
    ['message subject', 'message_subject'],
  ])('[PBUILD-14] the menu puts in %s as {{%s}}', async (name, marker) => {
    const { saved } = await showBuilder('-');
    await addText('Words');
    await page.getByRole('textbox', { name: 'Words' }).click();
    await chooseFrom('Insert token', name);
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(sectionsOf(saved[0])[0]).toMatchObject({ data: { content: `<p>{{${marker}}}</p>` } });
  });

  test('text from outside cannot run anything, and its pictures survive editing', async () => {
    const content =
      '<p>Hello<img src="/a.png" alt="plan"><img src="x" onerror="window.hacked = true"></p><script>window.hacked = true</script>';
    const elements = [{ id: 'w', type: 'text', title: 'A word before we meet', data: { content } }];
    const pack = samplePack({ id: 'p', pack_data: JSON.stringify({ version: 2, elements }) });
    const { saved } = await showBuilder('p', { packs: [pack] });
    await edit();
    await editor().click();
    await userEvent.keyboard('{Control>}{Home}{/Control}So: ');
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    const text = (sectionsOf(saved[0])[0] as { data: { content: string } }).data.content;
    expect(text).toContain('So: Hello<img src="/a.png" alt="plan">');
    expect(text).not.toMatch(/onerror|script/);
    expect('hacked' in window).toBe(false);
  });
});
