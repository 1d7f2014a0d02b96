import { join } from 'node:path';
import { newUuid } from '@satchel/server/src/database/ids.ts';
import { newVisit } from '@satchel/server/src/features/prospect-pages/visit.ts';
import { sendPack } from '@satchel/server/src/testing/send-pack.ts';
import { ask } from '#ask.ts';
import { type Benchmark, median, milliseconds, perSecond } from '#benchmark.ts';
import type { Content } from '#content.ts';
import { type Served, serve, serveHost } from '#host.ts';
import { inTurns } from '#load.ts';
import { postAll } from '#post-all.ts';
import { servePrepared } from '#prepared-buffer.ts';

const browser = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

/** A prospect's page, beside a Fastify that sends the same bytes from memory. */
export const page: Benchmark = {
  name: 'page',
  async run(content) {
    const host = await serveHost(content.dataFolder);
    const { token } = await sendOne(content, host.url);
    const path = `/p/${token}`;
    const bare = await servePrepared(content.dataFolder, await ask(`${host.url}${path}`, browser));
    const load = { seconds: 4, connections: 16, headers: browser };
    const { ours, limit } = await inTurns([
      { server: host, path, load, status: 200 },
      { server: bare, path: '/body', load, status: 200 },
    ]);
    await Promise.all([host.stop(), bare.stop()]);
    const ratio = limit.requestsPerSecond / ours.requestsPerSecond;
    return [
      {
        what: 'prospect page with 20 media',
        measured: `${perSecond(ours.requestsPerSecond)}, ${Math.round(ours.cpuMicrosecondsPerRequest)} µs of CPU`,
        limit: `static page: ${perSecond(limit.requestsPerSecond)}, ${Math.round(limit.cpuMicrosecondsPerRequest)} µs`,
        ratio,
        bar: '≤ 2',
        isHeld: ratio <= 2,
      },
    ];
  },
};

const reports = 1000;
const connections = 100;
const rounds = 5;

/** 1,000 prospects whose pages report at the same moment, beside the least that such a report costs. */
export const views: Benchmark = {
  name: 'views',
  async run(content) {
    const host = await serveHost(content.dataFolder);
    const script = join(import.meta.dirname, '../servers/durable-insert.ts');
    const bare = await serve(script, { DATABASE_FILE: join(content.dataFolder, 'reports.db') });
    const sent: string[] = [];
    // Each time of another message, as a message has only so many visits a day.
    const post = async (server: Served) => {
      const { id, token } = await sendOne(content, host.url);
      sent.push(id);
      const cpu = server.cpuSeconds();
      const started = Date.now() - 60_000;
      const bodies = Array.from({ length: reports }, () => {
        const session = newVisit(content.keys, id, { visitor: 'prospect', sections: 20 }, started);
        return JSON.stringify({ session, attended: true, totals: { visible_ms: 20_000 } });
      });
      const took = await postAll(`${server.url}/p/${token}/views`, { bodies, connections, headers: browser });
      return { p99: percentile99(took), cpuMicroseconds: ((server.cpuSeconds() - cpu) / reports) * 1e6 };
    };
    // Warm, as a host is that has run for a while.
    for (const server of [host, bare]) for (let round = 0; round < 2; round++) await post(server);
    const [ours, limit] = [[], []] as [
      Awaited<ReturnType<typeof post>>[],
      Awaited<ReturnType<typeof post>>[],
    ];
    for (let round = 0; round < rounds; round++) {
      ours.push(await post(host));
      limit.push(await post(bare));
    }
    const { kept } = await content.database.db
      .selectFrom('view_session')
      .select(({ fn }) => fn.countAll<number>().as('kept'))
      .where('message_id', 'in', sent)
      .executeTakeFirstOrThrow();
    await Promise.all([host.stop(), bare.stop()]);
    const lost = reports * (rounds + 2) - kept;
    const middle = (values: typeof ours) => ({
      p99: median(values.map(({ p99 }) => p99)),
      cpu: Math.round(median(values.map(({ cpuMicroseconds }) => cpuMicroseconds))),
    });
    const [own, least] = [middle(ours), middle(limit)];
    return [
      {
        what: `1,000 views reported at once, over ${connections} connections`,
        measured: `${lost} lost, p99 ${milliseconds(own.p99)}, ${own.cpu} µs of CPU`,
        limit: `one row each, committed together: p99 ${milliseconds(least.p99)}, ${least.cpu} µs`,
        ratio: own.p99 / least.p99,
        bar: '0 lost, p99 ≤ 50 ms',
        isHeld: lost === 0 && own.p99 <= 50,
      },
    ];
  },
};

const percentile99 = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length * 0.99)] as number;

/** A pack with 20 media, sent as a link by the rep. */
async function sendOne({ database, accountId, channelId, authorization }: Content, url: string) {
  const medias = await database.db.selectFrom('media').select(['id', 'type', 'name']).limit(20).execute();
  const [now, packId] = [Date.now(), newUuid()];
  const elements = medias.map(({ id, type, name }) => ({
    ...{
      id: newUuid(),
      type: 'media',
      title: name,
      showTitle: true,
      introText: '',
      options: { hideTitle: false },
    },
    data: { media: { id, type, mediaType: null, name, url: null, thumbnail: null } },
  }));
  const pack = {
    ...{
      id: packId,
      internal_id: now,
      created: now,
      changed: now,
      title: 'Terminals',
      notes: null,
      color: null,
    },
    ...{ pack_type: 'private' as const, pack_data: JSON.stringify({ version: 2, elements }), meta: null },
    ...{ archived: 0 as const, channel_id: channelId, owner_id: accountId, source: null },
  };
  await database.db.insertInto('pack').values(pack).execute();
  const header = await authorization();
  return sendPack(
    (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', header);
      return fetch(`${url}${path}`, { ...init, headers });
    },
    { packId },
  );
}
