import { describe, expect, test } from 'vitest';
import type { PackLogRow, WaitingItem } from '#services.ts';
import type { MessageRecord } from '#storage/records.ts';
import { countPeople, sentRows } from './sent-row.ts';
import { isCut, lastDays, readingOf, type Visit, visitsIn, visitsOf } from './visits.ts';

const message = (id: string, fields: Partial<MessageRecord> = {}): MessageRecord => ({
  id,
  type: 'salestool--message',
  first_name: 'Daniel',
  last_name: 'Okafor',
  sent: true,
  date_sent: 1_763_000_000,
  drupal_internal__id: 7,
  ...fields,
});

const entry = (uuid: string, fields: Partial<PackLogRow> = {}): PackLogRow => ({
  id: uuid,
  uuid,
  pack_uuid: 'p',
  date_sent: 1_763_000_000,
  kind: 'mail',
  ...fields,
});

const item = (
  id: string,
  state: WaitingItem['state'],
  reason: string | null = null,
): [string, WaitingItem] => [
  id,
  { type: 'salestool--message', id, title: '', subtitle: '', updated: 0, state, reason, packId: 'p' },
];

const rowsOf = (messages: MessageRecord[], entries: PackLogRow[], waiting: [string, WaitingItem][] = []) =>
  sentRows({ messages, entries, waiting: new Map(waiting) });

describe('[PRPT-06] the log is what the host and the device know together', () => {
  test('newest first, each message once', () => {
    const rows = rowsOf(
      [message('here', { date_sent: 1_763_000_300 }), message('both', { date_sent: 1_763_000_200 })],
      [entry('both', { date_sent: 1_763_000_200, opened: 2 }), entry('there', { date_sent: 1_763_000_100 })],
    );
    expect(rows.map(({ id }) => id)).toEqual(['here', 'both', 'there']);
    expect(rows.map((row) => row.message !== null)).toEqual([true, true, false]);
    expect(rows[1]?.opened).toBe(2);
  });

  test('[PRPT-03] what else the host tells goes with the message, whichever side knows that', () => {
    const more = { stage: 3, tags: '["warm"]' };
    const rows = rowsOf([message('both')], [entry('both', { more }), entry('there', { more })]);
    for (const row of rows) expect(row.more).toEqual(Object.entries(more));
  });

  test('of one moment by name, whatever their ids', () => {
    const named = (id: string, first_name: string) => message(id, { first_name, last_name: '' });
    const rows = rowsOf([named('1', 'Sven'), named('2', 'Daniel'), named('3', 'Mia')], []);
    expect(rows.map(({ name }) => name)).toEqual(['Daniel', 'Mia', 'Sven']);
  });

  test.each([
    [
      'waiting on this device',
      message('m', { drupal_internal__id: undefined as never }),
      undefined,
      item('m', 'waiting'),
      'waiting',
    ],
    [
      'refused',
      message('m', { drupal_internal__id: undefined as never }),
      undefined,
      item('m', 'refused', 'No'),
      'refused',
    ],
    ['accepted', message('m', { delivery: 'queued' }), undefined, undefined, 'accepted'],
    [
      'mailed, as the host told last',
      message('m', { delivery: 'queued' }),
      entry('m', { delivery: 'sent' }),
      undefined,
      'mailed',
    ],
    [
      'failed',
      message('m', { delivery: 'failed', delivery_detail: 'No such mailbox' }),
      undefined,
      undefined,
      'failed',
    ],
    ['unknown', message('m', { delivery: 'unknown' }), undefined, undefined, 'unknown'],
    ['a link alone', message('m', { sent: false, date_sent: 0 }), undefined, undefined, 'link'],
    [
      'a link that was taken back',
      message('m', { sent: false, link_revoked: true }),
      undefined,
      undefined,
      'revoked',
    ],
  ] as const)('%s', (_what, record, told, waits, state) => {
    const [row] = rowsOf([record], told ? [told] : [], waits ? [waits] : []);
    expect(row?.state).toBe(state);
    if (state === 'failed') expect(row?.reason).toBe('No such mailbox');
  });

  test.each([
    ['queued', 'sent', 'mailed'],
    ['queued', 'unknown', 'unknown'],
    ['unknown', 'sent', 'mailed'],
    ['unknown', 'failed', 'failed'],
    ['unknown', 'queued', 'unknown'],
    ['sent', 'queued', 'mailed'],
    ['sent', 'failed', 'failed'],
    ['failed', 'sent', 'failed'],
  ] as const)(
    'of a message that is %s here and %s in the log, whichever is newer, the later state counts: %s',
    (delivery, logged, state) => {
      const reasonOf = (which: string) => `Reason of ${which}`;
      const [row] = rowsOf(
        [message('m', { delivery, delivery_detail: reasonOf(delivery) })],
        [entry('m', { delivery: logged, delivery_detail: reasonOf(logged) })],
      );
      const ends = { mailed: 'sent', failed: 'failed', unknown: 'unknown' };
      expect([row?.state, row?.reason]).toEqual([state, reasonOf(ends[state])]);
    },
  );

  test('why a mail failed is told by the log, which is asked for more often than the message', () => {
    const failed = { delivery: 'failed', delivery_detail: 'No such mailbox' };
    const [here] = rowsOf([message('m', { delivery: 'queued' })], [entry('m', failed)]);
    expect([here?.state, here?.reason]).toEqual(['failed', 'No such mailbox']);
    const [elsewhere] = rowsOf([], [entry('m', failed)]);
    expect([elsewhere?.state, elsewhere?.reason]).toEqual(['failed', 'No such mailbox']);
    // A log without reasons takes none away.
    const [known] = rowsOf(
      [message('m', { delivery: 'queued', delivery_detail: 'It will be tried again.' })],
      [entry('m', { delivery: 'queued' })],
    );
    expect(known?.reason).toBe('It will be tried again.');
  });

  test('[PSEND-24] of a host that tells nothing of mails one counts as mailed as soon as the host has it', () => {
    const stateOf = (...given: Parameters<typeof rowsOf>) => rowsOf(...given)[0]?.state;
    expect(stateOf([message('m')], [])).toBe('mailed');
    expect(stateOf([message('m', { delivery: null })], [entry('m', { delivery: null })])).toBe('mailed');
    expect(stateOf([], [entry('m', { delivery: null })])).toBe('mailed');
    expect(stateOf([message('m', { sent: false, date_sent: 0 })], [])).toBe('link');
    // On its way, or edited since: nobody has told yet whether that host tells more.
    expect(stateOf([message('m', { drupal_internal__id: undefined as never })], [])).toBe('accepted');
    expect(stateOf([message('m')], [], [item('m', 'waiting')])).toBe('accepted');
    // A log without it takes nothing from what the message says.
    expect(stateOf([message('m', { delivery: 'queued' })], [entry('m', { delivery: null })])).toBe(
      'accepted',
    );
    expect(stateOf([message('m', { delivery: 'sent' })], [entry('m', { delivery: null })])).toBe('mailed');
  });

  test('[PSEND-24, MODEL-21, SYNC-20] also where that host numbers its messages as it does its pages', () => {
    const { drupal_internal__id: _, ...other } = message('m');
    const stateOf = (record: MessageRecord) => rowsOf([record], [])[0]?.state;
    expect(stateOf({ ...other, drupal_internal__nid: 7 })).toBe('mailed');
    expect(stateOf({ ...other, drupal_internal__vid: 7 })).toBe('accepted');
  });

  test('what nobody dates has no date, and comes last', () => {
    const rows = rowsOf(
      [message('link', { sent: false, date_sent: 0 })],
      [entry('untold', { date_sent: 0 }), entry('told', { date_sent: 1 })],
    );
    expect(rows.map(({ id, date }) => [id, date])).toEqual([
      ['told', 1000],
      ['untold', null],
      ['link', null],
    ]);
  });

  test('people are counted once, however often and however their address was written', () => {
    const to = (id: string, email: string) => entry(id, { email });
    const rows = rowsOf(
      [message('a', { email: 'Daniel@Brightwater.example' }), message('b', { email: '' })],
      [to('c', ' daniel@brightwater.example'), to('d', 'mia@brightwater.example'), to('e', '')],
    );
    expect([rows.length, countPeople(rows)]).toEqual([5, 4]);
  });

  test('a change to a message that the host has already is not the message waiting', () => {
    const [row] = rowsOf([message('m', { delivery: 'sent' })], [], [item('m', 'waiting')]);
    expect([row?.state, row?.change]).toEqual(['mailed', { state: 'waiting', reason: null }]);
  });

  test.each([
    ['waiting', null],
    ['waiting', 'It is tried again by itself.'],
    ['refused', 'Forbidden (403) - No'],
  ] as const)(
    'a link is not said to be taken back while the change that does it is %s: %s',
    (state, reason) => {
      const taken = { delivery: 'sent', link_revoked: true };
      const [mail] = rowsOf([message('m', taken)], [], [item('m', state, reason)]);
      expect([mail?.state, mail?.change]).toEqual(['mailed', { state, reason }]);
      const [link] = rowsOf([message('m', { ...taken, sent: false })], [], [item('m', state, reason)]);
      expect(link?.state).toBe('link');
      const [gone] = rowsOf([message('m', taken)], []);
      expect([gone?.state, gone?.change]).toEqual(['revoked', null]);
    },
  );

  test('a link that was taken back stays so while another change of it waits', () => {
    const taken = message('m', { sent: false, link_revoked: true, _meta: { said: ['link_max_views'] } });
    const [row] = rowsOf([taken], [], [item('m', 'refused', 'Changed')]);
    expect([row?.state, row?.change]).toEqual(['revoked', { state: 'refused', reason: 'Changed' }]);
  });

  test('why a change waits is not why the mail failed', () => {
    const failed = message('m', { delivery: 'failed', delivery_detail: 'No such mailbox' });
    const [row] = rowsOf([failed], [], [item('m', 'waiting', 'It is tried again by itself.')]);
    expect([row?.state, row?.reason]).toEqual(['failed', 'No such mailbox']);
    const sent = message('m', { delivery: 'sent' });
    expect(rowsOf([sent], [], [item('m', 'waiting', 'It is tried again.')])[0]?.reason).toBeNull();
  });
});

describe('visits', () => {
  const visit = (fields: Partial<Visit>): Visit => ({
    id: 'v',
    messageId: 'm',
    kind: 'prospect',
    device: 'phone',
    at: 0,
    seconds: 60,
    ...fields,
  });
  const now = new Date(2026, 10, 20, 9, 41).getTime();

  test('seven days in the time zone of the device, the last one today; machines and the rep do not count', () => {
    const days = lastDays(
      [
        visit({ at: new Date(2026, 10, 20, 0, 5).getTime(), seconds: 40 }),
        visit({ at: new Date(2026, 10, 19, 23, 59).getTime(), seconds: 30 }),
        visit({ at: new Date(2026, 10, 19, 1).getTime(), seconds: 30 }),
        visit({ at: now, kind: 'own' }),
        visit({ at: now, kind: 'scanner' }),
        visit({ at: new Date(2026, 10, 13, 12).getTime() }),
      ],
      now,
    );
    expect(days.map(({ seconds }) => seconds)).toEqual([0, 0, 0, 0, 0, 60, 40]);
    expect(new Date(days[6]?.at ?? 0).getDate()).toBe(20);
  });

  test('what they come to', () => {
    expect(readingOf([visit({ at: 5, seconds: 10 }), visit({ kind: 'download', seconds: 0 })])).toEqual({
      opened: 1,
      seconds: 10,
      lastOpened: 5,
    });
    expect(visitsIn({ title: '', columns: [], total: 1, rows: [{ odd: 1 }] })).toEqual([]);
  });

  test('one that nobody dates counts, and belongs to no day', () => {
    const row = { id: 'v', message: 'm', kind: 'prospect', date: null, reading_time: 10 };
    const visits = visitsIn({ title: '', columns: [], total: 1, rows: [row] });
    expect(readingOf(visits)).toEqual({ opened: 1, seconds: 10, lastOpened: null });
    expect(lastDays(visits, 0).every(({ seconds }) => seconds === 0)).toBe(true);
  });

  test('of a list that is cut short those of a message are known where they come to all that was told', () => {
    const visits = new Map([['m', [visit({ id: 'v1' }), visit({ id: 'v2', kind: 'scanner' })]]]);
    const knownOf = (id: string, opened: number, isListCut: boolean) =>
      visitsOf({ id, opened }, { visits, isCut: isListCut })?.length ?? null;
    expect([knownOf('m', 1, true), knownOf('m', 2, true), knownOf('n', 0, true)]).toEqual([2, null, null]);
    expect([knownOf('m', 2, false), knownOf('n', 0, false)]).toEqual([2, 0]);
    expect(visitsOf({ id: 'm', opened: 0 }, { visits: null, isCut: false })).toBeNull();
  });

  test('a list is cut short where more rows are told of, or where nobody tells and it is full', () => {
    const report = (total: number | null) => ({
      title: '',
      columns: [],
      rows: [{ id: 1 }, { id: 2 }],
      total,
    });
    expect([isCut(report(3), 2), isCut(report(2), 2), isCut(report(null), 2)]).toEqual([true, false, true]);
    expect([isCut(report(null), 3), isCut(report(null), 0), isCut(report(3), 0)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
