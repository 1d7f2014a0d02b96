import { isObject } from '@satchel/core/contract/is-object.ts';
import type { Request } from '#remote/create-request.ts';
import { isKnownToHost } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { PackLogRow } from '#storage/device-rows.ts';
import { readValue } from '../reports/report.ts';

interface PackLogParts {
  database: Database;
  request: Request;
  /** Where the host lists to whom a pack went, without the pack's id. */
  address: () => string;
  userId: () => string | null;
  now: () => number;
}

/** CONST-18: 24 weeks. */
const keptSeconds = 14_515_200;
/** CONST-19 */
const mostEntries = 1_000_000;
/** Of an entry that says none. */
const noDate = 0;

const wordsIn = (value: unknown) => (typeof value === 'string' ? value : '');
const digits = /^\d+$/;
const numberIn = (value: unknown) => {
  const number = typeof value === 'string' && digits.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

const knownFields: ReadonlySet<string> = new Set([
  ...[
    'id',
    'uuid',
    'pack_uuid',
    'date_sent',
    'subject',
    'first_name',
    'last_name',
    'company',
    'email',
    'kind',
  ],
  ...['delivery', 'delivery_detail', 'opened', 'last_opened'],
]);

function moreIn(entry: Record<string, unknown>) {
  const more: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(entry)) {
    const read = knownFields.has(name) ? null : readValue(value);
    if (read !== null && read !== '') more[name] = read;
  }
  return more;
}

/** An entry as the host tells it; null for what says neither which message nor which pack it is of. */
function readEntry(value: unknown, packId: string, ownerId: string): PackLogRow | null {
  if (!isObject(value)) return null;
  const { id, uuid, pack_uuid } = value;
  if ((typeof id !== 'number' && typeof id !== 'string') || typeof uuid !== 'string') return null;
  if (wordsIn(pack_uuid).toLowerCase() !== packId.toLowerCase()) return null;
  return {
    id,
    uuid,
    pack_uuid: packId,
    date_sent: numberIn(value.date_sent) ?? noDate,
    ownerId,
    subject: wordsIn(value.subject),
    first_name: wordsIn(value.first_name),
    last_name: wordsIn(value.last_name),
    company: wordsIn(value.company),
    email: wordsIn(value.email),
    kind: value.kind === 'link' ? 'link' : 'mail',
    delivery: wordsIn(value.delivery) || null,
    delivery_detail: wordsIn(value.delivery_detail) || null,
    opened: numberIn(value.opened),
    last_opened: numberIn(value.last_opened),
    more: moreIn(value),
  };
}

/**
 * Takes a pack's log from the host: entries older than 24 weeks are purged, then what was fetched is stored, in one
 * transaction (PRPT-02). What the host no longer lists of the pack goes too: a prospect may have been erased.
 */
export function createLoadPackLog({ database, request, address, userId, now }: PackLogParts) {
  const { packLog } = database;
  return async (packId: string) => {
    const ownerId = userId();
    if (ownerId === null) return;
    const { body, headers } = await request(
      `${address()}/${encodeURIComponent(packId)}?page[number]=0&page[size]=0`,
      {
        owner: ownerId,
      },
    );
    const results = isObject(body) && Array.isArray(body.results) ? body.results : null;
    if (results === null) throw new Error('The server has no log of this pack');
    const entries = results.slice(0, mostEntries).flatMap((value) => readEntry(value, packId, ownerId) ?? []);
    const oldest = (await present(headers)) - keptSeconds;
    await database.write([packLog], async () => {
      await packLog.where('date_sent').between(noDate, oldest, false).delete();
      await packLog
        .where('pack_uuid')
        .equals(packId)
        .filter((entry) => entry.ownerId === ownerId)
        .delete();
      await packLog.bulkPut(entries);
    });
  };

  /**
   * Now in seconds, by the host's clock. Where it tells none, by this device's, but no later than the last time that it told of
   * a message: a clock that is ahead, by which messages are dated as well, must not empty the log.
   */
  async function present(headers: Headers): Promise<number> {
    const told = Date.parse(headers.get('date') ?? '');
    return Math.floor((Number.isNaN(told) ? Math.min(now(), await lastTold()) : told) / 1000);
  }

  /** ms by the host's clock; what waits tells of this device's. */
  async function lastTold(): Promise<number> {
    const newestFirst = database.records('salestool--message').orderBy('changed').reverse();
    const newest = await newestFirst
      .filter((message) => isKnownToHost(message) && !message._meta?.push)
      .first();
    return newest?.changed ?? 0;
  }
}
