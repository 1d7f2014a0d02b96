import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '#clock.ts';
import type { HostDatabase } from '#database/database.ts';
import { HttpError } from '#http/errors.ts';
import { takeJsonApiBodies } from '#http/json-body.ts';
import { type Authenticate, requireUser } from '#http/viewer.ts';
import { keepEvent } from './event-store.ts';
import { readEvent } from './read-event.ts';

interface Dependencies {
  database: HostDatabase;
  authenticate: Authenticate;
  clock: Clock;
}

/** A device that was long away sends its log in pieces of this size. */
const mostItems = 1000;

type ItemAnswer = { status: 'ok'; id: string } | { status: 'error'; id: string | null; message: string };

/** Takes events from the devices' logs (content-host contract, section 6). */
export const eventLogRoutes =
  ({ database, authenticate, clock }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    takeJsonApiBodies(server);
    server.post('/salestool/log', async (request, reply) => {
      const { accountId } = requireUser(await authenticate(request));
      const items = itemsOf(request.body);
      const answers = await database.write(async (trx) => {
        const answered: ItemAnswer[] = [];
        for (const each of items) {
          const read = readEvent(each);
          if (read.ok) await keepEvent(trx, accountId, read.event, clock());
          answered.push(
            read.ok
              ? { status: 'ok', id: read.event.id }
              : { status: 'error', id: read.id, message: read.message },
          );
        }
        return answered;
      });
      return reply.header('cache-control', 'no-store').send(answers);
    });
  };

/** One item or a list of them. */
function itemsOf(body: unknown): unknown[] {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  if (typeof data !== 'object' || data === null) {
    throw new HttpError(400, 'The body needs an event or a list of events.', { pointer: '/data' });
  }
  const items = Array.isArray(data) ? data : [data];
  if (items.length > mostItems) {
    throw new HttpError(413, `At most ${mostItems} events are taken at once.`);
  }
  return items;
}
