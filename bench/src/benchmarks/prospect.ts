import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { newUuid } from '@satchel/server/src/database/ids.ts';
import { newVisit } from '@satchel/server/src/features/prospect-pages/visit.ts';
import { sendPack } from '@satchel/server/src/testing/send-pack.ts';
import { ask } from '#ask.ts';
import { type Benchmark, milliseconds, perSecond } from '#benchmark.ts';
import type { Content } from '#content.ts';
import { serveHost } from '#host.ts';
import { inTurns } from '#load.ts';
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

/** 1,000 prospects whose pages report at the same moment. */
export const views: Benchmark = {
  name: 'views',
  async run(content) {
    const host = await serveHost(content.dataFolder);
    const { id, token } = await sendOne(content, host.url);
    const started = Date.now() - 60_000;
    const sessions = Array.from({ length: reports }, () =>
      newVisit(content.keys, id, { visitor: 'prospect', sections: 20 }, started),
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 100 });
    const took = await Promise.all(
      sessions.map((session) => report(`${host.url}/p/${token}/views`, session, agent)),
    );
    agent.destroy();
    const { kept } = await content.database.db
      .selectFrom('view_session')
      .select(({ fn }) => fn.countAll<number>().as('kept'))
      .where('message_id', '=', id)
      .executeTakeFirstOrThrow();
    await host.stop();
    const p99 = took.sort((one, other) => one - other)[Math.floor(reports * 0.99)] as number;
    return [
      {
        what: '1,000 views reported at once, over 100 connections',
        measured: `${kept} kept, p99 ${milliseconds(p99)}`,
        limit: '',
        bar: '1,000 kept, p99 ≤ 50 ms',
        isHeld: kept === reports && p99 <= 50,
      },
    ];
  },
};

/** Answers how long it took from the moment it got a connection. */
async function report(address: string, session: string, agent: Agent) {
  const call = request(address, {
    method: 'POST',
    agent,
    headers: { ...browser, 'content-type': 'application/json' },
  });
  await once(call, 'socket');
  const at = performance.now();
  call.end(JSON.stringify({ session, attended: true, totals: { visible_ms: 20_000 } }));
  const [answer] = await once(call, 'response');
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode >= 300) throw new Error(`A view was answered with ${answer.statusCode}.`);
  return performance.now() - at;
}

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
