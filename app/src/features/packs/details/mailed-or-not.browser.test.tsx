import { formatDate } from '@satchel/core/format/dates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { MessageRecord } from '#storage/records.ts';
import { day, message, now, row, show, wordsOfDaniel } from '#testing/pack-details-page.ts';
import { clearNotices, expectCleanAtEveryWidth, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  await tablet();
});

describe('[PRPT-06, NAV-25] the log', () => {
  test.each([
    ['a host that has it still to mail', { delivery: 'queued' }],
    ['a host that has it, as this device does not know yet', { drupal_internal__id: undefined }],
  ])('[PSEND-24] at %s a message is saved to the server, and not mailed', async (_, fields) => {
    const { drupal_internal__id, ...known } = message('m1', { first_name: 'Daniel', date_sent: now - day });
    const its = { drupal_internal__id, ...known, ...fields } as MessageRecord;
    await show({ messages: [its], packLog: [], waiting: [], reports: {} });
    await expect.poll(wordsOfDaniel).toEqual(['Not opened yet', 'saved to server, not mailed yet']);
    await expect.element(page.getByText('saved to server, not mailed yet', { exact: true })).toBeVisible();
    await expect.element(page.getByText('mailed', { exact: true })).not.toBeInTheDocument();
  });

  test.each([
    ['failed', 'No such mailbox', 'Mail failed: No such mailbox'],
    ['unknown', null, 'Mail may have left'],
    ['sent', null, null],
  ] as const)(
    'a message whose link was opened says all the same that its mail is %s',
    async (delivery, detail, expected) => {
      const opened = { opened: 2, last_opened: (now - 3600) * 1000 };
      const its = message('m1', { first_name: 'Daniel', date_sent: now - day, delivery, ...opened });
      await show({
        messages: [detail === null ? its : { ...its, delivery_detail: detail }],
        ...{ packLog: [], waiting: [], reports: {} },
      });
      const last = `last ${formatDate((now - 3600) * 1000)}`;
      await expect.poll(wordsOfDaniel).toEqual(['Opened 2 times', last, ...(expected ? [expected] : [])]);
      if (!expected) return;
      await expect.element(page.getByText(expected, { exact: true })).toBeVisible();
      await expectCleanAtEveryWidth();
      await row('Daniel').click();
      const words = delivery === 'failed' ? 'Mail failed' : 'Mail may have left';
      const inSight = () =>
        page
          .getByText(new RegExp(words))
          .elements()
          .filter((each) => each.checkVisibility());
      await expect.element(row('Daniel')).toHaveAttribute('aria-expanded', 'true');
      expect(inSight().length).toBeGreaterThan(0);
    },
  );

  test.each([
    ['failed', 'No such mailbox', ['Mail failedNo such mailbox', 'Saved to server', 'Writtenat']],
    [
      'unknown',
      'Its answer was lost.',
      ['Mail may have leftIts answer was lost.', 'Saved to server', 'Writtenat'],
    ],
    [
      'queued',
      'It will be tried again.',
      ['Not mailed yetIt will be tried again.', 'Saved to server', 'Writtenat'],
    ],
    ['queued', null, ['Saved to server', 'Writtenat']],
    ['sent', 'The mail server has accepted the mail.', ['Sent by e-mail', 'Writtenat']],
  ] as const)(
    'a message that is %s says why below its row, and is said to be mailed only when it was',
    async (delivery, detail, expected) => {
      const its = message('m1', { first_name: 'Daniel', date_sent: now - day, delivery });
      await show({
        messages: [detail === null ? its : { ...its, delivery_detail: detail }],
        ...{ packLog: [], waiting: [], reports: {} },
      });
      await row('Daniel').click();
      const events = () =>
        [...document.querySelectorAll('main ol li')].map(({ textContent }) =>
          textContent?.replace(/[A-Z][a-z]{2} \d+, \d{4}, .*?[AP]M/, 'at'),
        );
      await expect.poll(events).toEqual(expected);
    },
  );
});
