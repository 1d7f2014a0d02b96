import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Report } from '#services.ts';
import { type SamplePackOptions, samplePackServices } from '#testing/sample-packs.ts';
import {
  clearNotices,
  expectCleanAtEveryWidth,
  phone,
  setColorScheme,
  showWorld,
  tablet,
} from '#testing/show-app.tsx';

beforeEach(clearNotices);

const column = (key: string, label: string, type: Report['columns'][number]['type']) => ({
  key,
  label,
  type,
});
const hostile = '<img src=x onerror="window.hacked=1">';

const recipients: Report = {
  title: 'Recipients of Brightwater Cafés',
  columns: [
    column('name', 'Recipient', 'text'),
    column('kind', 'Sent by', 'text'),
    column('delivery', 'Delivery', 'text'),
    column('opened', 'Opened', 'number'),
    column('reading_time', 'Reading time', 'duration'),
    column('last_opened', 'Last opened', 'date'),
  ],
  rows: [
    {
      id: 'm1',
      name: 'Daniel Okafor',
      kind: 'mail',
      delivery: 'sent',
      opened: 3,
      reading_time: 400,
      last_opened: 1_763_000_000,
    },
    { id: 'm2', name: hostile, kind: 'link', delivery: 'odd', opened: 0, reading_time: 0, last_opened: null },
  ],
  total: 41,
};
const packs: Report = {
  title: 'My packs',
  columns: [column('title', 'Pack', 'text'), column('sent', 'Sent', 'number')],
  rows: [{ id: 'brightwater', title: 'Brightwater Cafés', sent: 4 }],
  total: 1,
};
const visits: Report = {
  title: 'Visits of Brightwater Cafés',
  columns: [
    column('name', 'Recipient', 'text'),
    column('kind', 'Visit', 'text'),
    column('reading_time', 'Reading time', 'duration'),
  ],
  rows: [
    { id: 'v1', name: 'Daniel Okafor', kind: 'prospect', reading_time: 190 },
    { id: 'v2', name: 'Daniel Okafor', kind: 'own', reading_time: 600 },
    { id: 'v3', name: 'Daniel Okafor', kind: 'scanner', reading_time: 0 },
  ],
  total: 3,
};
const nothing: Report = { title: 'Files', columns: [], rows: [], total: 0 };
const reports = {
  'pack/brightwater/recipients': recipients,
  'pack/brightwater/media': nothing,
  'pack/brightwater/visits': visits,
  'my/packs': packs,
};

const show = (path = '/packs/brightwater/reports', options: SamplePackOptions = {}) =>
  showWorld(path, samplePackServices({ reports, ...options }));
const table = page.getByRole('table');

describe('[PRPT-03, PRPT-04] reports', () => {
  test('show what the host counts, as people read it, page by page', async () => {
    const world = samplePackServices({ reports });
    const read = vi.spyOn(world.services.reports, 'read');
    await showWorld('/packs/brightwater/reports', world);
    await expect
      .element(page.getByRole('heading', { name: 'Recipients of Brightwater Cafés' }))
      .toBeVisible();
    const cells = table.getByRole('row').nth(1).getByRole('cell');
    await expect.element(cells.nth(1)).toHaveTextContent('e-mail');
    await expect.element(cells.nth(2)).toHaveTextContent('mailed');
    await expect.element(cells.nth(4)).toHaveTextContent('6 min 40 s');
    await expect.element(page.getByText(hostile)).toBeVisible();
    expect('hacked' in window).toBe(false);
    const rows = page.getByRole('status').filter({ hasText: /^\d+ to \d+ of 41$/ });
    await expect.element(rows).toHaveTextContent('1 to 2 of 41');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.element(rows).toHaveTextContent('21 to 22 of 41');
    expect(read.mock.calls.map(([, asked]) => asked)).toEqual([
      { number: 0, size: 20 },
      { number: 1, size: 20 },
    ]);
  });

  test('beside a long title the file is still offered, at the right of its first line', async () => {
    await page.viewport(1180, 820);
    const title = `Recipients of ${'a proposal for the northern regional transport authority '.repeat(3)}`;
    await show(undefined, {
      reports: { ...reports, 'pack/brightwater/recipients': { ...recipients, title } },
    });
    const heading = page.getByRole('heading', { level: 2, name: title.trim() });
    await expect.element(heading).toBeVisible();
    const save = page.getByRole('button', { name: 'Save as CSV' }).element().getBoundingClientRect();
    expect(save.top).toBe(heading.element().getBoundingClientRect().top);
    const row = heading.element().parentElement!.getBoundingClientRect();
    expect(Math.round(save.right)).toBe(Math.round(row.right));
  });

  test('a page stays where it is until the next one has come', async () => {
    const world = samplePackServices({ reports });
    const { read } = world.services.reports;
    const second = Promise.withResolvers<Report>();
    world.services.reports.read = (segments, page) => (page?.number === 1 ? second.promise : read(segments));
    await showWorld('/packs/brightwater/reports', world);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.element(page.getByText('1 to 2 of 41')).toBeVisible();
    await expect.element(table.getByText('Daniel Okafor')).toBeVisible();
    second.resolve({ ...recipients, rows: [{ id: 'm21', name: 'Priya Nair', kind: 'mail' }] });
    await expect.element(page.getByText('21 to 21 of 41')).toBeVisible();
    await expect.element(table.getByText('Daniel Okafor')).not.toBeInTheDocument();
  });

  test('company and address stand under the name, and on a phone each figure under what it is of', async () => {
    const [name, ...others] = recipients.columns;
    const columns = [
      name!,
      column('company', 'Company', 'text'),
      column('email', 'Email', 'text'),
      ...others,
    ];
    const of = { company: 'Brightwater Cafés', email: 'daniel@brightwater.example' };
    const rows = recipients.rows.map((row, at) => (at === 0 ? { ...row, ...of } : row));
    await show(undefined, { reports: { 'pack/brightwater/recipients': { ...recipients, columns, rows } } });
    const first = table.getByRole('row').nth(1);
    await expect
      .element(first.getByRole('cell').first())
      .toHaveTextContent('Daniel OkaforBrightwater Cafésdaniel@brightwater.example');
    expect(table.getByRole('columnheader').elements()).toHaveLength(6);
    await phone();
    try {
      await expect.element(table).toHaveAttribute('data-stacked');
      const frame = page.getByRole('region', { name: recipients.title }).element();
      expect(frame.scrollWidth).toBeLessThanOrEqual(frame.clientWidth);
      const opened = first.getByRole('cell').nth(3);
      await expect.element(opened).toHaveTextContent('3');
      expect(getComputedStyle(opened.element(), '::before').content).toBe('"Opened"');
    } finally {
      await tablet();
    }
  });

  test('a long subject takes two lines until all of it is asked for', async () => {
    const [name, ...others] = recipients.columns;
    const columns = [name!, column('subject', 'Subject', 'text'), ...others];
    const long = 'All eleven cafés and both hotels on the waterfront, '.repeat(4).trim();
    const rows = recipients.rows.map((row, at) => ({ ...row, subject: at === 0 ? long : 'An offer' }));
    await show(undefined, { reports: { 'pack/brightwater/recipients': { ...recipients, columns, rows } } });
    const subject = table.getByText(long);
    const height = () => subject.element().getBoundingClientRect().height;
    const more = table.getByRole('button', { name: 'Show all' });
    await expect.element(more).toBeVisible();
    const cut = height();
    (more.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(height).toBeGreaterThan(cut);
    expect(subject.element().scrollHeight).toBe(subject.element().clientHeight);
    await table.getByRole('button', { name: 'Show less' }).click();
    await expect.poll(height).toBe(cut);
  });

  test('bars of all rows are measured alike, however long their figures are', async () => {
    const rows = [59 * 60 + 59, 12 * 60 + 51, 8, 0].map((reading_time, at) => ({
      ...{ id: `m${at}`, name: `Recipient ${at}`, reading_time },
    }));
    await show(undefined, { reports: { 'pack/brightwater/recipients': { ...recipients, rows } } });
    await expect.element(page.getByText('59 min 59 s')).toBeVisible();
    const tracks = [...document.querySelectorAll('td[data-bar] [aria-hidden]')].map(
      (track) => track.getBoundingClientRect().width,
    );
    expect(tracks).toHaveLength(4);
    expect(new Set(tracks).size).toBe(1);
  });

  test('time that is not counted is a hollow bar, told from the others without its colour', async () => {
    await show();
    await page.getByRole('tab', { name: 'Visits' }).click();
    await expect.element(table.getByText('by you, not counted')).toBeVisible();
    const bars = [...document.querySelectorAll('td[data-bar] [aria-hidden] > *')].map((bar) => {
      const { borderTopWidth, backgroundColor } = getComputedStyle(bar);
      return { edge: borderTopWidth, isFilled: backgroundColor !== 'rgba(0, 0, 0, 0)' };
    });
    // None at all is the same dash as everywhere.
    expect(bars).toEqual([
      { edge: '0px', isFilled: true },
      { edge: '2px', isFilled: false },
      { edge: '0px', isFilled: true },
    ]);
  });

  test('[PRPT-05] an empty one says so and leads on', async () => {
    const { history } = await show(undefined, {
      reports: {
        'pack/brightwater/recipients': nothing,
        'pack/brightwater/media': nothing,
        'pack/brightwater/visits': nothing,
        'my/packs': nothing,
      },
    });
    const leadsTo = (name: string, path: RegExp) =>
      expect
        .element(page.getByRole('main').getByRole('link', { name }))
        .toHaveAttribute('href', expect.stringMatching(path));
    await expect
      .element(page.getByText('You do not appear to have sent this pack to any prospects.', { exact: true }))
      .toBeVisible();
    await leadsTo('Send', /packs\/brightwater\/send$/);
    await page.getByRole('tab', { name: 'Files' }).click();
    await expect
      .element(page.getByText('You do not appear to have sent this pack to any prospects.', { exact: true }))
      .toBeVisible();
    await leadsTo('Send', /packs\/brightwater\/send$/);
    await page.getByRole('tab', { name: 'Visits' }).click();
    await expect.element(page.getByText('Nobody has opened this pack yet.')).toBeVisible();
    await leadsTo('Pack details', /packs\/brightwater\/details$/);
    history.push('/reports');
    await expect.element(page.getByText('You have not sent any packs yet.')).toBeVisible();
    await leadsTo('All packs', /\/packs$/);
  });

  test('[PRPT-03] a value that is not what its column says is shown as it came', async () => {
    const row = { id: 'm', name: 'Daniel', reading_time: 'a while', last_opened: 'yesterday' };
    const odd = { ...recipients, rows: [row, { ...recipients.rows[0], id: 'n' }] };
    await show(undefined, { reports: { 'pack/brightwater/recipients': odd } });
    await expect.element(table.getByText('a while')).toBeVisible();
    await expect.element(table.getByText('yesterday')).toBeVisible();
    const widths = [...document.querySelectorAll<HTMLElement>('td[data-bar] [aria-hidden] > *')].map(
      ({ style }) => style.width,
    );
    expect(widths).toEqual(['0%', '100%']);
  });

  test('[PRPT-03] where nobody tells how many rows there are, a full page leads on', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({ id: `m${at}`, name: `Recipient ${at}` }));
    const { calls } = await show(undefined, {
      reports: { 'pack/brightwater/recipients': { ...recipients, rows, total: null } },
    });
    await expect.element(page.getByText('1 to 20', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.element(page.getByText('21 to 40', { exact: true })).toBeVisible();
    expect(calls.length).toBeGreaterThan(1);
  });

  test('the other reports stand beside it, by keyboard too', async () => {
    await show();
    await expect.element(table).toBeVisible();
    (page.getByRole('tab', { name: 'Recipients' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect
      .element(page.getByText('You do not appear to have sent this pack to any prospects.', { exact: true }))
      .toBeVisible();
    await page.getByRole('link', { name: 'All my packs' }).click();
    await expect
      .element(page.getByRole('link', { name: 'Brightwater Cafés' }))
      .toHaveAttribute('href', expect.stringMatching(/packs\/brightwater\/details$/));
  });

  test('the whole of it is saved as a file', async () => {
    const { calls } = await show();
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    await expect.poll(() => calls).toContain('csv pack/brightwater/recipients');
  });

  test('offline it says when they show again, and then they do', async () => {
    const world = await show(undefined, { connection: { online: false, icon: 'offline' } });
    await expect.element(page.getByText(/Reports come from the server/)).toBeVisible();
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Pack details' }))
      .toHaveAttribute('href', expect.stringMatching(/packs\/brightwater\/details$/));
    world.connection.set({ ...world.connection.current(), online: true, icon: 'online' });
    await expect.element(table).toBeVisible();
  });

  test('[NAV-46] the refresh of the page asks for the report again, and the page says when it was asked for', async () => {
    const world = samplePackServices({ reports });
    const { read } = world.services.reports;
    const answer = { now: read };
    world.services.reports.read = (segments, page) => answer.now(segments, page);
    await showWorld('/packs/brightwater/reports', world);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.element(page.getByText('21 to 22 of 41')).toBeVisible();
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
    const pulled = document.querySelector<HTMLTimeElement>('header time')?.dateTime;
    expect(Date.now() - Date.parse(String(pulled))).toBeLessThan(60_000);
    answer.now = async (_, page) => ({
      ...recipients,
      rows: [{ id: 'm21', name: `Priya Nair of page ${page?.number}`, kind: 'mail' }],
    });
    await refresh.click();
    await expect.element(table.getByText('Priya Nair of page 1')).toBeVisible();
    answer.now = () => Promise.reject(new Error('The server is busy.'));
    await refresh.click();
    await expect.element(page.getByText('Not refreshed: The server is busy.')).toBeVisible();
    await expect.element(table.getByText('Priya Nair of page 1')).toBeVisible();
    expect(page.getByRole('alert').filter({ hasText: 'could not be fetched' }).elements()).toEqual([]);
  });

  test('whoever comes back to the window sees what has happened since', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const since = { ...reports };
      await show(undefined, { reports: since });
      await expect.element(table.getByText('Daniel Okafor')).toBeVisible();
      since['pack/brightwater/recipients'] = {
        ...recipients,
        rows: [{ id: 'm3', name: 'Priya Nair', kind: 'mail' }],
      };
      vi.setSystemTime(Date.now() + 16_000);
      document.dispatchEvent(new Event('visibilitychange'));
      await expect.element(table.getByText('Priya Nair')).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  test('what cannot be fetched says why, and is asked for again', async () => {
    const missing: Record<string, Report> = {};
    await show(undefined, { reports: missing });
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The report could not be fetched: There is no such report.');
    Object.assign(missing, reports);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(table).toBeVisible();
  });
});

const files: Report = {
  title: 'Files of Brightwater Cafés',
  columns: [
    column('name', 'File', 'text'),
    column('type', 'Type', 'text'),
    column('opened', 'Opened', 'number'),
    column('reading_time', 'Reading time', 'duration'),
  ],
  rows: [
    { id: 'guide', name: 'T3 Counter product guide', type: 'document', opened: 2, reading_time: 190 },
    { id: 'demo', name: 'Two-minute demo', type: 'video', opened: 0, reading_time: 0 },
  ],
  total: 2,
};
const all = { ...reports, 'pack/brightwater/media': files };

test.each(['light', 'dark'] as const)(
  '[PRPT-03] every report is clean under axe at every width, and only the table scrolls sideways in the %s scheme',
  async (scheme) => {
    setColorScheme(scheme);
    const { screen, history } = await show(undefined, { reports: all });
    for (const [tab, shown] of [
      ['Recipients', recipients],
      ['Files', files],
      ['Visits', visits],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await expect.element(page.getByRole('region', { name: shown.title }).getByRole('table')).toBeVisible();
      await expectCleanAtEveryWidth();
    }
    history.push('/reports');
    await expect.element(table.getByRole('link', { name: 'Brightwater Cafés' })).toBeVisible();
    await expectCleanAtEveryWidth();
    await screen.unmount();
    setColorScheme('light');
  },
);

test.each(['light', 'dark'] as const)(
  '[PRPT-05] reports that are empty, or cannot be had, are clean under axe at every width in the %s scheme',
  async (scheme) => {
    setColorScheme(scheme);
    const { screen, history, connection } = await show(undefined, {
      reports: { 'pack/brightwater/recipients': nothing },
    });
    const lead = page.getByRole('main').getByRole('link', { name: 'Send' });
    await expect.element(lead).toBeVisible();
    await expectCleanAtEveryWidth();
    history.push('/reports');
    await expect.element(page.getByRole('alert')).toMatchTextContent('The report could not be fetched');
    await expectCleanAtEveryWidth();
    connection.set({ ...connection.current(), online: false, icon: 'offline' });
    await expect.element(page.getByText(/Reports come from the server/)).toBeVisible();
    await expectCleanAtEveryWidth();
    await screen.unmount();
    setColorScheme('light');
  },
);
