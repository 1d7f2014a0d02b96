import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import type { HostDatabase } from '#database/database.ts';
import { HttpError } from '#http/errors.ts';
import { type Authenticate, requireUser } from '#http/viewer.ts';
import { type PageOfLog, readPackLog } from './pack-log-store.ts';

interface Dependencies {
  database: HostDatabase;
  authenticate: Authenticate;
}

// The specification's default and its cap (PRPT-04).
const defaultSize = 20;
const largestSize = 1_000_000;

const count = (largest: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().max(largest));

const pageParameters = z.object({
  'page[number]': count(largestSize).default(0),
  'page[size]': count(largestSize).default(defaultSize),
});

const seconds = (ms: number | null) => (ms === null ? null : Math.floor(Number(ms) / 1000));

/** Reports to reps about what they sent (content-host contract, section 6). */
export const reportRoutes =
  ({ database, authenticate }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    server.get<{ Params: { packUuid: string } }>('/salestool/packlog/:packUuid', async (request, reply) => {
      const { accountId } = requireUser(await authenticate(request));
      const page = pageOf(request.query);
      const packId = request.params.packUuid.toLowerCase();
      const { rows, total } = await database.read((trx) => readPackLog(trx, { accountId, packId }, page));
      reply.header('cache-control', 'no-store');
      return {
        results: rows.map((row) => ({
          id: row.internal_id,
          uuid: row.id,
          pack_uuid: packId,
          date_sent: seconds(row.date),
          subject: row.subject,
          first_name: row.first_name ?? '',
          last_name: row.last_name ?? '',
          company: row.company ?? '',
          email: row.email ?? '',
          kind: row.sent === 1 ? 'mail' : 'link',
          delivery: row.delivery,
          opened: Number(row.opened ?? 0),
          last_opened: seconds(row.last_opened),
        })),
        page: { number: page.number, size: page.size, total },
      };
    });
  };

function pageOf(query: unknown): PageOfLog {
  const { data, error } = pageParameters.safeParse(query);
  if (!data) {
    const parameter = String(error.issues[0]?.path[0]);
    throw new HttpError(400, `${parameter} has to be a whole number from 0.`, { parameter });
  }
  return { number: data['page[number]'], size: data['page[size]'] };
}
