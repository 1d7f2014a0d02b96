import { formatDate } from '@satchel/core/format/dates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { log, now, report, reports, row, show, timeOnPage } from '#testing/pack-details-page.ts';
import { clearNotices, phone, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  await tablet();
});

describe('[PRPT-06, NAV-25] the log', () => {
  test('lists the prospects newest first, with what became of each message', async () => {
    await show();
    await expect.element(page.getByRole('heading', { name: 'Sent to' })).toBeVisible();
    await expect.element(page.getByText('4 prospects, 2 have opened it')).toBeVisible();
    const names = page
      .getByRole('region', { name: 'Sent to' })
      .getByRole('heading', { level: 3 })
      .elements()
      .map(({ textContent }) => textContent);
    expect(names).toEqual([
      'Priya Nair',
      'Sent Elsewhere',
      'Daniel Okafor',
      '<img src=x onerror="window.hacked=1"> =1+1',
    ]);
    for (const words of ['saved on this device', 'Opened once', 'Opened 3 times', '6 min 40 s of reading']) {
      await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    }
    await expect.element(page.getByText('Mail failed')).toBeVisible();
    await expect.element(page.getByText('No such <b>mailbox</b>')).toBeVisible();
    expect('hacked' in window).toBe(false);
  });

  test.each([390, 820, 1180, 1440])(
    'a row says when it was opened last, and for how long it was read, at %s px',
    async (width) => {
      await page.viewport(width, 900);
      await show();
      const standing = () => row('Daniel Okafor').query()?.closest('li')?.querySelector('[data-state]');
      const known = () => [...(standing()?.querySelectorAll('p:nth-child(2) span') ?? [])];
      await expect
        .poll(() => known().map(({ textContent }) => textContent))
        .toEqual([`last ${formatDate((now - 3600) * 1000)}`, '6 min 40 s of reading']);
      // Each is in one piece, inside the row, and on no other's place.
      const [last, reading] = known().map((each) => each.getBoundingClientRect());
      expect([last!.height, reading!.height]).toEqual([16, 16]);
      expect(reading!.left >= last!.right || reading!.top >= last!.bottom).toBe(true);
      const { right } = standing()!.getBoundingClientRect();
      expect(Math.max(last!.right, reading!.right)).toBeLessThanOrEqual(right);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    },
  );

  test('where nobody tells of reading, a row says when it was opened last all the same', async () => {
    await show({ reports: {} });
    const last = `last ${formatDate((now - 3600) * 1000)}`;
    await expect.element(page.getByText(last, { exact: true }).first()).toBeVisible();
    await expect.element(page.getByText('Opened 3 times')).toBeVisible();
    await expect.element(page.getByText(/of reading$/)).not.toBeInTheDocument();
  });

  test('a row opens to the timeline and the reading time; the rep and machines are not counted', async () => {
    await show();
    await row('Daniel Okafor').click();
    await expect.element(page.getByText('Price list, autumn 2026')).toBeVisible();
    const events = [...document.querySelectorAll('main ol li')].map((item) => item.textContent);
    expect(events.map((text) => text?.replace(/[A-Z][a-z]{2} \d+, \d{4}, .*?[AP]M/, 'at'))).toEqual([
      'Opened on a phoneat, 3 min 10 s',
      'Opened on a computerat, 2 min 50 s',
      'Opened on a phoneat, 40 s',
      'Checked by a mail scannerat, not counted',
      'Opened by youat, not counted',
      'Sent by e-mail',
      'Writtenat',
    ]);
    await expect.element(page.getByText('3 min 5 s', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Nobody read this')).not.toBeInTheDocument();
    // 6 min 40 s of reading: what no file accounts for was spent on the page.
    expect(timeOnPage()).toBe('The page itself1 min 35 s');
    const table = page.getByRole('table', { name: 'Reading time of Daniel Okafor in the last 7 days' });
    expect(table.getByRole('row').elements()).toHaveLength(8);
  });

  test.each([820, 1180, 1440])(
    'what the columns of days are of stands above them once at %s px',
    async (width) => {
      await page.viewport(width, 900);
      await show();
      const list = page.getByRole('region', { name: 'Sent to' });
      const week = page.getByRole('table', { name: /^Reading time of Daniel Okafor/ });
      await expect.element(week).toBeInTheDocument();
      const words = list
        .getByText('Last 7 days')
        .elements()
        .filter((element) => element.checkVisibility());
      expect(words).toHaveLength(1);
      const columns = week.element().parentElement!.parentElement!.getBoundingClientRect();
      expect(words[0]!.getBoundingClientRect().left).toBeCloseTo(columns.left, 0);
      expect(words[0]!.getBoundingClientRect().right).toBeLessThanOrEqual(columns.right);
    },
  );

  test('on a phone it stands beside the columns of each prospect who read', async () => {
    await phone();
    await show();
    const item = (name: string) => row(name).element().closest('li') as HTMLElement;
    await expect.element(row('Daniel Okafor')).toBeVisible();
    const words = page
      .getByRole('region', { name: 'Sent to' })
      .getByText('Last 7 days')
      .elements()
      .filter((element) => element.checkVisibility());
    expect(words.map((element) => element.closest('li'))).toEqual([item('Daniel Okafor')]);
  });

  test('who read the page and opened no file is not said to have read nothing', async () => {
    await show({ reports: { ...reports, 'message/m1/media': report([]) } });
    await row('Daniel Okafor').click();
    await expect.element(page.getByText('The page itself')).toBeVisible();
    expect(timeOnPage()).toBe('The page itself6 min 40 s');
    await expect.element(page.getByText('Nothing was read yet.')).not.toBeInTheDocument();
  });

  test('[PRPT-03] fields of the host that nobody has described stand there as they come', async () => {
    await show({ packLog: [{ ...log[0]!, more: { job_title: '<b>Buyer</b>', stage: 3 } }] });
    await row('Sent Elsewhere').click();
    const fields = () => [...document.querySelectorAll('main dl div')].map(({ textContent }) => textContent);
    await expect.poll(fields).toEqual(['job_title<b>Buyer</b>', 'stage3']);
  });

  test('by keyboard', async () => {
    await show();
    await expect.element(row('Daniel Okafor')).toBeVisible();
    (row('Daniel Okafor').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(row('Daniel Okafor')).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard(' ');
    await expect.element(row('Daniel Okafor')).toHaveAttribute('aria-expanded', 'false');
  });
});
