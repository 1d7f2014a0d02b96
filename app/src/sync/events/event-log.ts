import { eventTypes } from '@satchel/core/contract/events.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import type { Connection } from '#remote/connection.ts';
import type { Request } from '#remote/create-request.ts';
import { withLock as lockOfTheDevice, type WithLock } from '#remote/with-lock.ts';
import type { Database } from '#storage/database.ts';
import type { EventRow } from '#storage/device-rows.ts';
import { createRunnerLock, type Every } from '#sync/runner-lock.ts';
import { dropOverCap } from './entries-over-cap.ts';
import type { NewEvent } from './new-event.ts';
import { createPushEvents } from './push-events.ts';

interface EventLogParts {
  database: Database;
  request: Request;
  /** Address of the log call (API-47). */
  address: () => string;
  /** UUID of whoever is signed in. */
  userId: () => string | null;
  connection: Pick<Connection, 'isOnline' | 'ask'>;
  /** Told of an event that could not be kept and that nobody waits for. */
  onProblem: (error: unknown) => void;
  withLock?: WithLock;
  now?: () => number;
  every?: Every | undefined;
}

// These name a person, whoever is signed in.
const namingTypes: readonly number[] = [
  eventTypes.USER_LOGIN,
  eventTypes.USER_LOGOUT,
  eventTypes.USER_PASSWORD_RESET,
];
const namesSomebody = (ownerId: string | null, type: number) =>
  ownerId === null && namingTypes.includes(type);

// Titles end at 255 characters; anything much longer would push all others out of the log.
const longestDescription = 1000;

/** What people did, kept here first and told to the host under the account of whoever did it (LOG-01 to LOG-13). */
export function createEventLog({ database, userId, onProblem, now = Date.now, ...parts }: EventLogParts) {
  const { withLock = lockOfTheDevice, every, ...pushParts } = parts;
  const push = createPushEvents({ database, userId, now, ...pushParts });
  const whileNobodyElse = createRunnerLock({
    ...{ name: 'satchel-event-log', id: 'events' },
    ...{ database, withLock, now, every },
  });

  /**
   * What others did on this device is shown to nobody else. What was done while nobody was signed in shows while nobody is
   * (decision 073), but for names in rows of earlier versions.
   */
  const isShown = ({ ownerId, data }: EventRow) =>
    ownerId === userId() && !namesSomebody(ownerId, data.event_type_id);

  async function log({ ownerId, ...event }: NewEvent) {
    // It would be read by others, and nobody could ever send it.
    if (namesSomebody(ownerId, event.eventTypeId)) return;
    const row: EventRow = {
      id: newId(),
      description: event.description.slice(0, longestDescription),
      // Nobody's goes to no host, under whatever account (decision 062).
      status: ownerId === null ? 'failed' : 'queued',
      retries: 0,
      lastRetry: null,
      date: now(),
      ownerId,
      data: {
        event_type_id: event.eventTypeId,
        channel_id: event.channelId ?? null,
        media_id: event.mediaId ?? null,
        pack_id: event.packId ?? null,
        message_id: event.messageId ?? null,
      },
    };
    await database.write([database.events], async () => {
      await database.events.put(row);
      await dropOverCap(database);
    });
  }

  return {
    /** Durable when it resolves; nothing is sent before. What names a person and is nobody's is not kept. */
    log,

    /** Of what goes on all the same where the device cannot keep it. Never rejects. */
    note: (event: NewEvent) => log(event).catch(onProblem),

    /** Newest first. */
    entries: async () => (await database.events.orderBy('date').reverse().toArray()).filter(isShown),

    /**
     * Sends what is due; one run at a time on this device, unless the window whose it was froze. When that thaws, it finds
     * as sent what went meanwhile, and the host takes the same event once.
     * @param options.all manual and logout pushes try every queued event at once (LOG-12)
     * @param options.signal what is not told when it is aborted stays queued
     * @throws RemoteFailure when the host cannot be reached, or nobody is signed in; what was not tried stays queued
     */
    push: ({ all = false, signal }: { all?: boolean; signal?: AbortSignal } = {}) =>
      whileNobodyElse(() => push({ all, signal })),

    clear: () =>
      database.write([database.events], async () => {
        // Nobody's will never be sent; what others left may be.
        await database.events.filter((row) => row.ownerId === null || isShown(row)).delete();
      }),
  };
}
