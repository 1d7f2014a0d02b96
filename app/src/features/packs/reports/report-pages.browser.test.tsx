import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Report } from '#services.ts';
import { readReport } from '#sync/reports/report.ts';
import { samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, expectNoAxeViolations, phone, showWorld, tablet } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const of = (name: string): Report => ({
  title: 'Recipients of Brightwater Cafés',
  columns: [{ key: 'name', label: 'Recipient', type: 'text' }],
  rows: [{ id: name, name }],
  total: 41,
});
const next = page.getByRole('button', { name: 'Next page' });
const previous = page.getByRole('button', { name: 'Previous page' });
const reportsOf = '/packs/brightwater/reports';

/** A host that answers each page with what `answer` makes of its number, from 0. */
function hostWith(answer: (number: number) => Report) {
  const world = samplePackServices();
  world.services.reports.read = async (_segments, asked) => answer(asked?.number ?? 0);
  return world;
}

describe('[PRPT-04] the pages of a report', () => {
  test('a page that fails takes none away, says why, and comes with another try', async () => {
    let isAway = true;
    const world = hostWith((number) => {
      if (number === 1 && isAway) throw new Error('The server is busy.');
      return of(number === 0 ? 'Daniel' : 'Mia');
    });
    await showWorld(reportsOf, world);
    await next.click();
    const problem = page.getByRole('alert');
    const why = 'The report could not be fetched: The server is busy.';
    await expect.element(problem.getByText(why, { exact: true })).toBeVisible();
    await expect.element(page.getByRole('cell', { name: 'Daniel' })).toBeVisible();
    await expect.element(page.getByText('1 to 1 of 41')).toBeVisible();
    await expectNoAxeViolations('a page that failed');
    await next.click();
    await expect.element(problem).toBeVisible();
    isAway = false;
    await problem.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('cell', { name: 'Mia' })).toBeVisible();
    await expect.element(problem).not.toBeInTheDocument();
  });

  test('the same press that failed is another try', async () => {
    let asked = 0;
    const world = hostWith((number) => {
      if (number === 1 && ++asked === 1) throw new Error('The server is busy.');
      return of(number === 0 ? 'Daniel' : 'Mia');
    });
    await showWorld(reportsOf, world);
    await next.click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await next.click();
    await expect.element(page.getByRole('cell', { name: 'Mia' })).toBeVisible();
  });

  test('a page that is on its way is asked for once, however often it is wanted', async () => {
    const asked: number[] = [];
    const answer = Promise.withResolvers<Report>();
    const world = hostWith(() => of('Daniel'));
    const { read } = world.services.reports;
    world.services.reports.read = async (segments, given) => {
      asked.push(given?.number ?? 0);
      return given?.number === 1 ? answer.promise : read(segments, given);
    };
    await showWorld(reportsOf, world);
    await next.click();
    await expect.poll(() => asked).toEqual([0, 1]);
    await next.click();
    await next.click();
    answer.resolve(of('Mia'));
    await expect.element(page.getByRole('cell', { name: 'Mia' })).toBeVisible();
    expect(asked).toEqual([0, 1]);
  });

  test('what failed is dismissed, or tried again, and the focus goes on at the pages', async () => {
    let isAway = true;
    const world = hostWith((number) => {
      if (number === 1 && isAway) throw new Error('The server is busy.');
      return of(number === 0 ? 'Daniel' : 'Mia');
    });
    await showWorld(reportsOf, world);
    const problem = page.getByRole('alert');
    for (const way of ['Dismiss', 'Try again']) {
      await next.click();
      await expect.element(problem).toBeVisible();
      isAway = way === 'Dismiss';
      (problem.getByRole('button', { name: way }).element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(problem).not.toBeInTheDocument();
      await expect.element(next).toHaveFocus();
    }
    await expect.element(page.getByRole('cell', { name: 'Mia' })).toBeVisible();
  });

  test('without a connection the page that is here stays, and says that the others are not to be had', async () => {
    const world = hostWith((number) => of(['Daniel', 'Mia', 'Priya'][number] ?? ''));
    await showWorld(reportsOf, world);
    await next.click();
    await expect.element(page.getByRole('cell', { name: 'Mia' })).toBeVisible();
    world.connection.set({ ...world.connection.current(), online: false, icon: 'offline' });
    const words = page.getByText('Other pages come from the server. They show again when you are online.');
    await expect.element(words).toBeVisible();
    for (const button of [next, previous]) {
      await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    }
    await phone();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await tablet();
    world.connection.set({ ...world.connection.current(), online: true, icon: 'online' });
    await expect.element(words).not.toBeInTheDocument();
    await next.click();
    await expect.element(page.getByRole('cell', { name: 'Priya' })).toBeVisible();
  });
});

describe('[PRPT-05] reports of a pack that the host does not have yet', () => {
  const { pulled: _, ...unpulled } = samplePack({ id: 'brightwater', _meta: { push: true } });

  test.each([
    ['Recipients', 'You do not appear to have sent this pack to any prospects.'],
    ['Files', 'You do not appear to have sent this pack to any prospects.'],
    ['Visits', 'Nobody has opened this pack yet.'],
  ])('%s: it is not asked, and nothing is said to have failed', async (tab, words) => {
    const { calls } = await showWorld(reportsOf, samplePackServices({ packs: [unpulled], reports: {} }));
    await page.getByRole('tab', { name: tab }).click();
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(calls.filter((call) => call.startsWith('report'))).toEqual([]);
  });

  test('its details, which list what waits, do not lead there', async () => {
    const message = {
      ...{ id: 'm1', type: 'salestool--message' as const, first_name: 'Daniel', sent: true, created: 1 },
      pack: { type: 'salestool--pack' as const, id: 'brightwater' },
    };
    const list = page.getByRole('region', { name: 'Sent to' });
    const options = { messages: [message], reports: {} };
    const { screen } = await showWorld(
      '/packs/brightwater/details',
      samplePackServices({ ...options, packs: [unpulled] }),
    );
    await expect.element(list.getByText('1 prospect, none has opened it')).toBeVisible();
    await expect.element(list.getByRole('link', { name: 'Reports' })).not.toBeInTheDocument();
    await screen.unmount();
    await showWorld('/packs/brightwater/details', samplePackServices(options));
    await expect.element(list.getByRole('link', { name: 'Reports' })).toBeVisible();
  });
});

describe('[PRPT-03] a report of an unknown shape', () => {
  const show = async (body: unknown) => {
    const report = readReport(body);
    await showWorld(reportsOf, samplePackServices({ reports: { 'pack/brightwater/recipients': report } }));
  };
  const cells = () =>
    page
      .getByRole('table')
      .getByRole('row')
      .elements()
      .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));

  test('is a table as it came, under the name of its tab', async () => {
    await show({
      results: [
        { who: 'Daniel', opened: 2, tags: ['warm'] },
        { who: '<b>Mia</b>', stage: 0 },
      ],
    });
    await expect.element(page.getByRole('heading', { level: 2, name: 'Recipients' })).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Recipients' })).toBeVisible();
    expect(cells()).toEqual([
      ['who', 'opened', 'tags', 'stage'],
      ['Daniel', '2', '["warm"]', '–'],
      ['<b>Mia</b>', '–', '–', '0'],
    ]);
    await expectNoAxeViolations('a report of an unknown shape');
  });

  test.each([
    ['words', 'None yet', [['value'], ['None yet']]],
    [
      'an object without a list',
      { sent: 3, by: { mail: 2 } },
      [
        ['sent', 'by'],
        ['3', '{"mail":2}'],
      ],
    ],
  ])('%s is a table of one row', async (_what, body, expected) => {
    await show(body);
    await expect.element(page.getByRole('table')).toBeVisible();
    expect(cells()).toEqual(expected);
  });
});
