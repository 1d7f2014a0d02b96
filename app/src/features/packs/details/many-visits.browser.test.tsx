import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Report } from '#services.ts';
import type { MessageRecord } from '#storage/records.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { type SamplePackOptions, samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, showWorld, tablet } from '#testing/show-app.tsx';

const now = Math.floor(Date.now() / 1000);

const message = (id: string, first_name: string, opened: number): MessageRecord => ({
  ...{ id, type: 'salestool--message', ownerId: sampleUser.uuid, drupal_internal__id: 4, sent: true },
  ...{ first_name, last_name: '', date_sent: now - 9000, delivery: 'sent', opened },
  last_opened: (now - 7200) * 1000,
  pack: { type: 'salestool--pack', id: 'brightwater' },
});
const visit = (id: string, of: string, reading_time: number) => ({
  ...{ id, message: of, kind: 'prospect', device: 'phone', date: now - 3600, reading_time },
});
const report = (rows: Report['rows'], total: number | null = rows.length): Report => ({
  ...{ title: '', columns: [], rows, total },
});

const row = (name: string) => page.getByRole('button', { name, exact: true });
const item = (name: string) => page.getByRole('listitem').filter({ has: row(name) });
const events = () =>
  [...document.querySelectorAll('main ol li strong')].map(({ textContent }) => textContent);

const show = (options: SamplePackOptions) =>
  showWorld(
    '/packs/brightwater/details',
    samplePackServices({ packLog: [], waiting: [], messages: [message('m1', 'Daniel', 2)], ...options }),
  );

beforeEach(async () => {
  clearNotices();
  await tablet();
});

describe('[PRPT-06] a pack with more visits than are listed', () => {
  // Of Daniel's two visits one is in the list, of Mia's both, of Priya's none.
  const messages = [message('m1', 'Daniel', 2), message('m2', 'Mia', 2), message('m3', 'Priya', 1)];
  const cut = report([visit('v1', 'm1', 60), visit('v2', 'm2', 20), visit('v3', 'm2', 10)], 1001);
  const files = report([{ id: 'prices', name: 'Prices', reading_time: 50 }]);

  test('what is not in it is not said to be nothing, and a row that opens asks for its own', async () => {
    const own = report([visit('v1', 'm1', 60), visit('v0', 'm1', 40)]);
    const { calls } = await show({
      messages,
      reports: {
        ...{ 'pack/brightwater/visits': cut },
        ...{ 'message/m1/visits': own, 'message/m1/media': files },
      },
    });
    await expect.element(item('Mia').getByText('30 s of reading')).toBeVisible();
    await expect.element(item('Daniel').getByText('Opened 2 times')).toBeVisible();
    await expect.element(item('Daniel').getByText(/of reading$/)).not.toBeInTheDocument();
    await expect.element(item('Priya').getByRole('table')).not.toBeInTheDocument();
    await row('Daniel').click();
    await expect
      .poll(events)
      .toEqual(['Opened on a phone', 'Opened on a phone', 'Sent by e-mail', 'Written']);
    await expect.element(item('Daniel').getByText('1 min 40 s of reading')).toBeVisible();
    await expect.element(page.getByText('The page itself')).toBeVisible();
    expect(calls.filter((call) => call === 'report message/m1/media')).toHaveLength(1);
  });

  test('a row whose visits are known does not ask for them', async () => {
    const { calls } = await show({
      messages,
      reports: {
        ...{ 'pack/brightwater/visits': cut, 'message/m2/visits': report([]) },
        ...{ 'message/m2/media': report([{ id: 'prices', name: 'Prices', reading_time: 20 }]) },
      },
    });
    await expect.element(item('Mia').getByText('30 s of reading')).toBeVisible();
    await row('Mia').click();
    await expect.element(page.getByText('The page itself')).toBeVisible();
    expect(calls).toContain('report message/m2/media');
    expect(calls).not.toContain('report message/m2/visits');
  });

  test('where the host lists no visits of one message, they stay unknown', async () => {
    const { calls } = await show({
      messages,
      reports: { 'pack/brightwater/visits': cut, 'message/m3/media': report([]) },
    });
    await row('Priya').click();
    await expect.poll(() => calls).toContain('report message/m3/visits');
    await expect.poll(events).toEqual(['Last opened', 'Sent by e-mail', 'Written']);
    await expect.element(page.getByRole('heading', { name: 'Reading time', exact: true })).toBeVisible();
    await expect.element(page.getByText('Nothing was read yet.')).not.toBeInTheDocument();
  });

  test('the pack’s visits are not asked for once more because some are missing', async () => {
    const { calls } = await show({ messages, reports: { 'pack/brightwater/visits': cut } });
    await expect.element(item('Mia').getByText('30 s of reading')).toBeVisible();
    await row('Daniel').click();
    await expect.poll(() => calls).toContain('report message/m1/visits');
    expect(calls.filter((call) => call === 'report pack/brightwater/visits')).toHaveLength(1);
  });
});

describe('[PRPT-06] a message of which more files were read than are listed', () => {
  const file = (at: number, reading_time: number) => ({
    ...{ id: `f${at}`, name: `File ${at}`, reading_time },
  });
  const visits = { 'pack/brightwater/visits': report([visit('v1', 'm1', 300), visit('v2', 'm1', 10)]) };

  async function open(answer: (size: number) => Report) {
    const world = samplePackServices({
      ...{ packLog: [], waiting: [], messages: [message('m1', 'Daniel', 2)] },
      reports: visits,
    });
    const { read } = world.services.reports;
    const sizes: number[] = [];
    world.services.reports.read = async (segments, asked) => {
      if (segments.at(-1) !== 'media') return read(segments, asked);
      sizes.push(asked?.size ?? 20);
      return answer(asked?.size ?? 20);
    };
    await showWorld('/packs/brightwater/details', world);
    await row('Daniel').click();
    return sizes;
  }
  const read = Array.from({ length: 101 }, (_, at) => file(at + 1, at < 100 ? 2 : 1));

  test('lists them all, and what none accounts for was spent on the page', async () => {
    const sizes = await open((size) => report(read.slice(0, size || undefined), read.length));
    await expect.element(page.getByText('File 101', { exact: true })).toBeVisible();
    await expect.element(item('Daniel').getByText('5 min 10 s of reading')).toBeVisible();
    const onPage = page.getByRole('listitem').filter({ hasText: 'The page itself' }).last();
    await expect.element(onPage).toHaveTextContent('The page itself1 min 49 s');
    expect(sizes).toEqual([100, 0]);
  });

  test('at a host that lists no more of them than so many, no time is said to be the page’s', async () => {
    await open(() => report(read.slice(0, 100), read.length));
    await expect.element(page.getByText('File 100', { exact: true })).toBeVisible();
    await expect.element(page.getByText('The page itself')).not.toBeInTheDocument();
  });

  test('is asked once where all behind them are unread', async () => {
    const sizes = await open(() =>
      report([file(1, 60), ...Array.from({ length: 99 }, () => file(2, 0))], 400),
    );
    await expect.element(page.getByText('File 1', { exact: true })).toBeVisible();
    await expect.element(page.getByText('The page itself')).toBeVisible();
    expect(sizes).toEqual([100]);
  });
});

test('what nobody dates has a dash for its date', async () => {
  const entry = { id: 9, uuid: 'm9', pack_uuid: 'brightwater', date_sent: 0, first_name: 'Sent' };
  const undated = { ...visit('v9', 'm9', 40), date: null };
  await show({
    messages: [],
    packLog: [{ ...entry, last_name: 'Elsewhere', kind: 'link', opened: 1 }],
    reports: { 'pack/brightwater/visits': report([undated]), 'message/m9/media': report([]) },
  });
  await row('Sent Elsewhere').click();
  const told = () => [...document.querySelectorAll('main ol li small')].map(({ textContent }) => textContent);
  await expect.poll(told).toEqual(['–, 40 s', '–']);
  await expect.element(item('Sent Elsewhere').getByText(/1970/)).not.toBeInTheDocument();
});

test('a link that was taken back after it was opened is not lit up as one that was opened', async () => {
  const taken = { ...message('m1', 'Daniel', 2), link_revoked: true };
  await show({
    messages: [taken, message('m2', 'Mia', 1)],
    reports: { 'pack/brightwater/visits': report([visit('v1', 'm1', 60)]) },
  });
  const colorOf = (words: string) => getComputedStyle(page.getByText(words, { exact: true }).element()).color;
  await expect.element(page.getByText('taken back', { exact: true })).toBeVisible();
  expect(colorOf('taken back')).not.toBe(colorOf('Opened once'));
});

test('the last seven days end on the day on which the visits were told, however long the page is open', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 23, 50) });
  try {
    const visits = report([]);
    const { services } = await show({ reports: { 'pack/brightwater/visits': visits } });
    const days = page.getByRole('table', { name: /^Reading time of Daniel/ }).getByRole('rowheader');
    await expect.element(days.last()).toHaveTextContent('Nov 20, 2026');
    vi.setSystemTime(new Date(2026, 10, 21, 8));
    const read = vi.spyOn(services.reports, 'read');
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0);
    await expect.element(days.last()).toHaveTextContent('Nov 21, 2026');
  } finally {
    vi.useRealTimers();
  }
});
