import { type RawBuilder, sql } from 'kysely';
import type { ReadTransaction } from '#database/database.ts';
import { type Sight, visible } from '#visibility.ts';
import type { PageOfReport, Rows } from './report.ts';
import { unknownFile, untitledPack } from './texts.ts';
import { inSeconds, onPage, openedMedia, reader, readersVisits, recipient, sentAt } from './views-store.ts';

/** Somebody's own messages of which pack. */
export interface OwnPack {
  sight: Sight;
  packId: string;
}

/** The title of a pack somebody sees, or has sent and sees no longer; undefined for any other. */
export async function titleOfPack(trx: ReadTransaction, sight: Sight, packId: string) {
  const row = await trx
    .selectFrom('pack')
    .select('title')
    .where('id', '=', packId)
    .where(({ or, exists, selectFrom }) =>
      or([
        visible.pack(sight, 'pack'),
        exists(
          selectFrom('message')
            .select('message.id')
            .whereRef('message.pack_id', '=', 'pack.id')
            .where('message.owner_id', '=', sight.viewer.accountId),
        ),
      ]),
    )
    .executeTakeFirst();
  return row && (row.title || untitledPack);
}

/** To whom a pack went and what became of it, newest first. */
export async function recipientsOf(
  trx: ReadTransaction,
  { sight, packId }: OwnPack,
  page: PageOfReport,
): Promise<Rows> {
  const { accountId } = sight.viewer;
  const { total } = await trx
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('owner_id', '=', accountId)
    .where('pack_id', '=', packId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{
    id: string;
    first_name: string | null;
    last_name: string | null;
    company: string | null;
    email: string | null;
    subject: string;
    sent: number;
    delivery: string;
    date: number;
    opened: number;
    visible: number | null;
    last_opened: number | null;
  }>`
    select m.id, m.first_name, m.last_name, m.company, m.email, m.subject, m.sent, m.delivery, ${sentAt} as date,
      count(s.id) as opened, sum(s.visible_ms) as visible, max(s.last_seen) as last_opened
    from message as m ${readersVisits}
    where m.owner_id = ${accountId} and m.pack_id = ${packId}
    group by m.id order by ${sentAt} desc, m.id ${onPage(page)}`.execute(trx);
  return {
    total: Number(total),
    rows: rows.map((row) => ({
      id: row.id,
      name: [row.first_name, row.last_name].filter(Boolean).join(' '),
      company: row.company ?? '',
      email: row.email ?? '',
      subject: row.subject,
      date: inSeconds(row.date),
      kind: row.sent === 1 ? 'mail' : 'link',
      delivery: row.delivery,
      opened: Number(row.opened),
      reading_time: inSeconds(row.visible ?? 0),
      last_opened: inSeconds(row.last_opened),
    })),
  };
}

/**
 * What was read of a pack by everyone it was sent to, the longest read first; also what nobody opened. Of a pack that
 * was not sent there is nothing to tell (PRPT-05).
 */
export async function mediasOf(
  trx: ReadTransaction,
  { sight, packId }: OwnPack,
  page: PageOfReport,
): Promise<Rows> {
  const own = sql`m.owner_id = ${sight.viewer.accountId} and m.pack_id = ${packId}`;
  const named = sql`select entry.media_id from pack_media as entry inner join media on media.id = entry.media_id
      where entry.pack_id = ${packId} and ${visible.media(sight, 'media')}
      and exists (select 1 from message as m where ${own})
    union select shown.media_id from message as m
      inner join message_media as shown on shown.message_id = m.id where ${own}`;
  return readMedias(trx, { sight, named, which: own }, page);
}

interface WantedMedias {
  sight: Sight;
  /** Selects their ids, as `media_id`. */
  named: RawBuilder<unknown>;
  /** Holds for the messages `m` whose visits count. */
  which: RawBuilder<unknown>;
}

/** What counted visits read of media. One that is gone, or not seen any more, has the name under which it was last sent. */
export async function readMedias(
  trx: ReadTransaction,
  { sight, named, which }: WantedMedias,
  page: PageOfReport,
): Promise<Rows> {
  const total = await countOf(trx, named);
  const { rows } = await sql<MediaRow>`
    select n.media_id as id, coalesce(media.name, o.name) as name, o.sent, r.recipients, r.opened, r.visible,
      r.last_opened
    from (${named}) as n
    left join media on media.id = n.media_id and ${visible.media(sight, 'media')}
    left join (select shown.media_id, max(shown.name) as name, count(*) as sent
      from message as m inner join message_media as shown on shown.message_id = m.id
      where ${which} group by shown.media_id) as o on o.media_id = n.media_id
    left join (select t.media_id, count(distinct ${recipient(sight.dialect)}) as recipients, count(*) as opened,
        sum(t.visible_ms) as visible, max(s.last_seen) as last_opened
      from message as m ${openedMedia} where ${which} group by t.media_id) as r on r.media_id = n.media_id
    order by coalesce(r.visible, 0) desc, coalesce(o.sent, 0) desc, n.media_id ${onPage(page)}`.execute(trx);
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name ?? unknownFile,
      sent: Number(row.sent ?? 0),
      recipients: Number(row.recipients ?? 0),
      opened: Number(row.opened ?? 0),
      reading_time: inSeconds(row.visible ?? 0),
      last_opened: inSeconds(row.last_opened),
    })),
  };
}

interface MediaRow {
  id: string;
  name: string | null;
  sent: number | null;
  recipients: number | null;
  opened: number | null;
  visible: number | null;
  last_opened: number | null;
}

/** The packs somebody made or sent, the one sent last first. Practice stays in its sandbox and is not counted here. */
export async function packsOf(trx: ReadTransaction, sight: Sight, page: PageOfReport): Promise<Rows> {
  const { dialect, viewer } = sight;
  const { accountId } = viewer;
  // A pack for everybody may have been sent for practice, too.
  const inEarnest = sql`m.owner_id = ${accountId}
    and not exists (select 1 from channel as lab where lab.id = m.channel_id and lab.sandbox = 1)`;
  const isNoPractice = sql`coalesce(channel.sandbox, 0) = 0`;
  // With 'or' in place of 'union', SQLite reads the packs of everybody.
  const own = sql`select pack.id from pack left join channel on channel.id = pack.channel_id
      where pack.owner_id = ${accountId} and ${isNoPractice}
    union select pack.id from message as m inner join pack on pack.id = m.pack_id
      left join channel on channel.id = pack.channel_id where ${inEarnest} and ${isNoPractice}`;
  const total = await countOf(trx, own);
  const { rows } = await sql<{
    id: string;
    title: string | null;
    channel: string | null;
    sent: number;
    read_by: number;
    opened: number;
    visible: number | null;
    last_sent: number | null;
    last_opened: number | null;
  }>`
    select pack.id, pack.title, channel.title as channel, count(distinct m.id) as sent,
      count(distinct ${reader(dialect)}) as read_by, count(s.id) as opened, sum(s.visible_ms) as visible,
      max(${sentAt}) as last_sent, max(s.last_seen) as last_opened
    from pack left join channel on channel.id = pack.channel_id
    left join message as m on m.pack_id = pack.id and ${inEarnest} ${readersVisits}
    where pack.id in (${own})
    group by pack.id, pack.title, channel.title
    order by coalesce(max(${sentAt}), 0) desc, pack.id ${onPage(page)}`.execute(trx);
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      title: row.title || untitledPack,
      channel: row.channel ?? '',
      sent: Number(row.sent),
      read_by: Number(row.read_by),
      opened: Number(row.opened),
      reading_time: inSeconds(row.visible ?? 0),
      last_sent: inSeconds(row.last_sent),
      last_opened: inSeconds(row.last_opened),
    })),
  };
}

export async function countOf(trx: ReadTransaction, statement: RawBuilder<unknown>) {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from (${statement}) as counted`.execute(trx);
  return Number(rows[0]?.total ?? 0);
}
