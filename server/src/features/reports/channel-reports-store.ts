import { sql } from 'kysely';
import type { ReadTransaction } from '#database/database.ts';
import type { Sight } from '#visibility.ts';
import { countOf, readMedias } from './pack-reports-store.ts';
import type { PageOfReport, Rows } from './report.ts';
import { inSeconds, onPage, reader, readersVisits, sentAt } from './views-store.ts';

/** A channel, and who asks about it. */
interface WantedChannel {
  sight: Sight;
  channelId: string;
}

/** The title of a channel; undefined when there is none of that id. */
export const titleOfChannel = async (trx: ReadTransaction, channelId: string) =>
  (await trx.selectFrom('channel').select('title').where('id', '=', channelId).executeTakeFirst())?.title;

/** By the clock of a device, which may be years ahead; nothing is told before it has happened. */
const happenedAt = sql`case when event.date < event.received then event.date else event.received end`;

/** What the members of a channel did in it, the most active first. No prospect is named. */
export async function usersOf(
  trx: ReadTransaction,
  { sight, channelId }: WantedChannel,
  page: PageOfReport,
): Promise<Rows> {
  const members = sql`select account_id as id from account_channel where channel_id = ${channelId}
    union select owner_id from message where channel_id = ${channelId}`;
  const total = await countOf(trx, members);
  const { rows } = await sql<{
    id: string;
    name: string;
    packs: number;
    mails: number | null;
    links: number | null;
    read_by: number | null;
    visible: number | null;
    last_sent: number | null;
    last_active: number | null;
  }>`
    select account.id, account.name,
      (select count(*) from pack where pack.owner_id = account.id and pack.channel_id = ${channelId}) as packs,
      r.mails, r.links, r.read_by, r.visible, r.last_sent,
      (select max(${happenedAt}) from event where event.account_id = account.id
        and event.channel_id = ${channelId}) as last_active
    from (${members}) as member
    inner join account on account.id = member.id
    left join (select m.owner_id, count(distinct case when m.sent = 1 then m.id end) as mails,
        count(distinct case when m.sent = 0 then m.id end) as links,
        count(distinct ${reader(sight.dialect)}) as read_by, sum(s.visible_ms) as visible,
        max(${sentAt}) as last_sent
      from message as m ${readersVisits}
      where m.channel_id = ${channelId} group by m.owner_id) as r on r.owner_id = account.id
    order by coalesce(r.last_sent, 0) desc, account.name, account.id ${onPage(page)}`.execute(trx);
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      packs: Number(row.packs),
      mails: Number(row.mails ?? 0),
      links: Number(row.links ?? 0),
      read_by: Number(row.read_by ?? 0),
      reading_time: inSeconds(row.visible ?? 0),
      last_sent: inSeconds(row.last_sent),
      last_active: inSeconds(row.last_active),
    })),
  };
}

/** What prospects read of a channel's media, the longest read first; also what nobody opened. */
export async function resourcesOf(
  trx: ReadTransaction,
  { sight, channelId }: WantedChannel,
  page: PageOfReport,
): Promise<Rows> {
  const named = sql`select media_id from channel_media where channel_id = ${channelId}
    union select bundle_media.media_id from bundle_media
      inner join channel_bundle on channel_bundle.bundle_id = bundle_media.bundle_id
      where channel_bundle.channel_id = ${channelId}`;
  return readMedias(trx, { sight, named, which: sql`m.channel_id = ${channelId}` }, page);
}
