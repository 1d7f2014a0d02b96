import { withDirections } from '@satchel/core/html/text-direction.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SearchHit } from '#services.ts';
import type { BundleRecord } from '#storage/records.ts';
import { beginsAt } from '#testing/begins-at.ts';
import { sampleBundleRecords, sampleBundles, sampleChannels, sampleMedias } from '#testing/sample-content.ts';
import { sampleExcel } from '#testing/sample-office.ts';
import { phone, showApp } from '#testing/show-app.tsx';

const arabic = 'محطة الدفع';
const hebrew = 'הצעה למלון.';
const needsSanitiser = '<script>window.hacked = true</script>';

const shows = (words: string) => expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
const sidesOf = (selector: string) => [...document.querySelectorAll(selector)].map(beginsAt);

/** Where the words of an element end, or begin, at the right. */
function rightOf(element: Element): number {
  const words = document.createRange();
  words.selectNodeContents(element);
  return words.getBoundingClientRect().right;
}

function showPage(processed: string) {
  const body = { value: '', format: 'rich_text', processed };
  const records = sampleBundleRecords.map((record) =>
    record.id === 'visit' ? ({ ...record, body } as BundleRecord) : record,
  );
  return showApp('/content/visit', { records });
}

describe('what a channel has in Arabic or Hebrew begins at the right, each part by its own words', () => {
  const written = `<p>Hello</p><p>${arabic}</p><ul><li>${hebrew}</li></ul>`;

  test.each([
    ['as most are written', written],
    ['in capital tags that are left open', `<P>Hello<P>${arabic}<UL><LI>${hebrew}`],
    ['that has to be sanitised', `${written}${needsSanitiser}`],
  ])('[BUN-02] a page, %s', async (_, processed) => {
    await showPage(processed);
    await shows(arabic);
    expect(sidesOf('article :is(p, li)')).toEqual(['left', 'right', 'right']);
    // The sign before each line of a list stands where the line begins.
    expect(document.querySelector('article ul')?.matches(':dir(rtl)')).toBe(true);
  });

  test('a page has the directions that packs and mail have', async () => {
    const processed =
      `<h3>${arabic}</h3><div>One<p>two</p></div><ul><li><p>${hebrew}</p><ol><li>one</li></ol></li></ul>` +
      `<blockquote><p>${arabic}</p></blockquote><table><tbody><tr><td><p>${hebrew}</p></td></tr></tbody></table>`;
    await showPage(processed);
    await shows('two');
    expect(document.querySelector('article [dir]')?.innerHTML).toBe(withDirections(processed));
  });

  test.each([hebrew, `${hebrew}${needsSanitiser}`])(
    '[MODEL-03] news without a paragraph: %s',
    async (newsHtml) => {
      const [retail] = sampleChannels;
      await showApp('/', { channels: [{ ...retail!, newsHtml }] });
      await shows(hebrew);
      expect(beginsAt(page.getByText(hebrew, { exact: true }).element())).toBe('right');
    },
  );

  test('[CHAN-05] a channel, to choose and as home', async () => {
    const [retail, transit] = sampleChannels;
    const channels = [{ ...retail!, title: arabic, summary: hebrew }, transit!];
    await showApp('/', { channels, session: { activeChannelId: null } });
    await shows(hebrew);
    const summary = page.getByText(hebrew, { exact: true });
    expect(beginsAt(summary.element())).toBe('right');
    expect(sidesOf('main li [dir]')).toEqual(['right', 'left']);
    await summary.click();
    await expect.element(page.getByRole('heading', { level: 1, name: arabic })).toBeVisible();
    expect(beginsAt(page.getByRole('heading', { level: 1 }).element())).toBe('right');
    expect(beginsAt(page.getByText(hebrew, { exact: true }).element())).toBe('right');
  });

  test('[RES-04] the tile of a bundle', async () => {
    const [first, second] = sampleBundles;
    await showApp('/content', { bundles: [{ ...first!, title: arabic, summary: hebrew }, second!] });
    await shows(hebrew);
    expect(sidesOf('article h2')).toEqual(['right', 'left']);
    expect(sidesOf('article p')).toEqual(['right', 'left']);
  });

  test('[DOC-03, DOC-09] a file, in the table and on its card', async () => {
    const [guide, prices] = sampleMedias;
    const medias = [
      { ...guide!, name: arabic, description: hebrew },
      { ...prices!, description: 'Rental' },
    ];
    const { screen } = await showApp('/content/t3', { medias });
    await shows(hebrew);
    expect(sidesOf('tbody th a')).toEqual(['right', 'left']);
    expect(sidesOf('tbody td[data-column="description"]')).toEqual(['right', 'left']);
    await screen.unmount();
    await phone();
    await showApp('/content/t3', { medias });
    await shows(hebrew);
    expect(sidesOf('main li h2')).toEqual(['right', 'left']);
    expect(sidesOf('main li p')).toEqual(['right', 'left']);
  });

  test('a workbook that is read, cell by cell, and its name above it', async () => {
    const workbook = sampleExcel(0, arabic);
    const url = URL.createObjectURL(workbook);
    onTestFinished(() => URL.revokeObjectURL(url));
    const medias = [{ ...sampleMedias[0]!, name: hebrew, mime: workbook.type, url }];
    await showApp('/content/t3?read=guide', { medias });
    const cell = (name: string) => page.getByRole('cell', { name });
    // The first document of a run brings its reader with it, unbundled.
    await expect.element(cell(arabic), { timeout: 20_000 }).toBeVisible();
    const sides = [arabic, 'List price', '€ 1,249.50'].map((name) => beginsAt(cell(name).element()));
    expect(sides).toEqual(['right', 'left', 'right']);
    const [name, facts] = ['h1', 'h1 + p'].map((of) => document.querySelector(`[role="dialog"] ${of}`)!);
    expect(name!.matches(':dir(rtl)')).toBe(true);
    expect(rightOf(name!)).toBeCloseTo(rightOf(facts!), 0);
  });

  test('a result of the search', async () => {
    const hit: SearchHit = {
      kind: 'bundle',
      id: 't3',
      title: arabic,
      bundleId: 't3',
      bundleTitle: arabic,
      snippet: '',
      matches: [],
      thumbnailUrl: null,
      fileTypeLabel: '',
      file: null,
    };
    const hits = [hit, { ...hit, id: 'm3', title: 'M3 Mobile' }];
    await showApp('/', { search: { find: async () => hits } });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await userEvent.type(page.getByRole('combobox', { name: 'Search this channel' }), 'terminal');
    await shows(arabic);
    expect(sidesOf('[role="option"] [dir]')).toEqual(['right', 'left']);
  });
});
