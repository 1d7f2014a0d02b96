import { formatDate } from '@satchel/core/format/dates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Report } from '#services.ts';
import type { MessageRecord } from '#storage/records.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { type SamplePackOptions, samplePack, samplePackServices } from '#testing/sample-packs.ts';
import {
  clearNotices,
  expectCleanAtEveryWidth,
  phone,
  setColorScheme,
  showWorld,
  tablet,
} from '#testing/show-app.tsx';

const day = 86_400;
const now = Math.floor(Date.now() / 1000);

const message = (id: string, fields: Partial<MessageRecord>): MessageRecord => ({
  id,
  type: 'salestool--message',
  ownerId: sampleUser.uuid,
  pack: { type: 'salestool--pack', id: 'brightwater' },
  drupal_internal__id: 4,
  company: 'Brightwater Cafés',
  sent: true,
  ...fields,
});

const daniel = message('m1', {
  ...{ first_name: 'Daniel', last_name: 'Okafor', date_sent: now - 2 * day, delivery: 'sent', opened: 3 },
  last_opened: (now - 3600) * 1000,
});
const hostile = message('m2', {
  first_name: '<img src=x onerror="window.hacked=1">',
  last_name: '=1+1',
  company: '<script>window.hacked=1</script>',
  date_sent: now - 4 * day,
  delivery: 'failed',
  delivery_detail: 'No such <b>mailbox</b>',
});
const priya = message('m3', { first_name: 'Priya', last_name: 'Nair', date_sent: now });
delete priya.drupal_internal__id;

const report = (rows: Report['rows']): Report => ({ title: '', columns: [], rows, total: rows.length });
const visit = (id: string, kind: string, device: string, reading_time: number, at = now - 3600) => ({
  ...{ id, message: 'm1', name: 'Daniel Okafor', kind, device, date: at, reading_time },
});
const reports = {
  'pack/brightwater/visits': report([
    visit('v1', 'prospect', 'phone', 190),
    visit('v2', 'prospect', 'desktop', 170),
    visit('v3', 'prospect', 'phone', 40),
    visit('v4', 'scanner', 'Barracuda', 0),
    visit('v5', 'own', 'desktop', 600),
  ]),
  'message/m1/media': report([
    { id: 'prices', name: 'Price list, autumn 2026', reading_time: 185 },
    { id: 'guide', name: 'T3 product guide', reading_time: 120 },
    { id: 'case', name: 'Nobody read this', reading_time: 0 },
  ]),
};

const waiting = [
  {
    type: 'salestool--message' as const,
    ...{ id: 'm3', title: '', subtitle: '', updated: 0, state: 'waiting' as const, reason: null },
    packId: 'brightwater',
  },
];
const log = [
  {
    ...{ id: 9, uuid: 'm9', pack_uuid: 'brightwater', date_sent: now - day, kind: 'link' as const },
    ...{ first_name: 'Sent', last_name: 'Elsewhere', opened: 1, last_opened: now - 60 },
  },
];

const show = (options: SamplePackOptions = {}) =>
  showWorld(
    '/packs/brightwater/details',
    samplePackServices({ messages: [daniel, hostile, priya], waiting, packLog: log, reports, ...options }),
  );
const row = (name: string) => page.getByRole('button', { name, exact: true });
/** What Daniel's row says of how far his message has come. */
const wordsOfDaniel = () => {
  const item = row('Daniel').query()?.closest('li');
  return [...(item?.querySelectorAll('[data-state] p') ?? [])].map(({ textContent }) => textContent);
};
const timeOnPage = () => page.getByText('The page itself').element().closest('li')?.textContent;
const offline = { connection: { online: false, icon: 'offline' } } as const;

beforeEach(async () => {
  clearNotices();
  await tablet();
});

test.each([
  ['Build', '/packs/brightwater/build', {}],
  ['Edit', '/packs/brightwater/edit', { packBuilder2Enabled: false }],
])('[PEDIT-10, PERM-07] %s leads where it says', async (name, address, flags) => {
  const { at } = await show({ configuration: { flags } });
  await page.getByRole('link', { name, exact: true }).click();
  await expect.poll(at).toBe(address);
});

test('[PLIST-02] a pack without a type counts as private: it says whether the server has it', async () => {
  const packs = [samplePack({ id: 'old', title: 'An old pack', pack_type: null })];
  await showWorld('/packs/old/details', samplePackServices({ packs }));
  await expect.element(page.getByText('saved to server', { exact: true })).toBeVisible();
});

test('of a pack that is not the rep’s own the notes are shown below its name, which stands once', async () => {
  const shared = (id: string, notes: string) =>
    samplePack({ id, title: 'Velden range 2027', pack_type: 'global', ownerId: null, notes });
  const packs = [shared('range', 'The official overview.'), shared('bare', '')];
  const { history } = await showWorld('/packs/range/details', samplePackServices({ packs }));
  await expect.element(page.getByText('The official overview.')).toBeVisible();
  expect(page.getByRole('heading', { name: 'Velden range 2027' }).elements()).toHaveLength(1);
  history.push('/packs/bare/details');
  await expect.element(page.getByText('No notes.')).toBeVisible();
});

test.each([{}, offline])(
  'who is not logged in is asked to, and not told that it went nowhere, with %j',
  async (options) => {
    const shared = samplePack({
      id: 'range',
      title: 'Velden range 2027',
      pack_type: 'global',
      ownerId: null,
    });
    const world = samplePackServices({ packs: [shared], session: { user: null }, ...options });
    await showWorld('/packs/range/details', world);
    await expect.element(page.getByText('Log in to see to whom you sent this pack.')).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: 'Sent to' }).getByRole('link', { name: 'Login' }))
      .toHaveAttribute('href', '/user/login');
    await expect.element(page.getByText(/You do not appear to have sent/)).not.toBeInTheDocument();
  },
);

test('a very long name takes three lines, and all of it shows when it is asked for', async () => {
  await phone();
  const title = 'Proposal for the northern regional transport authority and its eleven depots, '
    .repeat(3)
    .trim();
  await showWorld(
    '/packs/long/details',
    samplePackServices({ packs: [samplePack({ id: 'long', title })], messages: [daniel] }),
  );
  const heading = page.getByRole('heading', { level: 1, name: title });
  await expect.element(heading).toBeVisible();
  const lines = () =>
    heading.element().clientHeight / Number.parseFloat(getComputedStyle(heading.element()).lineHeight);
  await expect.poll(() => Math.round(lines())).toBe(3);
  (page.getByRole('button', { name: 'Show all' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(lines).toBeGreaterThan(5);
  await expectCleanAtEveryWidth();
  await phone();
  await page.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(() => Math.round(lines())).toBe(3);
});

test('the form below the log is not there before the log, so that it does not move', async () => {
  await phone();
  const world = samplePackServices({ messages: [daniel], packLog: log, reports });
  const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>();
  const { ofPack } = world.services.messages;
  world.services.messages.ofPack = async (id) => {
    await isAsked;
    return ofPack(id);
  };
  await showWorld('/packs/brightwater/details', world);
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.element(page.getByRole('status', { name: 'Loading the pack' })).toBeInTheDocument();
  await expect.element(name).not.toBeInTheDocument();
  answer();
  await expect.element(name).toBeInTheDocument();
  await expect.element(row('Daniel Okafor')).toBeVisible();
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

  test('offline it is shown from this device, and says so', async () => {
    const { calls } = await show(offline);
    await expect.element(page.getByText(/As this device knows it/)).toBeVisible();
    await expect.element(page.getByText('Opened 3 times')).toBeVisible();
    await row('Daniel Okafor').click();
    await expect.element(page.getByText('Last opened', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Sent by e-mail')).toBeVisible();
    expect(calls.filter((call) => /report|log of/.test(call))).toEqual([]);
  });

  test('back online the host is asked at once', async () => {
    const world = await show(offline);
    await expect.element(page.getByText(/As this device knows it/)).toBeVisible();
    world.connection.set({ ...world.connection.current(), online: true, icon: 'online' });
    await expect.element(page.getByText('6 min 40 s of reading')).toBeVisible();
    expect(world.calls).toContain('load log of brightwater');
  });

  test('of a pack that the host does not have yet it is not asked', async () => {
    const { pulled: _, ...unpulled } = samplePack({ id: 'brightwater', _meta: { push: true } });
    const packs = [unpulled];
    const { calls } = await show({ packs, reports: {}, packLog: [] });
    await expect.element(page.getByText('saved on this device')).toBeVisible();
    expect(calls.filter((call) => /report|log of/.test(call))).toEqual([]);
    await expect.element(page.getByText(/could not be fetched/)).not.toBeInTheDocument();
  });

  test('[PRPT-06] a visit that came between the answers about log and visits is asked for', async () => {
    let asked = 0;
    const late = {
      ...reports,
      get 'pack/brightwater/visits'() {
        asked += 1;
        return asked === 1 ? report([]) : reports['pack/brightwater/visits'];
      },
    };
    await show({ messages: [daniel], waiting: [], packLog: [], reports: late });
    await row('Daniel Okafor').click();
    await expect.element(page.getByText('Opened on a phone').first()).toBeVisible();
    expect(asked).toBe(2);
  });

  test('what the host has forgotten of visits is asked for once more, and no more than that', async () => {
    let asked = 0;
    const empty = {
      get 'pack/brightwater/visits'() {
        asked += 1;
        return report([]);
      },
    };
    await show({ messages: [daniel], waiting: [], packLog: [], reports: empty });
    await expect.poll(() => asked).toBe(2);
    await row('Daniel Okafor').click();
    await expect.element(page.getByText('Opened 3 times')).toBeVisible();
    expect(asked).toBe(2);
  });

  test('a host without visits shows what it told, and why there is no more', async () => {
    await show({ reports: {} });
    await expect
      .element(page.getByText('Visits could not be fetched: There is no such report.'))
      .toBeVisible();
    await expect.element(page.getByText('Opened 3 times')).toBeVisible();
  });
});

test.each(['light', 'dark'] as const)(
  'details are clean under axe at every width, and nothing scrolls sideways in the %s scheme',
  async (scheme) => {
    setColorScheme(scheme);
    const { screen } = await show();
    await row('Daniel Okafor').click();
    await expect.element(page.getByText('Price list, autumn 2026')).toBeVisible();
    await expectCleanAtEveryWidth();
    await screen.unmount();
    setColorScheme('light');
  },
);
