import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, showBuilder, topSave } from '#testing/builder-page.ts';
import { samplePack, words } from '#testing/sample-packs.ts';
import { clearNotices } from '#testing/show-app.tsx';

beforeEach(clearNotices);

/** What is saved of a text once a letter was written at its end. */
async function writtenIn(content: string) {
  const pack_data = JSON.stringify({ version: 2, elements: [words('w', 'Words', content)] });
  const { saved } = await showBuilder('one', { packs: [samplePack({ id: 'one', pack_data })] });
  await button('Edit the text of Words').click();
  await expect.element(page.getByRole('textbox', { name: 'Words' })).toHaveFocus();
  await userEvent.keyboard('{Control>}{End}{/Control}!');
  await topSave().click();
  await expect.poll(() => saved.length).toBe(1);
  return JSON.parse(saved[0]?.pack_data ?? '').elements[0].data.content as string;
}

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
    ['that say nothing', '<div>Dear</div><div>all</div>', '<p>Dear</p><p>all</p>'],
  ])('how its divisions are aligned: those %s', async (_which, content, kept) => {
    expect(await writtenIn(`${content}<p>last</p>`)).toBe(`${kept}<p>last!</p>`);
  });

  test.each([
    ['<p><a name="terms"></a>Terms</p>', '<p><a name="terms"></a>Terms</p>'],
    ['<p><a name="terms">Terms</a> and more</p>', '<p><a name="terms"></a>Terms and more</p>'],
  ])('the places that its links lead to, as in %s', async (content, kept) => {
    expect(await writtenIn(`${content}<p>last</p>`)).toBe(`${kept}<p>last!</p>`);
  });
});
