import { sql } from 'kysely';
import type { WriteTransaction } from '#database/database.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import type { ViewSessionTable } from '#database/schema.ts';
import { mostPartsOfVisit, mostVisitsOfDay, type Totals } from './report.ts';
import { longestVisitMs, type Visit } from './visit.ts';

/** A page that was only flashed up was not read. */
const shortestReadMs = 1000;

/** A report of a page whose link leads somewhere, from who may see it. */
export interface Reported {
  message: { id: string; owner_id: string };
  visit: Visit;
  attended: boolean;
  totals: Totals;
  device: string;
  /** When it arrived. */
  now: number;
}

interface Part {
  session_id: string;
  part: string;
  number: number;
  visible_ms: number;
}

/** Rows of one statement: well under the parameters that either engine takes. */
const rowsAtOnce = 1000;

/**
 * Keeps what pages say of their visits. Totals are sums: the maximum counts, so that a report that comes twice, late or
 * out of order changes nothing, and never more than the time that really passed since the page was asked for.
 * @returns how many visits each message has that are a reader's only since now, by the message's id
 */
export async function keepReports(trx: WriteTransaction, reports: readonly Reported[]) {
  const seen = reports.filter(
    (each) => each.visit.visitor !== 'scanner' && atMost(each, each.totals.visible_ms) >= shortestReadMs,
  );
  if (seen.length === 0) return new Map<string, number>();
  const known = await visitsAmong(trx, [...new Set(seen.map(({ visit }) => visit.id))]);
  const kept = await withinTheDay(trx, seen, known);
  if (kept.length === 0) return new Map<string, number>();
  const medias = await mediasOf(trx, [...new Set(kept.map(({ message }) => message.id))]);
  const isOf = ({ message }: Reported, mediaId: string) => medias.has(`${message.id} ${mediaId}`);
  const newReaders = await keepSessions(trx, kept, known);
  await keepMediaTotals(trx, kept, isOf);
  await keepParts(trx, kept, isOf);
  // One that stays open unattended goes on being a reader's.
  const read = kept.filter((each) => kindOf(each) === 'prospect' || known.get(each.visit.id) === 'prospect');
  await bumpRevision(trx, ...read.map(({ message }) => ownerScope(message.owner_id)));
  return newReaders;
}

async function mediasOf(trx: WriteTransaction, messageIds: readonly string[]) {
  const rows = await trx
    .selectFrom('message_media')
    .select(['message_id', 'media_id'])
    .where('message_id', 'in', messageIds)
    .execute();
  return new Set(rows.map(({ message_id, media_id }) => `${message_id} ${media_id}`));
}

const atMost = ({ visit, now }: Reported, ms: number) => Math.min(ms, now - visit.started);

const kindOf = ({ visit, attended }: Reported): ViewSessionTable['kind'] => {
  if (visit.visitor !== 'prospect') return visit.visitor;
  return attended ? 'prospect' : 'unattended';
};

/** Visits that have been reported before, each with who it is put down to. */
async function visitsAmong(trx: WriteTransaction, ids: readonly string[]) {
  const rows = await trx.selectFrom('view_session').select(['id', 'kind']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** Without visits that are too many of their message for one day: whoever has a link can begin any number. */
async function withinTheDay(
  trx: WriteTransaction,
  reports: readonly Reported[],
  known: ReadonlyMap<string, unknown>,
) {
  const begun = reports.filter(({ visit }) => !known.has(visit.id));
  if (begun.length === 0) return reports;
  const rows = await trx
    .selectFrom('view_session')
    .select(({ fn }) => ['message_id', fn.countAll<number>().as('visits')])
    .where('message_id', 'in', [...new Set(begun.map(({ message }) => message.id))])
    .where('started', '>', Math.min(...begun.map(({ now }) => now)) - longestVisitMs)
    .groupBy('message_id')
    .execute();
  const visits = new Map(rows.map((row) => [row.message_id, Number(row.visits)]));
  const kept = new Set<string>(known.keys());
  return reports.filter(({ message, visit }) => {
    if (kept.has(visit.id)) return true;
    const before = visits.get(message.id) ?? 0;
    if (before >= mostVisitsOfDay) return false;
    visits.set(message.id, before + 1);
    kept.add(visit.id);
    return true;
  });
}

async function keepSessions(
  trx: WriteTransaction,
  reports: readonly Reported[],
  known: ReadonlyMap<string, ViewSessionTable['kind']>,
) {
  const sessions = new Map<string, ViewSessionTable>();
  for (const reported of reports) {
    const { visit, message, device, now } = reported;
    const before = sessions.get(visit.id);
    const kind = before?.kind === 'prospect' ? before.kind : kindOf(reported);
    const visible_ms = Math.max(before?.visible_ms ?? 0, atMost(reported, reported.totals.visible_ms));
    const started = visit.started;
    sessions.set(visit.id, {
      ...{ id: visit.id, message_id: message.id, kind, device, started, last_seen: now, visible_ms },
    });
  }
  await trx
    .insertInto('view_session')
    .values([...sessions.values()])
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        last_seen: sql`case when excluded.visible_ms > view_session.visible_ms
          then excluded.last_seen else view_session.last_seen end`,
        visible_ms: larger('view_session'),
        kind: sql`case when excluded.kind = 'prospect' then excluded.kind else view_session.kind end`,
      }),
    )
    .execute();
  const newReaders = new Map<string, number>();
  for (const { id, kind, message_id } of sessions.values()) {
    if (kind !== 'prospect' || known.get(id) === 'prospect') continue;
    newReaders.set(message_id, (newReaders.get(message_id) ?? 0) + 1);
  }
  return newReaders;
}

async function keepMediaTotals(
  trx: WriteTransaction,
  reports: readonly Reported[],
  isOf: (reported: Reported, mediaId: string) => boolean,
) {
  const totals = new Map<string, { session_id: string; media_id: string; visible_ms: number }>();
  for (const reported of reports) {
    for (const [media_id, ms] of Object.entries(reported.totals.medias)) {
      if (!isOf(reported, media_id)) continue;
      const key = `${reported.visit.id} ${media_id}`;
      const visible_ms = Math.max(totals.get(key)?.visible_ms ?? 0, atMost(reported, ms));
      totals.set(key, { session_id: reported.visit.id, media_id, visible_ms });
    }
  }
  for (const rows of chunks([...totals.values()])) {
    await trx
      .insertInto('view_total')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['session_id', 'media_id']).doUpdateSet({ visible_ms: larger('view_total') }),
      )
      .execute();
  }
}

async function keepParts(
  trx: WriteTransaction,
  reports: readonly Reported[],
  isOf: (reported: Reported, mediaId: string) => boolean,
) {
  const parts = new Map<string, Part>();
  for (const reported of reports) {
    for (const { part, number, ms } of partsOf(reported, isOf)) {
      const key = nameOf({ session_id: reported.visit.id, part, number });
      const visible_ms = Math.max(parts.get(key)?.visible_ms ?? 0, atMost(reported, ms));
      parts.set(key, { session_id: reported.visit.id, part, number, visible_ms });
    }
  }
  for (const rows of chunks(await withinTheVisit(trx, [...parts.values()]))) {
    await trx
      .insertInto('view_part')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['session_id', 'part', 'number']).doUpdateSet({ visible_ms: larger('view_part') }),
      )
      .execute();
  }
}

/** Without what would be too many parts of one visit; those that are there already go on counting. */
async function withinTheVisit(trx: WriteTransaction, parts: readonly Part[]) {
  if (parts.length === 0) return [];
  const bySession = Map.groupBy(parts, ({ session_id }) => session_id);
  const rows = await trx
    .selectFrom('view_part')
    .select(({ fn }) => ['session_id', fn.countAll<number>().as('parts')])
    .where('session_id', 'in', [...bySession.keys()])
    .groupBy('session_id')
    .execute();
  const room = new Map(rows.map((row) => [row.session_id, mostPartsOfVisit - Number(row.parts)]));
  const roomOf = (session: string) => room.get(session) ?? mostPartsOfVisit;
  const large = [...bySession].flatMap(([session, some]) => (some.length > roomOf(session) ? some : []));
  const known = await partsAmong(trx, large);
  return [...bySession].flatMap(([session, some]) => {
    if (some.length <= roomOf(session)) return some;
    const isKnown = (part: Part) => known.has(nameOf(part));
    const begun = some.filter((part) => !isKnown(part));
    return [...some.filter(isKnown), ...begun.slice(0, Math.max(roomOf(session), 0))];
  });
}

const nameOf = ({ session_id, part, number }: Omit<Part, 'visible_ms'>) => `${session_id} ${part} ${number}`;

async function partsAmong(trx: WriteTransaction, parts: Part[]) {
  const names = new Set<string>();
  for (const some of chunks(parts)) {
    const wanted = some.map(
      ({ session_id, part, number }) => sql`(${session_id}, ${part}, cast(${number} as integer))`,
    );
    const rows = await trx
      .selectFrom('view_part')
      .select(['session_id', 'part', 'number'])
      .where(sql<boolean>`(session_id, part, number) in (values ${sql.join(wanted)})`)
      .execute();
    for (const row of rows) names.add(nameOf(row));
  }
  return names;
}

function partsOf(reported: Reported, isOf: (reported: Reported, mediaId: string) => boolean) {
  const { sections, pages } = reported.totals;
  const ofPage = Object.entries(sections)
    .map(([place, ms]) => ({ part: 'section', number: Number(place), ms }))
    .filter(({ number }) => number < reported.visit.sections);
  const ofMedias = Object.entries(pages).flatMap(([part, read]) =>
    isOf(reported, part)
      ? Object.entries(read).map(([page, ms]) => ({ part, number: Number(page), ms }))
      : [],
  );
  return [...ofPage, ...ofMedias].filter(({ ms }) => ms > 0).slice(0, mostPartsOfVisit);
}

const larger = (table: 'view_session' | 'view_total' | 'view_part') => {
  const stored = sql.ref(`${table}.visible_ms`);
  return sql<number>`case when excluded.visible_ms > ${stored} then excluded.visible_ms else ${stored} end`;
};

function* chunks<Row>(rows: Row[]) {
  for (let start = 0; start < rows.length; start += rowsAtOnce) yield rows.slice(start, start + rowsAtOnce);
}
