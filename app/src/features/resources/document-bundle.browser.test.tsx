import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BundleRecord } from '#storage/records.ts';
import { sampleBundleRecords, sampleMedias } from '#testing/sample-content.ts';
import { sampleFilm } from '#testing/sample-film.ts';
import {
  desktop,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showApp,
  tablet,
} from '#testing/show-app.tsx';
import { viewKey } from './view-preferences.ts';

const table = () => page.getByRole('table');
const heads = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map((head) => head.textContent);
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((head) => head.textContent);
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const search = () => page.getByRole('searchbox', { name: 'Search files' });

describe('bundle page', () => {
  test('[DOC-01, BUN-01] a spinner shows while the bundle loads, then its files', async () => {
    let arrived = () => {};
    const loading = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await showApp('/content/t3', {
      medias: [],
      load: async () => {
        await loading;
        return { ok: true };
      },
    });
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    arrived();
    await expect.element(page.getByText('This bundle has no files yet')).toBeVisible();
    await expect.element(page.getByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
  });

  test('its words stand above its files, also where the host sends them as they were written', async () => {
    const body = { value: '<p>Prints by <b>Bluetooth</b></p>', format: 'basic_html' };
    const records = sampleBundleRecords.map((record) =>
      record.id === 't3' ? ({ ...record, body } as BundleRecord) : record,
    );
    await showApp('/content/t3', { records });
    await expect.element(page.getByText('Prints by Bluetooth', { exact: true })).toBeVisible();
  });

  test('[BUN-03] a failure is said in a banner whose Back leads to the resource list', async () => {
    const { at } = await showApp('/content/gone', {
      load: async () => ({ ok: false, failure: 'No response' }),
    });
    await expect
      .element(page.getByRole('alert').getByText('Unable to load bundle: No response'))
      .toBeVisible();
    await page.getByRole('alert').getByRole('link', { name: 'Back' }).click();
    await expect.poll(at).toBe('/content');
  });

  test('[BUN-04] a missing bundle gives Not found', async () => {
    await showApp('/content/gone');
    await expect.element(page.getByRole('alert').getByText('Unable to load bundle: Not found')).toBeVisible();
  });

  test('what is on the device shows although nobody answers', async () => {
    await showApp('/content/t3', { load: async () => ({ ok: false, failure: 'No response' }) });
    await expect.element(table()).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  test('[BUN-01, BUN-02] a content bundle shows its title and its body without anything that could run', async () => {
    await showApp('/content/visit');
    await expect.element(page.getByRole('heading', { level: 1, name: 'First visit' })).toBeVisible();
    await expect.element(page.getByText('counters', { exact: true })).toBeVisible();
    const article = page.getByRole('article').element();
    expect(article.querySelector('script')).toBeNull();
    expect(article.querySelector('[onerror]')).toBeNull();
    expect('hacked' in window).toBe(false);
  });

  test('[BUN-02] a content bundle whose body is still to come shows a spinner', async () => {
    await showApp('/content/visit', {
      records: [{ id: 'visit', type: 'salestool--content_bundle', title: 'First visit' }],
      load: () => new Promise(() => {}),
    });
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  });

  test('[BUN-01] an app opened at a resource address moves to the page of apps', async () => {
    const { at } = await showApp('/content/calculator');
    await expect.poll(at).toBe('/apps/calculator');
  });

  test('[DOC-18, DOC-19, LOG-05] showing the files is one event a visit', async () => {
    const { events } = await showApp('/content/t3');
    await expect.element(table()).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Grid', { exact: true }).click({ force: true });
    expect(events).toMatchObject([{ eventTypeId: 30, channelId: 'retail' }]);
  });
});

describe('table', () => {
  test('[DOC-07, DOC-08, DOC-13, CONST-13] name, description, date modified, type and size, newest first, ten rows', async () => {
    await showApp('/content/t3');
    await expect.element(table()).toBeVisible();
    expect(heads()).toEqual(['Preview', 'Name', 'Description', 'Date modified', 'Type', 'Size', 'Read here']);
    await expect.poll(names).toHaveLength(10);
    expect(names()[0]).toBe('T3 Counter product guide');
    await expect
      .element(page.getByRole('columnheader', { name: 'Date modified' }))
      .toHaveAttribute('aria-sort', 'descending');
    await expect.element(page.getByText('1–10 of 12')).toBeVisible();
  });

  test('[DOC-07] the chooser offers every other column, and the name cannot be hidden', async () => {
    await showApp('/content/t3');
    await page.getByRole('button', { name: 'Columns' }).click();
    const offered = () =>
      page
        .getByRole('menuitemcheckbox')
        .elements()
        .map((item) => item.textContent)
        .sort();
    await expect
      .poll(offered)
      .toEqual(['ID', 'Description', 'Date modified', 'Type', 'Size', 'Print size', 'Keywords'].sort());
    await page.getByRole('menuitemcheckbox', { name: 'Keywords' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Description' }).click();
    await expect
      .poll(heads)
      .toEqual(['Preview', 'Name', 'Date modified', 'Type', 'Size', 'Keywords', 'Read here']);
  });

  test('[DOC-16] a dash stands for a missing size and for a date that is none', async () => {
    await showApp('/content/t3');
    await page.getByRole('button', { name: 'Next page' }).click();
    const cells = (name: string) =>
      row(name)
        .getByRole('cell')
        .elements()
        .map((cell) => cell.textContent);
    await expect.poll(() => cells('Virtual showroom').at(-2)).toBe('–');
    expect(cells('Old leaflet')).toContain('–');
    expect(cells('Old leaflet')).toContain('12.0 kB');
  });

  test('a column head sorts, and once more the other way', async () => {
    await showApp('/content/t3');
    await page.getByRole('button', { name: 'Name' }).click();
    await expect.poll(() => names()[0]).toBe('Acceptance contract template');
    await page.getByRole('button', { name: 'Name' }).click();
    await expect.poll(() => names()[0]).toBe('Virtual showroom');
    await page.getByRole('button', { name: 'Size' }).click();
    await expect.poll(() => names()[0]).toBe('Two-minute demo');
  });

  test('the pager goes on and back and says where it is', async () => {
    await showApp('/content/t3');
    const next = page.getByRole('button', { name: 'Next page' });
    await expect.element(next).toBeVisible();
    (next.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('status').filter({ hasText: '11–12 of 12' })).toBeVisible();
    // Who turned the last page stands where they were.
    await expect.element(next).toBeDisabled();
    await expect.element(next).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('11–12 of 12')).toBeVisible();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect.element(page.getByText('1–10 of 12')).toBeVisible();
  });
});

describe('search', () => {
  test('[DOC-05, DOC-06, CONST-12] it matches names, descriptions, types and keywords after 300 ms without a key', async () => {
    await showApp('/content/t3');
    await expect.element(table()).toBeVisible();
    await expect.poll(names).toHaveLength(10);
    const pauses = vi.spyOn(window, 'setTimeout');
    const started = performance.now();
    await search().fill('queue TIME');
    expect(names()).toHaveLength(10);
    await expect.poll(names).toEqual(['Brightwater case study']);
    expect(performance.now() - started).toBeGreaterThanOrEqual(300);
    // No longer either, however slow the machine is that tries it.
    expect(pauses.mock.calls.map(([, ms]) => ms)).toContain(300);
    pauses.mockRestore();
    await search().fill('hosted');
    await expect.poll(names).toEqual(['Virtual showroom']);
    await search().fill('excel');
    await expect.poll(names).toEqual(['Price list, autumn 2026']);
    await search().fill('counter');
    await expect.poll(names).toContain('T3 Counter product guide');
  });

  test('[DOC-04] the icon clears it', async () => {
    await showApp('/content/t3');
    await search().fill('nothing like it');
    await expect.element(page.getByText('No file matches “nothing like it”')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.element(search()).toHaveValue('');
    await expect.element(table()).toBeVisible();
  });

  test('[DOC-04] search and columns are on wide screens only', async () => {
    const { screen } = await showApp('/content/t3');
    await expect.element(search()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Columns' })).toBeVisible();
    await screen.unmount();
    await phone();
    await showApp('/content/t3');
    await expect
      .element(
        page
          .getByRole('button', { name: 'Open T3 Counter product guide' })
          .or(page.getByRole('link', { name: 'Open T3 Counter product guide' })),
      )
      .toBeVisible();
    await expect.element(search()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Columns' })).not.toBeInTheDocument();
    await tablet();
  });
});

describe('grid', () => {
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

  test('[DOC-03, DOC-09] a toggle shows cards with picture, name, description, the visible values and Open', async () => {
    await showApp('/content/t3');
    await page.getByText('Grid', { exact: true }).click({ force: true });
    const guide = card('T3 Counter product guide');
    await expect.element(guide).toBeVisible();
    await expect.element(table()).not.toBeInTheDocument();
    expect(guide.element().querySelector('img')).not.toBeNull();
    await expect.element(guide.getByText(/Sixteen pages/)).toBeVisible();
    await expect.element(guide.getByText('Nov 18, 2026')).toBeVisible();
    await expect.element(guide.getByText('PDF')).toBeVisible();
    await expect.element(guide.getByText('4.2 MB')).toBeVisible();
    await expect.element(guide.getByText('Keywords')).not.toBeInTheDocument();
    await expect.element(guide.getByText('Open', { exact: true })).toBeVisible();
    expect(getComputedStyle(guide.getByText(/Sixteen pages/).element()).webkitLineClamp).toBe('3');
    await page.getByText('Table', { exact: true }).click({ force: true });
    await expect.element(table()).toBeVisible();
  });

  test('[DOC-06] the table is first on wide screens and the grid on the smallest, with sorting in a menu', async () => {
    await phone();
    await showApp('/content/t3');
    await expect.element(card('T3 Counter product guide')).toBeVisible();
    await expect.element(table()).not.toBeInTheDocument();
    await page.getByRole('button', { name: /Sort by Date modified/ }).click();
    await page.getByRole('menuitemradio', { name: 'Name' }).click();
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).elements()[0]?.textContent)
      .toBe('Acceptance contract template');
    await tablet();
  });

  test('[DOC-06, DOC-15] sorting by the menu begins at the first page, as by a column head', async () => {
    await showApp('/content/t3', { preferences: { [viewKey('t3')]: { display: 'grid' } } });
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.element(page.getByText('11–12 of 12')).toBeVisible();
    await page.getByRole('button', { name: /Sort by Date modified/ }).click();
    await page.getByRole('menuitemradio', { name: 'Name' }).click();
    await expect.element(page.getByText('1–10 of 12')).toBeVisible();
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).elements()[0]?.textContent)
      .toBe('Acceptance contract template');
  });
});

describe('thousands of files', () => {
  const [guide] = sampleMedias;
  const medias = Array.from({ length: 5000 }, (_, at) => ({
    ...guide!,
    id: `m${at}`,
    name: `Guide ${String(at).padStart(4, '0')}`,
    changed: at,
  }));
  const preferences = (display: 'table' | 'grid') => ({
    [viewKey('t3')]: { pageSize: 100, sort: { column: 'name', descending: false }, display },
  });

  test.each(['table', 'grid'] as const)(
    'as a %s only those in sight are mounted, and every one can be come to',
    async (display) => {
      await showApp('/content/t3', { medias, preferences: preferences(display) });
      const mounted = () => document.querySelectorAll('[data-tour="file"]').length;
      const last = (name: string) => page.getByText(name, { exact: true });
      await expect.element(page.getByText('1–100 of 5000')).toBeVisible();
      await expect.element(last('Guide 0000')).toBeVisible();
      const height = document.documentElement.scrollHeight;
      for (const name of ['Guide 0099', 'Guide 0199']) {
        await expect.poll(mounted).toBeGreaterThan(8);
        expect(mounted()).toBeLessThan(40);
        // Each step waits for a frame, of which a busy machine gives few.
        await expect
          .poll(
            () => {
              window.scrollTo(0, document.documentElement.scrollHeight);
              return last(name).query();
            },
            { timeout: 25_000 },
          )
          .not.toBeNull();
        await expect.element(last(name)).toBeVisible();
        expect(last('Guide 0000').query()).toBeNull();
        // What is left out takes up its room.
        expect(document.documentElement.scrollHeight / height).toBeCloseTo(1, 0);
        await page.getByRole('button', { name: 'Next page' }).click();
      }
      window.scrollTo(0, 0);
      await expect.element(last('Guide 0200')).toBeVisible();
    },
    90_000,
  );

  test('rows that are left out are counted for those who cannot see them, and axe finds nothing', async () => {
    await showApp('/content/t3', { medias, preferences: preferences('table') });
    await expect.element(row('Guide 0000')).toHaveAttribute('aria-rowindex', '2');
    await expect.element(table()).toHaveAttribute('aria-rowcount', '101');
    await expectNoAxeViolations();
  });

  test('every column has room to be read when all of them are shown, on a phone too', async () => {
    const columns = ['id', 'description', 'changed', 'type', 'size', 'printSize', 'keywords'];
    const all = { [viewKey('t3')]: { columns, pageSize: 10, display: 'table' } };
    for (const resize of [tablet, phone]) {
      await resize();
      const { screen } = await showApp('/content/t3', { medias, preferences: all });
      await expect.element(row('Guide 4999')).toBeVisible();
      const narrow = page
        .getByRole('columnheader')
        .elements()
        .filter((head) => head.matches('[data-column]') && head.getBoundingClientRect().width < 100);
      expect(narrow.map(({ textContent }) => textContent)).toEqual([]);
      const [name] = page.getByRole('rowheader').elements();
      expect(name?.getBoundingClientRect().width).toBeGreaterThan(180);
      await screen.unmount();
    }
    await tablet();
  });

  test('[DOC-07] on an upright tablet the columns that are shown at first fit', async () => {
    for (const width of [768, 820]) {
      await page.viewport(width, 1180);
      const { screen } = await showApp('/content/t3', { medias, preferences: preferences('table') });
      await expect.element(row('Guide 0000')).toBeVisible();
      const frame = table().element().parentElement as HTMLElement;
      expect(frame.scrollWidth).toBe(frame.clientWidth);
      await screen.unmount();
    }
    await tablet();
  });

  test('columns keep their places from page to page', async () => {
    const unlike = medias.map((media, at) => ({
      ...media,
      description: at < 100 ? '' : 'Words '.repeat(40),
    }));
    await showApp('/content/t3', { medias: unlike, preferences: preferences('table') });
    await expect.element(row('Guide 0000')).toBeVisible();
    const places = () =>
      page
        .getByRole('columnheader')
        .elements()
        .map((head) => head.getBoundingClientRect().left);
    const before = places();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.element(row('Guide 0100')).toBeVisible();
    expect(places()).toEqual(before);
  });
});

describe('preferences', () => {
  test('[DOC-14, DOC-15] columns, rows per page, sorting and display are kept per bundle, the page number is not', async () => {
    const first = await showApp('/content/t3');
    await page.getByRole('button', { name: 'Name' }).click();
    await page.getByLabelText('Rows per page').selectOptions('25');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Description' }).click();
    await userEvent.keyboard('{Escape}');
    const kept = first.preferences.get(viewKey('t3'));
    await first.screen.unmount();

    const again = await showApp('/', { preferences: { [viewKey('t3')]: kept } });
    await again.history.push('/content/t3');
    await expect.poll(heads).toEqual(['Preview', 'Name', 'Date modified', 'Type', 'Size', 'Read here']);
    await expect.poll(names).toHaveLength(12);
    expect(names()[0]).toBe('Acceptance contract template');
    again.history.push('/content/m1');
    await expect
      .poll(heads)
      .toEqual(['Preview', 'Name', 'Description', 'Date modified', 'Type', 'Size', 'Read here']);
    await expect.poll(names).toHaveLength(10);
  });
});

describe('opening files', () => {
  test('[DOC-10, DOC-17] a document opens by its address in a tab of its own, and that is an event', async () => {
    const { events } = await showApp('/content/t3');
    const link = page.getByRole('link', { name: 'T3 Counter product guide' });
    await expect.element(link).toHaveAttribute('href', 'https://host.example/files/guide/guide.pdf');
    await expect.element(link).toHaveAttribute('target', '_blank');
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    await row('T3 Counter product guide').getByText('PDF').click({ force: true });
    expect(events.at(-1)).toMatchObject({ eventTypeId: 31, mediaId: 'guide', channelId: 'retail' });
  });

  test('an address that is a script opens nothing', async () => {
    const [guide] = sampleMedias;
    await showApp('/content/t3', { medias: [{ ...guide!, url: 'javascript:alert(1)' }] });
    await expect.element(table()).toBeVisible();
    await expect.element(page.getByRole('link', { name: guide!.name })).not.toBeInTheDocument();
  });

  test('[DOC-10, DOC-11, DOC-17] an image opens in the viewer, which goes round for ever by arrow and key', async () => {
    const { events } = await showApp('/content/t3', {
      medias: sampleMedias.filter(({ type }) => type === 'media--image' || type === 'media--document'),
    });
    await page.getByRole('button', { name: 'T3 on counter, front' }).click();
    const shown = () => document.querySelector('.yarl__slide_current img')?.getAttribute('alt');
    await expect.poll(shown).toBe('T3 on counter, front');
    expect(events.at(-1)).toMatchObject({ eventTypeId: 31, mediaId: 'front' });
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(shown).toBe('T3 on counter, side');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(shown).toBe('T3 on counter, front');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(shown).toBe('T3 on counter, side');
    await expect.element(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('.yarl__container')).toBeNull();
  });

  test('[DOC-10] a file that the address names shows whatever the page is searched for, and over another one', async () => {
    const { history } = await showApp('/content/t3');
    const shown = () => document.querySelector('.yarl__slide_current img')?.getAttribute('alt');
    await search().fill('counter, side');
    await expect.poll(names).toEqual(['T3 on counter, side']);
    history.push('/content/t3?file=front');
    await expect.poll(shown).toBe('T3 on counter, front');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => history.location.search).toBe('');
    await expect.poll(() => document.querySelector('.yarl__container')).toBeNull();
    await page.getByRole('button', { name: 'T3 on counter, side' }).click();
    await expect.poll(shown).toBe('T3 on counter, side');
    history.push('/content/t3?file=front');
    await expect.poll(shown).toBe('T3 on counter, front');
  });

  test('[DOC-11, CONST-14] the viewer takes 1200 × 800 and never more than 80 % of the screen’s width', async () => {
    const size = async () => {
      await page.getByRole('button', { name: 'T3 on counter, front' }).click();
      await expect.poll(() => document.querySelector('.yarl__container')).not.toBeNull();
      const { width, height } = document.querySelector('.yarl__container')!.getBoundingClientRect();
      return { width, height };
    };
    await page.viewport(1800, 1000);
    const wide = await showApp('/content/t3');
    expect(await size()).toEqual({ width: 1200, height: 800 });
    await wide.screen.unmount();
    await tablet();
    await showApp('/content/t3');
    expect((await size()).width).toBeCloseTo(0.8 * 1180, 0);
  });

  test('[DOC-10, DOC-12] a video plays in the viewer, a hosted one through its player in a closed frame', async () => {
    await showApp('/content/t3', {
      medias: sampleMedias
        .filter(({ type }) => type === 'media--video' || type === 'media--remote_video')
        .map((file) => ({ ...file, url: `data:image/png;base64,${file.id}` })),
    });
    await page.getByRole('button', { name: 'Two-minute demo' }).click();
    await expect.poll(() => document.querySelector('.yarl__slide_current video')).not.toBeNull();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.element(page.getByTitle('Virtual showroom')).toBeInTheDocument();
    const sandbox = page.getByTitle('Virtual showroom').element().getAttribute('sandbox');
    expect(sandbox).toContain('allow-scripts');
    expect(sandbox).not.toContain('allow-top-navigation');
  });
});

test('[DOC-11, DOC-12] a film goes on while tokens change in addresses, also after going round the carousel', async () => {
  const address = URL.createObjectURL(sampleFilm());
  onTestFinished(() => URL.revokeObjectURL(address));
  const filesOf = (token: number) =>
    sampleMedias
      .filter(({ id }) => ['demo', 'front', 'side', 'guide'].includes(id))
      .map((file) => ({ ...file, url: `data:image/png;base64,${file.id}?token=${token}` }))
      // A film that could not be had would be asked for anew by each token.
      .map((file) =>
        file.id === 'demo' ? { ...file, mime: 'video/webm', url: `${address}#${token}` } : file,
      )
      // The list below the viewer tells that it has come.
      .map((file) => (file.id === 'guide' ? { ...file, name: `Guide ${token}` } : file));
  const medias = filesOf(1);
  const { services } = await showApp('/content/t3', { medias });
  const film = () => document.querySelector('.yarl__slide_current video');
  const label = () => document.querySelector('.yarl__slide_current')?.getAttribute('aria-label');
  const goesOn = async (tokens: number[]) => {
    const shown = film();
    expect(shown).not.toBeNull();
    for (const token of tokens) {
      medias.splice(0, medias.length, ...filesOf(token));
      await services.bundles.load('t3');
      await expect.poll(() => document.body.textContent).toContain(`Guide ${token}`);
    }
    expect(film()).toBe(shown);
  };
  await page.getByRole('button', { name: 'Two-minute demo' }).click();
  await expect.poll(film).not.toBeNull();
  await goesOn([2, 3]);
  for (let times = 0; times < 3; times++) {
    const before = label();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(label).not.toBe(before);
  }
  await goesOn([4, 5]);
});

describe('a hosted video', () => {
  const [showroom, front] = sampleMedias
    .filter(({ id }) => id === 'showroom' || id === 'front')
    .map((file) => ({ ...file, url: `data:image/png;base64,${file.id}` }))
    .reverse();
  const players = () => document.querySelectorAll('.yarl__container iframe').length;
  const slides = () => document.querySelectorAll('.yarl__slide').length;

  test('[DOC-11, DOC-12] is loaded once, also where it is alone in the carousel', async () => {
    await showApp('/content/t3', { medias: [showroom!] });
    await page.getByRole('button', { name: 'Virtual showroom' }).click();
    await expect.element(page.getByTitle('Virtual showroom')).toBeInTheDocument();
    await expect.poll(slides).toBeGreaterThan(1);
    expect(players()).toBe(1);
  });

  test('[DOC-12] is loaded when one comes to it and ends when one moves on', async () => {
    await showApp('/content/t3', { medias: [showroom!, front!] });
    await page.getByRole('button', { name: 'T3 on counter, front' }).click();
    await expect.poll(slides).toBeGreaterThan(1);
    expect(players()).toBe(0);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(players).toBe(1);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(players).toBe(0);
  });
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing on the bundle page in the %s scheme',
  async (scheme) => {
    setColorScheme(scheme);
    for (const resize of [phone, tablet, desktop]) {
      await resize();
      const { screen } = await showApp('/content/t3');
      await expect.element(page.getByText('1–10 of 12')).toBeVisible();
      await expectNoAxeViolations();
      await screen.unmount();
    }
    await tablet();
  },
);

test('axe finds nothing in the viewer', async () => {
  await showApp('/content/t3', { medias: sampleMedias.filter(({ type }) => type === 'media--image') });
  await page.getByRole('button', { name: 'T3 on counter, front' }).click();
  await expect.poll(() => document.querySelector('.yarl__slide_current img')).not.toBeNull();
  // Half transparent while it fades in, nothing has its contrast.
  await expect.poll(() => getComputedStyle(document.querySelector('.yarl__portal')!).opacity).toBe('1');
  await expectNoAxeViolations();
});
