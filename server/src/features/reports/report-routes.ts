import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { HostDatabase, ReadTransaction } from '#database/database.ts';
import { HttpError } from '#http/errors.ts';
import { type Authenticate, isAdministrator, requireUser, type SignedInViewer } from '#http/viewer.ts';
import type { Sight } from '#visibility.ts';
import { resourcesOf, titleOfChannel, usersOf } from './channel-reports-store.ts';
import {
  mediasOfMessage,
  recipientOfMessage,
  visitsOfMessage,
  visitsOfPack,
} from './message-reports-store.ts';
import { mediasOf, packsOf, recipientsOf, titleOfPack } from './pack-reports-store.ts';
import type { PageOfReport, Report, Rows } from './report.ts';
import { reportAsCsv } from './report-csv.ts';
import { readPage } from './report-page.ts';
import { reportTexts } from './texts.ts';

interface Dependencies {
  database: HostDatabase;
  authenticate: Authenticate;
}

/** A report as it is read; undefined where the viewer may not see it, which is as if it did not exist. */
type Read = (
  trx: ReadTransaction,
  sight: Sight,
  id: string,
  page: PageOfReport,
) => Promise<(Pick<Report, 'title' | 'columns'> & Rows) | undefined>;

const ofPack =
  (
    words: typeof reportTexts.recipients | typeof reportTexts.medias | typeof reportTexts.visits,
    rowsOf: typeof recipientsOf,
  ): Read =>
  async (trx, sight, packId, page) => {
    const pack = await titleOfPack(trx, sight, packId);
    if (pack === undefined) return undefined;
    const rows = await rowsOf(trx, { sight, packId }, page);
    return { title: words.title(pack), columns: words.columns, ...rows };
  };

/** A message's reports are its sender's alone. */
const ofMessage =
  (words: typeof reportTexts.medias | typeof reportTexts.visits, rowsOf: typeof mediasOfMessage): Read =>
  async (trx, sight, messageId, page) => {
    const recipient = await recipientOfMessage(trx, { sight, messageId });
    if (recipient === undefined) return undefined;
    const rows = await rowsOf(trx, { sight, messageId }, page);
    return { title: words.title(recipient), columns: words.columns, ...rows };
  };

/** A channel's reports are its managers' and the administrators'. */
const mayReadChannel = (viewer: SignedInViewer, channelId: string) =>
  isAdministrator(viewer) ||
  (viewer.channelIds.includes(channelId) &&
    viewer.roles.some((role) => role === 'sales_tool_manager' || role === 'external_sales_tool_manager'));

const ofChannel =
  (words: typeof reportTexts.users | typeof reportTexts.resources, rowsOf: typeof resourcesOf): Read =>
  async (trx, sight, channelId, page) => {
    if (!mayReadChannel(sight.viewer, channelId)) return undefined;
    const channel = await titleOfChannel(trx, channelId);
    if (channel === undefined) return undefined;
    const rows = await rowsOf(trx, { sight, channelId }, page);
    return { title: words.title(channel), columns: words.columns, ...rows };
  };

/** Every report by its segments; `:id` names a pack, a message or a channel. */
const reports: Record<string, Read> = {
  'pack/:id/recipients': ofPack(reportTexts.recipients, recipientsOf),
  'pack/:id/media': ofPack(reportTexts.medias, mediasOf),
  'pack/:id/visits': ofPack(reportTexts.visits, visitsOfPack),
  'message/:id/visits': ofMessage(reportTexts.visits, visitsOfMessage),
  'message/:id/media': ofMessage(reportTexts.medias, mediasOfMessage),
  'my/packs': async (trx, sight, _id, page) => ({
    title: reportTexts.packs.title(),
    columns: reportTexts.packs.columns,
    ...(await packsOf(trx, sight, page)),
  }),
  'channel/:id/users': ofChannel(reportTexts.users, usersOf),
  'channel/:id/resources': ofChannel(reportTexts.resources, resourcesOf),
};

/** Reports to reps about what they sent, and to managers about their channels (content-host contract, section 6). */
export const reportRoutes =
  ({ database, authenticate }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    for (const [segments, read] of Object.entries(reports)) {
      server.get<{ Params: { id?: string } }>(`/salestool/report/${segments}`, async (request, reply) => {
        const sight = { viewer: requireUser(await authenticate(request)), dialect: database.dialect };
        const isCsv = wantsCsv(request);
        // Who opens a table in a spreadsheet wants the whole of it.
        const page = readPage(request.query, isCsv ? 0 : undefined);
        const id = request.params.id?.toLowerCase() ?? '';
        const found = await database.read((trx) => read(trx, sight, id, page));
        if (!found) throw new HttpError(404, 'There is no such report.');
        const report = { ...found, page };
        reply.headers({ 'cache-control': 'no-store', vary: 'accept' });
        return isCsv ? sendCsv(reply, report) : asJson(report);
      });
    }
  };

const asJson = ({ title, columns, rows, page, total }: Report) => ({
  title,
  columns,
  rows,
  page: { ...page, total },
});

const sendCsv = (reply: FastifyReply, report: Report) =>
  reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${fileName(report.title)}.csv"`)
    .send(reportAsCsv(report));

const fileName = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80) || 'report';

/** JSON unless CSV is liked better. */
function wantsCsv(request: FastifyRequest) {
  const accepted = (request.headers.accept ?? '').toLowerCase();
  return (
    /(?:^|,)\s*text\/csv\b/.test(accepted) && !/(?:^|,)\s*application\/(?:vnd\.api\+)?json\b/.test(accepted)
  );
}
