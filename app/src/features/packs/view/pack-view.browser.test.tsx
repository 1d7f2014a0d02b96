import { notifications } from '@mantine/notifications';
import { writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { packPage, showPack, textOf, title } from '#testing/pack-view-page.ts';
import { sampleBundleRecords, sampleChannels } from '#testing/sample-content.ts';
import {
  contents,
  mediaChild,
  samplePack,
  samplePackServices,
  samplePacks,
  words,
} from '#testing/sample-packs.ts';
import {
  expectCleanAtEveryWidth,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showWorld,
} from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

describe('page', () => {
  const channels = sampleChannels.map((channel) => ({
    ...channel,
    packHeaderHtml: '<p>From the channel</p><script>window.hacked = true</script>',
    packFooterHtml: '<p>Below the signature</p>',
  }));

  test('[PVIEW-01, PVIEW-02] channel header, title, items in order, signature and footer', async () => {
    await showPack('brightwater', { channels });
    const root = await packPage();
    await expect.poll(() => textOf(root)).toContain('A word before we meet');
    const shown = textOf(root);
    const order = [
      'From the channel',
      'Brightwater Cafés',
      'The counter',
      'T3 Counter product guide',
      'A word before we meet',
      'nora.lindqvist@velden.example',
      'Below the signature',
    ].map((part) => shown.indexOf(part));
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect('hacked' in window).toBe(false);
  });

  test('Hebrew and Arabic begin at the right, each part for itself', async () => {
    const parts = [
      ['<p>Hello, this is it.</p>', 'left'],
      ['<p>שלום, הנה ההצעה שלנו.</p>', 'right'],
      ['<h3>العرض</h3>', 'right'],
      ['<ul><li><p>المحطة T3</p></li></ul>', 'right'],
      ['<table><tbody><tr><td>السعر</td><td>29</td></tr></tbody></table>', 'right'],
    ] as const;
    const elements = contents(words('w', 'עיקרי הדברים', parts.map(([html]) => html).join('')));
    await showPack('p', { packs: [samplePack({ id: 'p', title: 'הצעה למלון' }, elements)] });
    const shown = await packPage('הצעה למלון');
    const beginsAt = (element: Element) => {
      const { direction, textAlign } = getComputedStyle(element);
      return textAlign === 'start' && (direction === 'rtl' ? 'right' : 'left');
    };
    const blocks = [...(shown.querySelector('.section .words')?.children ?? [])];
    expect(blocks.map(beginsAt)).toEqual(parts.map(([, side]) => side));
    for (const heading of shown.querySelectorAll('.pack-title, .section h3'))
      expect(beginsAt(heading)).toBe('right');
    // Its columns, too: the first one is the one at the right.
    const [first, second] = [...shown.querySelectorAll('td')].map(
      (cell) => cell.getBoundingClientRect().left,
    );
    expect(first).toBeGreaterThan(second ?? 0);
  });

  test('on a phone no number and no short word of a table is broken, and a wide table is moved sideways', async () => {
    await phone();
    const row = (cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    const table = (...rows: string[][]) => `<table><tbody>${rows.map(row).join('')}</tbody></table>`;
    const prices = table(['Model', 'Price a month, per counter', 'Setup'], ['Desk/5000', '29.50', '149.00']);
    const wide = table(Array.from({ length: 12 }, (_, at) => `${1200 + at}.50`));
    const long = table(['word'.repeat(200), '29.50']);
    const elements = contents(words('w', 'Prices', prices + wide + long));
    await showPack('p', { packs: [samplePack({ id: 'p', title: 'Prices' }, elements)] });
    const shown = await packPage('Prices');
    const linesOf = (cell: Node) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    };
    const numbers = [...shown.querySelectorAll('td')].filter((cell) => /^[\d.]+$/.test(cell.textContent));
    expect(numbers).toHaveLength(15);
    for (const cell of numbers) expect(linesOf(cell)).toBe(1);
    const [small, sideways, ofOneWord] = shown.querySelectorAll('table');
    for (const cell of small!.querySelectorAll('td:not(:nth-child(2))')) expect(linesOf(cell)).toBe(1);
    expect(small!.scrollWidth).toBe(small!.clientWidth);
    expect(sideways!.scrollWidth).toBeGreaterThan(sideways!.clientWidth);
    expect(ofOneWord!.scrollWidth).toBeLessThan(600);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    for (const each of [small, sideways, ofOneWord])
      expect(each!.getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth);
    // By keyboard, too.
    await expect.poll(() => sideways!.tabIndex).toBe(0);
    expect(small!.hasAttribute('tabindex')).toBe(false);
    await expectNoAxeViolations();
  });

  test('[PVIEW-02] without a signature of one’s own the channel’s stands there, else none', async () => {
    const team = { id: 's', type: 'salestool--signature', title: 'The Velden team' } as const;
    const withTeam = sampleChannels.map((channel) => ({ ...channel, signature: team }));
    const first = await showPack('brightwater', { signature: null, channels: withTeam });
    expect(textOf(await packPage())).toContain('The Velden team');
    await first.screen.unmount();
    await showPack('brightwater', { signature: null });
    expect((await packPage()).querySelector('.sender')).toBeNull();
  });

  test('[PVIEW-02] where there are both, one’s own signature stands there, and not the channel’s', async () => {
    const team = { id: 's', type: 'salestool--signature', title: 'The Velden team' } as const;
    await showPack('brightwater', {
      channels: sampleChannels.map((channel) => ({ ...channel, signature: team })),
    });
    const senders = [...(await packPage()).querySelectorAll('.sender')].map(({ textContent }) => textContent);
    expect(senders).toEqual([expect.stringContaining('Nora Lindqvist')]);
    expect(senders[0]).not.toContain('The Velden team');
  });

  test('[PVIEW-05, PVIEW-06] a mini-app of another channel has its picture, too', async () => {
    const app = { type: 'salestool--miniapp_bundle', id: 'calculator' } as const;
    const titled = {
      id: 'c',
      title: 'Calculator',
      showTitle: true,
      introText: '',
      options: { hideTitle: false },
    };
    const data = contents({ ...titled, type: app.type, data: { bundle: app } });
    const pack = samplePack({ id: 'shared', title: 'Shared', pack_type: 'global', channel: null }, data);
    const bundles = [{ ...sampleSummary('calculator'), imageUrl: '/picture.png' }];
    const world = samplePackServices({ packs: [pack], bundles });
    world.services.bundles.inChannel = async () => [];
    await showWorld('/packs/shared/view', world);
    const root = await packPage('Shared');
    await expect.poll(() => root.querySelector('.section img[src="/picture.png"]')).toBeTruthy();
  });

  test('[PEDIT-23] the notes are not on the page', async () => {
    await showPack('brightwater');
    expect(textOf(await packPage())).not.toContain('Eleven cafés, wants everything');
  });

  test('[PBUILD-15] tokens show their plain names', async () => {
    await showPack('brightwater');
    const shown = textOf(await packPage());
    expect(shown).toContain('Dear recipient name,');
    expect(shown).not.toContain('{{');
  });

  const group = (type: string, id: string, children: unknown[] = []) => ({ id, type, name: id, children });
  const guide = { id: 'guide', type: 'media--document', name: 'Guide for Daniel' };

  test('[PVIEW-03, PVIEW-04, PVIEW-05, PVIEW-07] version 1 shows content, documents and mini-apps', async () => {
    const records = sampleBundleRecords.map((record) =>
      record.id === 'visit' ? { ...record, body: { value: '<p>How it goes</p>', format: null } } : record,
    );
    const pack_data = JSON.stringify([
      group('salestool--content_bundle', 'visit'),
      group('salestool--document_bundle', 't3', [guide]),
      group('salestool--miniapp_bundle', 'calculator'),
    ]);
    const pack = { ...samplePack({ id: 'old', title: 'Old' }), pack_data };
    const bundles = [{ ...sampleSummary('calculator'), imageUrl: '/picture.png' }];
    await showPack('old', { packs: [pack], records, bundles });
    const root = await packPage('Old');
    const headings = [...root.querySelectorAll('h3')].map((heading) => heading.textContent);
    expect(headings).toEqual(expect.arrayContaining(['visit', 't3', 'calculator']));
    expect(textOf(root)).toContain('How it goes');
    const tile = root.querySelector('.media')!;
    expect(tile.textContent).toContain('Guide for Daniel');
    expect(tile.textContent).toContain('Sixteen pages for shop owners');
    expect(tile.querySelector('.preview')?.firstElementChild).toBeTruthy();
    expect(tile.querySelector('a')?.textContent).toContain('View');
    expect(root.querySelector('img[src="/picture.png"]')).toBeTruthy();
  });

  test('[PVIEW-06, PDATA-05] version 2 shows media groups, texts, content bundles, mini-apps and a lone file', async () => {
    const titled = (id: string) => ({
      id,
      title: id,
      showTitle: true,
      introText: '',
      options: { hideTitle: false },
    });
    const data = contents(
      words('w', 'Words', '<p>Hello there</p>'),
      {
        ...titled('visit'),
        type: 'salestool--content_bundle',
        data: { bundle: { id: 'visit', type: 'salestool--content_bundle' } },
      },
      {
        ...titled('finder'),
        type: 'salestool--miniapp_bundle',
        data: { bundle: { id: 'finder', type: 'salestool--miniapp_bundle' } },
      },
      mediaChild('guide'),
    );
    await showPack('new', {
      packs: [samplePack({ id: 'new', title: 'New', pack_data: writePackData(data) })],
    });
    const root = await packPage('New');
    const parts = [
      'Words',
      'Hello there',
      'visit',
      'Count the counters',
      'finder',
      'T3 Counter product guide',
    ];
    // A page comes section by section.
    await expect.poll(() => parts.filter((part) => !textOf(root).includes(part))).toEqual([]);
  });

  test.each([
    [{}, true],
    [{ showTitle: true, options: { hideTitle: false } }, true],
    [{ showTitle: false }, false],
    [{ options: { hideTitle: true } }, false],
    [{ showTitle: false, options: { hideTitle: false } }, false],
    [{ showTitle: true, options: { hideTitle: true } }, false],
  ])('[PDATA-06] of a section with %j the title is shown: %s', async (stored, isShown) => {
    const section = { id: 'w', type: 'text', title: 'A word', data: { content: '<p>Hello there</p>' } };
    const pack_data = JSON.stringify({ version: 2, elements: [{ ...section, ...stored }] });
    await showPack('new', { packs: [samplePack({ id: 'new', title: 'New', pack_data })], signature: null });
    const root = await packPage('New');
    expect(textOf(root)).toContain('Hello there');
    const headings = [...root.querySelectorAll('h3')].map((heading) => heading.textContent);
    expect(headings).toEqual(isShown ? ['A word'] : []);
  });

  test('[MODEL-12] a picture that cannot be had gives way to its small one, and without one to the sign of a file', async () => {
    const world = samplePackServices();
    const { packs } = world.services;
    const small = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
    const all = packs.medias;
    packs.medias = async (pack, options) => {
      const views = [...(await all(pack, options)).values()];
      return new Map(
        views.map((media, at) => [
          media.id,
          { ...media, previewUrl: `data:image/png;base64,AAA${at}`, thumbnailUrl: at === 0 ? null : small },
        ]),
      );
    };
    await showWorld('/packs/brightwater/view', world);
    const root = await packPage();
    const place = (at: number) => root.querySelectorAll('.preview')[at];
    await expect.poll(() => place(0)?.querySelector(':scope > svg.icon')?.checkVisibility()).toBe(true);
    expect(place(0)?.querySelector('img')).toBeNull();
    await expect.poll(() => place(1)?.querySelector('img')?.src).toBe(small);
  });

  test('a pack that cannot be found is a 404', async () => {
    await showPack('nowhere', { load: async () => ({ ok: false, failure: 'Not found', isNowhere: true }) });
    await expect.element(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
  });

  test('[PVIEW-12] a stub is loaded before it is shown', async () => {
    const packs = [samplePack({ id: 'stub', title: 'Stub', _meta: { stub: true } })];
    const answer = Promise.withResolvers<{ ok: true }>();
    const { calls } = await showPack('stub', {
      packs,
      load: async (what) => (what === 'pack stub again' ? answer.promise : { ok: true }),
    });
    await expect.poll(() => calls).toContain('load pack stub again');
    await expect.element(page.getByRole('status', { name: 'Loading the pack' })).toBeVisible();
    expect(title('Stub').elements()).toEqual([]);
    answer.resolve({ ok: true });
    await expect.element(title('Stub')).toBeVisible();
  });

  test('[PVIEW-13] the header’s refresh loads this pack again', async () => {
    const { calls } = await showPack('brightwater');
    await packPage();
    calls.length = 0;
    await page.getByRole('button', { name: /refresh|download/i }).click();
    await expect.poll(() => calls).toContain('load pack brightwater again');
  });
});

function sampleSummary(id: string) {
  return {
    id,
    type: 'salestool--miniapp_bundle',
    title: id,
    summary: '',
    availability: 'public',
    color: null,
    imageUrl: null,
    miniappType: 'embed',
    fileCount: 0,
    changed: null,
  } as const;
}

/** The same contents as an older app wrote them. */
const asGroups = JSON.stringify([
  { id: 'visit', type: 'salestool--content_bundle', name: 'How a visit goes', children: [] },
  {
    ...{ id: 't3', type: 'salestool--document_bundle', name: 'T3 Counter' },
    children: [
      { id: 'guide', type: 'media--document', name: 'Guide for Daniel' },
      { id: 'demo', type: 'media--video', name: 'Two-minute demo' },
      { id: 'gone', type: 'media--document', name: 'A file that is not here' },
    ],
  },
  { id: 'calculator', type: 'salestool--miniapp_bundle', name: 'Savings calculator', children: [] },
]);

test.each([
  ['1', 'old', 'Old', samplePack({ id: 'old', title: 'Old', pack_data: asGroups }), 'Guide for Daniel'],
  ['2', 'brightwater', 'Brightwater Cafés', samplePacks[0]!, 'A word before we meet'],
] as const)(
  '[PDATA-05] the view of a pack of version %s is clean under axe at every width in both schemes',
  async (_version, id, name, pack, sign) => {
    for (const scheme of ['light', 'dark'] as const) {
      setColorScheme(scheme);
      const { screen } = await showPack(id, { packs: [pack] });
      const root = await packPage(name);
      await expect.poll(() => textOf(root)).toContain(sign);
      await expectCleanAtEveryWidth();
      await screen.unmount();
    }
    setColorScheme('light');
  },
);
