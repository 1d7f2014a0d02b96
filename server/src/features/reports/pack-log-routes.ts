import type { FastifyPluginAsync } from 'fastify';
import type { HostDatabase } from '#database/database.ts';
import { type Authenticate, requireUser } from '#http/viewer.ts';
import { readPackLog } from './pack-log-store.ts';
import { readPage } from './report-page.ts';
import { inSeconds } from './views-store.ts';

interface Dependencies {
  database: HostDatabase;
  authenticate: Authenticate;
}

/** To whom a rep sent a pack (content-host contract, section 6). */
export const packLogRoutes =
  ({ database, authenticate }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    server.get<{ Params: { packUuid: string } }>('/salestool/packlog/:packUuid', async (request, reply) => {
      const { accountId } = requireUser(await authenticate(request));
      const page = readPage(request.query);
      const packId = request.params.packUuid.toLowerCase();
      const { rows, total } = await database.read((trx) => readPackLog(trx, { accountId, packId }, page));
      reply.header('cache-control', 'no-store');
      return {
        results: rows.map((row) => ({
          id: row.internal_id,
          uuid: row.id,
          pack_uuid: packId,
          date_sent: inSeconds(row.date),
          subject: row.subject,
          first_name: row.first_name ?? '',
          last_name: row.last_name ?? '',
          company: row.company ?? '',
          email: row.email ?? '',
          kind: row.sent === 1 ? 'mail' : 'link',
          delivery: row.delivery,
          delivery_detail: row.delivery_detail,
          opened: Number(row.opened ?? 0),
          last_opened: inSeconds(row.last_opened),
        })),
        page: { number: page.number, size: page.size, total },
      };
    });
  };
