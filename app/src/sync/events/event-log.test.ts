import { eventTypes } from '@satchel/core/contract/events.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { Call } from '#remote/create-request.ts';
import { RemoteFailure } from '#remote/failure.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { createEventLog } from './event-log.ts';
import type { NewEvent } from './new-event.ts';

const minute = 60_000;
const ada = 'ada-uuid';
const ben = 'ben-uuid';
const okAnswer = [{ status: 'ok' }];
const errorAnswer = [{ status: 'error', message: 'No.' }];

const opened: Database[] = [];
afterEach(async () => {
  for (const { dexie } of opened.splice(0)) await dexie.delete({ disableAutoOpen: true });
});

interface Sent {
  address: string;
  contentType: string | undefined;
  attributes: Record<string, unknown>;
  type: string;
  id: string;
}

/** A device with an event log, and a host that answers as told. */
function device(answer: (description: string) => unknown = () => okAnswer) {
  const database = openDatabase(`event-log-${opened.length}-${crypto.randomUUID()}`);
  opened.push(database);
  const state = {
    ...{ user: ada as string | null, online: true, now: Date.UTC(2026, 10, 20, 9), answer },
    /** Whether the host answers whoever asks it for something else, and how often somebody did. */
    ...{ answersElse: true, questions: 0 },
  };
  const sent: Sent[] = [];
  const problems: unknown[] = [];
  const request = async (address: string, { headers, body }: Call = {}) => {
    const { data } = JSON.parse(String(body));
    sent.push({ address, contentType: headers?.['Content-Type'], ...data });
    const value = await state.answer(data.attributes.description);
    if (value instanceof Error) throw value;
    return { status: 200, headers: new Headers(), body: value };
  };
  const events = createEventLog({
    database,
    request,
    address: () => 'https://host.example/salestool/log',
    userId: () => state.user,
    connection: {
      isOnline: () => state.online,
      async ask() {
        state.questions += 1;
        state.online = state.answersElse;
      },
    },
    onProblem: (error) => void problems.push(error),
    now: () => state.now,
  });
  const log = (description: string, more: Partial<NewEvent> = {}) => {
    // The order of events is the order of their times.
    state.now += 1;
    return events.log({ eventTypeId: eventTypes.PACK_SAVED, description, ownerId: state.user, ...more });
  };
  const sentDescriptions = () => sent.map(({ attributes }) => attributes.description);
  return { database, state, sent, problems, events, log, sentDescriptions };
}

const busy = (status: number) =>
  new RemoteFailure({ kind: 'busy', status, statusText: '', retryAfterMs: null });
const unreachable = () => new RemoteFailure({ kind: 'unreachable', why: 'no-response' });
const aPage = () => new RemoteFailure({ kind: 'unreachable', why: 'not-json' });

describe('an event', () => {
  test('[LOG-01] is kept with description, status, retries, lastRetry, data and date before anything goes out', async () => {
    const { log, events, sent, state } = device();
    await log('Spring offer');
    expect(sent).toEqual([]);
    expect(await events.entries()).toMatchObject([
      {
        description: 'Spring offer',
        status: 'queued',
        retries: 0,
        lastRetry: null,
        date: state.now,
        data: { event_type_id: 10 },
      },
    ]);
  });

  test('[LOG-06, API-47, API-49] goes out alone, with its type number and the ids it carries', async () => {
    const { events, log, sent } = device();
    await log('Spring offer', { channelId: 'c', mediaId: 'm', packId: 'p', messageId: 's' });
    await log('Autumn offer');
    await events.push();
    expect(sent).toMatchObject([
      {
        address: 'https://host.example/salestool/log',
        contentType: 'application/vnd.api+json',
        type: 'salestool--log',
        attributes: {
          event_type_id: 10,
          description: 'Spring offer',
          date: '2026-11-20T09:00:00Z',
          channel_id: 'c',
          media_id: 'm',
          pack_id: 'p',
          message_id: 's',
        },
      },
      { attributes: { description: 'Autumn offer', channel_id: null } },
    ]);
  });

  test.each([
    ['LOG-02', [1, 2, 3, 5], ['USER_LOGIN', 'USER_LOGOUT', 'USER_PASSWORD_RESET', 'CHANNEL_SELECT'] as const],
    ['LOG-03', [10, 11], ['PACK_SAVED', 'PACK_VIEWED'] as const],
    ['LOG-04', [20, 21], ['MESSAGE_SENT', 'MESSAGE_LINK'] as const],
    ['LOG-05', [30, 31, 35], ['RESOURCE_LIST', 'RESOURCE_VIEW', 'APP_LAUNCH'] as const],
  ])('[%s] of these kinds reaches the host under the numbers %j', async (_, numbers, names) => {
    const { events, log, sent } = device();
    for (const name of names) await log(name, { eventTypeId: eventTypes[name] });
    await events.push();
    expect(sent.map(({ attributes }) => [attributes.description, attributes.event_type_id])).toEqual(
      names.map((name, at) => [name, numbers[at]]),
    );
  });

  test('[LOG-08] is sent on a successful push, and not again', async () => {
    const { events, log, sentDescriptions } = device();
    await log('Spring offer');
    await events.push();
    await events.push({ all: true });
    expect(sentDescriptions()).toEqual(['Spring offer']);
    expect(await events.entries()).toMatchObject([{ status: 'sent' }]);
  });

  const refusals: [string, unknown][] = [
    ['a first item with status error', errorAnswer],
    ['a refusal', new RemoteFailure({ kind: 'refused', status: 422, statusText: '', errors: [] })],
    ['a busy host', busy(500)],
    ['a page, though the host is there', aPage()],
  ];
  test.each(refusals)(
    '[LOG-09, CONST-04, API-48] has failed after more than 12 retries (%s)',
    async (_, answer) => {
      const { events, log, state, sent } = device(() => answer);
      await log('Spring offer');
      for (let retry = 1; retry <= 12; retry += 1) {
        await events.push().catch(() => {});
        state.now += 20 * minute;
      }
      expect(await events.entries()).toMatchObject([{ status: 'queued', retries: 12 }]);
      await events.push().catch(() => {});
      expect(await events.entries()).toMatchObject([{ status: 'failed', retries: 13 }]);
      state.now += 20 * minute;
      await events.push({ all: true });
      expect(sent).toHaveLength(13);
    },
  );

  test('[LOG-10, CONST-05] is tried again 20 minutes after its last attempt, not sooner', async () => {
    const { events, log, state, sent } = device(() => errorAnswer);
    await log('Spring offer');
    await events.push();
    state.now += 20 * minute - 1;
    await events.push();
    expect(sent).toHaveLength(1);
    state.now += 1;
    await events.push();
    expect(sent).toHaveLength(2);
  });

  test('[F25, LOG-10] does not wait for ever when the clock was set back', async () => {
    const { events, log, state, sent } = device(() => errorAnswer);
    await log('Spring offer');
    await events.push();
    state.now -= 10 * 365 * 24 * 60 * minute;
    await events.push();
    expect(sent).toHaveLength(2);
  });

  test.each([
    ['nothing answers', unreachable],
    ['pages are all that comes', aPage],
  ])('[LOG-09] loses none of its chances while the host cannot be reached (%s)', async (_, failure) => {
    const { events, log, state } = device(failure);
    state.answersElse = false;
    await log('Spring offer');
    for (let again = 0; again < 20; again += 1) {
      state.online = true;
      await expect(events.push({ all: true })).rejects.toThrow('No response');
    }
    Object.assign(state, { answer: () => okAnswer, online: true });
    await events.push({ all: true });
    expect(await events.entries()).toMatchObject([{ status: 'sent' }]);
  });
});

describe('[F4] an event that finds no space', () => {
  function fullDevice() {
    const world = device();
    world.database.events.hook('creating', () => {
      throw new DOMException('No space', 'QuotaExceededError');
    });
    return world;
  }
  const event = { eventTypeId: eventTypes.RESOURCE_VIEW, description: 'Guide', ownerId: ada };
  const full = { name: 'StorageFailure', kind: 'full' };

  test('is told of by itself, once, where nobody waits for it', async () => {
    const { events, problems } = fullDevice();
    await events.note(event);
    expect(problems).toEqual([expect.objectContaining(full)]);
    expect(await events.entries()).toEqual([]);
  });

  test('is told to whoever waits for it, and to nobody else', async () => {
    const { events, problems } = fullDevice();
    await expect(events.log(event)).rejects.toMatchObject(full);
    expect(problems).toEqual([]);
  });
});

describe('a push', () => {
  test('[LOG-12, LOG-13] by hand or on logout tries every queued event at once', async () => {
    const { events, log, sentDescriptions } = device(() => errorAnswer);
    await log('Spring offer');
    await log('Autumn offer');
    await events.push();
    await events.push({ all: true });
    expect(sentDescriptions()).toEqual(['Spring offer', 'Autumn offer', 'Spring offer', 'Autumn offer']);
  });

  test('of one event that is refused does not hold the others back', async () => {
    const { events, log } = device((description) => (description === 'Bad' ? busy(500) : okAnswer));
    await log('Bad');
    await log('Good');
    await events.push();
    const entries = await events.entries();
    expect(Object.fromEntries(entries.map(({ description, status }) => [description, status]))).toEqual({
      Bad: 'queued',
      Good: 'sent',
    });
  });

  test('[LOG-12] by hand or on logout goes past an event that meets a page instead of an answer, and says so at the end', async () => {
    const { events, log } = device((description) => (description === 'Bad' ? aPage() : okAnswer));
    await log('Bad');
    await log('Good');
    for (let again = 0; again < 2; again += 1) {
      await expect(events.push({ all: true })).rejects.toThrow(aPage().message);
      await log('Later');
    }
    expect((await events.entries()).map(({ description, status }) => [description, status])).toEqual([
      ['Later', 'queued'],
      ['Later', 'sent'],
      ['Good', 'sent'],
      ['Bad', 'queued'],
    ]);
  });

  test.each([true, false])(
    '[LOG-12] ends with a page when the host is not there (by hand: %s)',
    async (all) => {
      const { events, log, state, sentDescriptions } = device(aPage);
      state.answersElse = false;
      for (const name of ['One', 'Two', 'Three']) await log(name);
      await expect(events.push({ all })).rejects.toThrow(aPage().message);
      expect(sentDescriptions()).toEqual(['One']);
    },
  );

  test('[LOG-09] that meets nothing but pages asks once whether the host is there, and counts every try', async () => {
    const { events, log, state } = device(aPage);
    for (const name of ['One', 'Two', 'Three']) await log(name);
    await expect(events.push()).rejects.toThrow(aPage().message);
    expect((await events.entries()).map(({ retries }) => retries)).toEqual([1, 1, 1]);
    expect(state.questions).toBe(1);
  });

  test('[LOG-09] says nothing of a page any more once the event that met it has failed', async () => {
    const { events, log } = device(aPage);
    await log('Bad');
    for (let again = 0; again < 13; again += 1)
      await expect(events.push({ all: true })).rejects.toThrow(aPage().message);
    await events.push({ all: true });
    expect(await events.entries()).toMatchObject([{ status: 'failed' }]);
  });

  test('of its own accord ends when the host asks for a pause, and the rest loses no chance', async () => {
    const { events, log, sent } = device(() => busy(429));
    await log('Spring offer');
    await log('Autumn offer');
    await events.push();
    expect(sent).toHaveLength(1);
    expect((await events.entries()).map(({ retries }) => retries).sort()).toEqual([0, 1]);
  });

  test('never runs twice at a time, so that nothing is sent double', async () => {
    const { events, log, state, sentDescriptions } = device();
    let release = () => {};
    state.answer = () => new Promise((resolve) => (release = () => resolve(okAnswer)));
    await log('Spring offer');
    const first = events.push({ all: true });
    const second = events.push({ all: true });
    await expect.poll(sentDescriptions).toEqual(['Spring offer']);
    release();
    await Promise.all([first, second]);
    expect(sentDescriptions()).toEqual(['Spring offer']);
  });

  test('sends events under the account of whoever made them only', async () => {
    const { events, log, state, sentDescriptions } = device();
    await log("Ada's pack");
    state.user = ben;
    await log("Ben's pack");
    await events.push({ all: true });
    expect(sentDescriptions()).toEqual(["Ben's pack"]);
    state.user = ada;
    await events.push({ all: true });
    expect(sentDescriptions()).toEqual(["Ben's pack", "Ada's pack"]);
  });

  test.each([
    ['somebody else is', ben],
    ['nobody is', null],
  ])('[F18] goes to whoever did it, also when %s signed in by the time it is kept', async (_who, user) => {
    const { events, log, state, sent, sentDescriptions } = device();
    state.user = user;
    await log("Ada's pack", { ownerId: ada });
    expect(await events.entries()).toEqual([]);
    await events.push({ all: true }).catch(() => {});
    expect(sent).toEqual([]);
    state.user = ada;
    expect(await events.entries()).toMatchObject([{ description: "Ada's pack", status: 'queued' }]);
    await events.push({ all: true });
    expect(sentDescriptions()).toEqual(["Ada's pack"]);
  });

  test('[LOG-01, LOG-08] tells nobody of what happened while nobody was signed in, and the log calls it failed', async () => {
    const { events, log, state, sent } = device();
    state.user = null;
    await log('View the price list', { eventTypeId: eventTypes.RESOURCE_VIEW });
    expect(await events.entries()).toMatchObject([{ status: 'failed', retries: 0 }]);
    state.user = ada;
    await events.push({ all: true });
    expect(sent).toEqual([]);
    state.user = null;
    expect(await events.entries()).toMatchObject([{ status: 'failed', retries: 0 }]);
  });

  test('ends when whoever made the events signs out meanwhile', async () => {
    const { events, log, state, sentDescriptions } = device();
    await log('Spring offer');
    await log('Autumn offer');
    state.answer = () => {
      state.user = ben;
      return okAnswer;
    };
    await events.push();
    expect(sentDescriptions()).toHaveLength(1);
  });

  test.each([
    ['Application is offline', { online: false }],
    ['You are not logged in', { user: null }],
  ])('says %j and tries nothing', async (words, change) => {
    const { events, log, state, sent } = device();
    await log('Spring offer');
    Object.assign(state, change);
    await expect(events.push()).rejects.toThrow(words);
    expect(sent).toEqual([]);
  });
});

describe('the log', () => {
  const long = (name: string) => `${name} ${'x'.repeat(900)}`;
  const names = async ({ events }: ReturnType<typeof device>) =>
    (await events.entries()).map(({ description }) => description.split(' ')[0]).reverse();

  test('[LOG-11, CONST-06] never takes more than 102400 bytes', async () => {
    const { database, log } = device();
    for (let count = 0; count < 120; count += 1) await log(`${count} ${'ü'.repeat(900)}`);
    const bytes = new TextEncoder().encode(
      (await database.events.toArray()).map((row) => JSON.stringify(row)).join(''),
    );
    expect(bytes.length).toBeLessThanOrEqual(102_400);
    expect(bytes.length).toBeGreaterThan(98_000);
  });

  test('[LOG-12] drops the oldest first: sent before failed before queued', async () => {
    const world = device((description) => (description.startsWith('sent') ? okAnswer : errorAnswer));
    const { log, events } = world;
    await log(long('failed1'));
    for (let retry = 0; retry < 13; retry += 1) await events.push({ all: true });
    for (const name of ['sent1', 'sent2']) await log(long(name));
    await events.push();
    const fill = async (until: (list: (string | undefined)[]) => boolean) => {
      for (;;) {
        await log(long('queued'));
        const list = await names(world);
        if (until(list)) return list;
      }
    };
    expect((await fill((list) => !list.includes('sent1'))).slice(0, 2)).toEqual(['failed1', 'sent2']);
    expect((await fill((list) => !list.includes('sent2')))[0]).toBe('failed1');
    const queuedBefore = (await names(world)).length;
    expect(await fill((list) => !list.includes('failed1'))).toHaveLength(queuedBefore);
  });

  test('[SET-08, F18] shows what was done while nobody was signed in to nobody who signs in, and whoever clears theirs clears it', async () => {
    const { events, log, state, database } = device();
    await log("Ada's pack");
    state.user = null;
    await log('View the price list', { eventTypeId: eventTypes.RESOURCE_VIEW });
    expect(await events.entries()).toMatchObject([{ description: 'View the price list' }]);
    state.user = ben;
    expect(await events.entries()).toEqual([]);
    await events.clear();
    expect(await database.events.toArray()).toMatchObject([{ description: "Ada's pack", ownerId: ada }]);
  });

  test.each([
    ['USER_LOGIN', 'logged in'],
    ['USER_LOGOUT', 'logged out'],
    ['USER_PASSWORD_RESET', 'reset the password'],
  ] as const)(
    '[LOG-02, F18] keeps no event that names a person and is nobody’s (%s), and shows none that an earlier version kept',
    async (type, words) => {
      const { events, log, state, database } = device();
      const named = { eventTypeId: eventTypes[type] };
      state.user = null;
      await log(`ada ${words}`, named);
      expect(await database.events.toArray()).toEqual([]);
      state.user = ada;
      await log(`ada ${words}`, named);
      expect(await events.entries()).toMatchObject([{ description: `ada ${words}` }]);
      const [row] = await database.events.toArray();
      await database.events.put({ ...row!, ownerId: null, status: 'failed' });
      for (const user of [null, ada, ben]) {
        state.user = user;
        expect(await events.entries()).toEqual([]);
      }
    },
  );

  test('shows and clears what the user did, never what others left to be sent', async () => {
    const { events, log, state, sentDescriptions } = device();
    await log("Ada's pack");
    state.user = ben;
    await log("Ben's pack");
    expect(await events.entries()).toMatchObject([{ description: "Ben's pack" }]);
    await events.clear();
    expect(await events.entries()).toEqual([]);
    state.user = ada;
    await events.push();
    expect(sentDescriptions()).toEqual(["Ada's pack"]);
  });
});
