import { linkTokenPattern } from '@satchel/core/contract/link-token.ts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Clock } from '#clock.ts';
import type { Config } from '#config.ts';
import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import { HttpError } from '#http/errors.ts';
import { unlisted } from '#http/html-page.ts';
import { hashToken, type Keys } from '#keys.ts';
import type { Outbox } from '#mail/outbox.ts';
import { forgetViewDetails } from './forget-view-details.ts';
import type { createLinkGate } from './link-gate.ts';
import { messagesByHash } from './link-store.ts';
import { noteOpening } from './opening-notice.ts';
import { report, reportLimitBytes, rowsOf, type Totals } from './report.ts';
import { createReportCollector } from './report-collector.ts';
import { keepReports, type Reported } from './report-store.ts';
import { countedVisits } from './view-store.ts';
import { deviceOf, readVisit } from './visit.ts';

interface Dependencies {
  config: Config;
  database: HostDatabase;
  keys: Keys;
  outbox: Outbox;
  clock: Clock;
  gate: ReturnType<typeof createLinkGate>;
}

interface Arrived {
  linkTokenHash: string;
  headers: FastifyRequest['headers'];
  session: string;
  attended: boolean;
  totals: Totals;
  device: string;
  now: number;
}

/** Where a page tells for how long it was looked at (content-host contract, section 5; decisions 008 and 011). */
export const viewRoutes =
  ({ config, database, keys, outbox, clock, gate }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    const keep = (arrived: Arrived[]) =>
      database.write(async (trx, afterCommit) => {
        const { isAdmitted, reported } = await admitted(trx, arrived);
        for (const [messageId, visits] of await keepReports(trx, reported)) {
          const isMailed = await noteOpening(trx, config, messageId, visits, clock());
          if (isMailed) afterCommit(() => outbox.wake());
        }
        return isAdmitted;
      });
    const collect = createReportCollector(keep, ({ totals }) => rowsOf(totals));

    const forget = () =>
      forgetViewDetails(database, clock() - config.viewDetailDays * dayMs).catch((error) =>
        server.log.warn({ err: error }, 'details of old visits were not forgotten'),
      );
    const forgetting = setInterval(forget, dayMs / 4).unref();
    server.addHook('onReady', async () => void forget());
    server.addHook('onClose', async () => clearInterval(forgetting));

    server.post<{ Params: { token: string } }>(
      '/p/:token/views',
      { bodyLimit: reportLimitBytes },
      async (request, reply) => {
        const { token } = request.params;
        const read = report.safeParse(request.body);
        if (!read.success || !linkTokenPattern.test(token)) throw notReady();
        const { headers } = request;
        const arrived = { linkTokenHash: hashToken(token), headers, device: deviceOf(request), now: clock() };
        if (!(await collect({ ...arrived, ...read.data }))) throw notReady();
        return reply
          .code(204)
          .headers({ ...unlisted, 'cache-control': 'no-store' })
          .send();
      },
    );

    /** What is reported of links that lead somewhere, and for each one that arrived whether its link does. */
    async function admitted(trx: WriteTransaction, arrived: readonly Arrived[]) {
      const messages = await messagesByHash(
        trx,
        arrived.map(({ linkTokenHash }) => linkTokenHash),
      );
      const countVisits = (messageId: string) => countedVisits(trx, messageId);
      const reported: Reported[] = [];
      const isAdmitted: boolean[] = [];
      for (const { linkTokenHash, session, headers, ...rest } of arrived) {
        const message = messages.get(linkTokenHash);
        const passage = message && (await gate.passage(message, { headers }, countVisits, session));
        isAdmitted.push(passage === 'open');
        const visit = message && passage === 'open' && readVisit(keys, message.id, session, rest.now);
        if (visit) reported.push({ ...rest, message, visit });
      }
      return { isAdmitted, reported };
    }
  };

const dayMs = 24 * 3_600_000;

const notReady = () => new HttpError(404, 'Not ready');
