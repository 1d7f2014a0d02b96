import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { browser, prospectsOfNora, sessionIn, totalsIn } from '#testing/prospect.ts';
import type { TestHost } from '#testing/test-host.ts';
import { forgetViewDetails } from './forget-view-details.ts';
import { mostPartsOfVisit, mostVisitsOfDay } from './report.ts';
import { mostScanners } from './view-store.ts';

const kit = prospectsOfNora();
const { nora, open, send, pageOf } = kit;

/** Resolves when so many more have been made. */
function requestsTo({ server }: TestHost, many: number) {
  const all = Promise.withResolvers<void>();
  let left = many;
  server.server.on('request', () => {
    left -= 1;
    if (left === 0) all.resolve();
  });
  return all.promise;
}

/** Nothing is kept of the visits of these messages until what it returns is called. */
async function holdBack(messageIds: string[]) {
  const { database } = kit.host;
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = database.write(async (trx) => {
    const rows = trx.selectFrom('message').select('id').where('id', 'in', messageIds);
    await (database.dialect === 'postgres' ? rows.forUpdate() : rows).execute();
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return () => {
    released.resolve();
    return holding;
  };
}

describe('visits', () => {
  type Body = { attended?: boolean; totals: Record<string, unknown> };
  const post = (token: string, session: string, body: Body) =>
    kit.host.fetch(`/p/${token}/views`, {
      method: 'POST',
      headers: { ...browser, 'content-type': 'application/json' },
      body: JSON.stringify({ session, attended: true, ...body }),
    });
  const report = (token: string, session: string, visible_ms: number, medias: Record<string, number> = {}) =>
    post(token, session, { totals: { visible_ms, medias } });
  const opened = async (id: string) => {
    const { data } = await (await nora(`/jsonapi/salestool/message/${id}`)).json();
    return data.attributes.opened as number;
  };
  const sessions = (messageId: string) =>
    kit.host.database.db.selectFrom('view_session').selectAll().where('message_id', '=', messageId).execute();

  test('count once the page itself reports that it was visible, and say when', async () => {
    const { id, token } = await send();
    const session = sessionIn(await pageOf(token));
    expect(await opened(id)).toBe(0);
    kit.host.advance(20_000);
    expect((await report(token, session, 15_000, { [kit.host.world.documents.guide.id]: 0 })).status).toBe(
      204,
    );
    const { data } = await (await nora(`/jsonapi/salestool/message/${id}`)).json();
    expect(data.attributes).toMatchObject({ opened: 1, last_opened: expect.stringMatching(/^20/) });
    const [visit] = await sessions(id);
    expect(visit).toMatchObject({ kind: 'prospect', visible_ms: 15_000, device: 'desktop' });
    const totals = await kit.host.database.db
      .selectFrom('view_total')
      .selectAll()
      .where('session_id', '=', visit!.id)
      .execute();
    expect(totals).toMatchObject([{ media_id: kit.host.world.documents.guide.id }]);
  });

  test('are not made longer by reports that come twice, out of order or with more time than has passed', async () => {
    const { id, token } = await send();
    const session = sessionIn(await pageOf(token));
    kit.host.advance(30_000);
    for (const visible of [20_000, 5000, 20_000]) await report(token, session, visible);
    expect(await sessions(id)).toMatchObject([{ visible_ms: 20_000 }]);
    await report(token, session, 3_600_000);
    const [visit] = await sessions(id);
    expect(visit?.visible_ms).toBeLessThan(60_000);
    expect(await opened(id)).toBe(1);
  });

  test('say how long each section, media and page was looked at', async () => {
    const { guide, drawing } = kit.host.world.documents;
    const { id, token } = await send();
    const session = sessionIn(await pageOf(token));
    kit.host.advance(60_000);
    const totals = (more: number) => ({
      visible_ms: 30_000 + more,
      medias: { [guide.id]: 20_000 + more, [drawing.id]: 9000 },
      sections: { 0: 8000, 1: 4000 + more, 2: 7000, 77: 5000 },
      pages: { [guide.id]: { 1: 12_000 + more, 2: 99_000_000, 3: 0 }, [drawing.id]: { 1: 4000 } },
    });
    for (const more of [0, 2000, 1000]) await post(token, session, { totals: totals(more) });
    const [visit] = await sessions(id);
    const of = (table: 'view_total' | 'view_part') =>
      kit.host.database.db.selectFrom(table).selectAll().where('session_id', '=', visit!.id).execute();
    expect(await of('view_total')).toMatchObject([{ media_id: guide.id, visible_ms: 22_000 }]);
    const parts = (await of('view_part')) as { part: string; number: number; visible_ms: number }[];
    const read = Object.fromEntries(parts.map((each) => [`${each.part} ${each.number}`, each.visible_ms]));
    // The pack has two sections, the drawing is in none of them, and no page was longer before anyone than the visit.
    expect(read).toEqual({
      'section 0': 8000,
      'section 1': 6000,
      [`${guide.id} 1`]: 14_000,
      [`${guide.id} 2`]: expect.closeTo(60_000, -3),
    });
  });

  test('of long ago keep that they were, how long, and of which files, and nothing finer', async () => {
    const { guide } = kit.host.world.documents;
    const { id, token } = await send();
    const sums = { visible_ms: 9000, medias: { [guide.id]: 4000 }, sections: { 0: 5000 }, pages: {} };
    const visit = async () => {
      const session = sessionIn(await pageOf(token));
      kit.host.advance(10_000);
      await post(token, session, { totals: sums });
      return session.split('.')[0] ?? '';
    };
    const older = await visit();
    kit.host.advance(5 * 24 * 3_600_000);
    const newer = await visit();
    await forgetViewDetails(kit.host.database, kit.host.clock() - 24 * 3_600_000);
    const kept = await sessions(id);
    expect(kept.find((each) => each.id === older)).toMatchObject({ visible_ms: 9000, device: null });
    expect(kept.find((each) => each.id === newer)).toMatchObject({ visible_ms: 9000, device: 'desktop' });
    const rows = (table: 'view_total' | 'view_part') =>
      kit.host.database.db.selectFrom(table).selectAll().where('session_id', 'in', [older, newer]).execute();
    expect(await rows('view_total')).toHaveLength(2);
    expect(await rows('view_part')).toMatchObject([{ session_id: newer }]);
    await kit.signInAgain();
    expect(await opened(id)).toBe(2);
  });

  test('without a sign of a person are kept as unattended, and count from the first sign on', async () => {
    const { id, token } = await send();
    const session = sessionIn(await pageOf(token));
    kit.host.advance(10_000);
    await post(token, session, { attended: false, totals: { visible_ms: 9000 } });
    expect(await sessions(id)).toMatchObject([{ kind: 'unattended', visible_ms: 9000 }]);
    expect(await opened(id)).toBe(0);
    const log = await (await nora(`/salestool/packlog/${kit.host.world.packs.nora.id}`)).json();
    expect(log.results.find((row: { uuid: string }) => row.uuid === id)).toMatchObject({ opened: 0 });
    await post(token, session, { totals: { visible_ms: 9500 } });
    expect(await opened(id)).toBe(1);
    const listed = (headers = {}) => nora('/jsonapi/salestool/message', { headers });
    const etag = (await listed()).headers.get('etag') ?? '';
    await post(token, session, { attended: false, totals: { visible_ms: 9900 } });
    expect(await sessions(id)).toMatchObject([{ kind: 'prospect', visible_ms: 9900 }]);
    expect(await opened(id)).toBe(1);
    // When it was opened last has changed.
    expect((await listed({ 'if-none-match': etag })).status).toBe(200);
  });

  test('of hundreds of readers at once are all kept, in a few transactions', async () => {
    const sent = await Promise.all([send(), send(), send()]);
    const pages: { token: string; session: string }[] = [];
    // One after the other: who asks runs in the process of the host here, and would make it too busy.
    for (let turn = 0; turn < 300; turn++) {
      const { token } = sent[turn % 3]!;
      pages.push({ token, session: sessionIn(await pageOf(token)) });
    }
    kit.host.advance(20_000);
    kit.host.statements.length = 0;
    const release = await holdBack(sent.map(({ id }) => id));
    const arrived = requestsTo(kit.host, pages.length);
    const answering = Promise.all(pages.map(({ token, session }) => report(token, session, 12_000)));
    await arrived;
    await release();
    const answers = await answering;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(kit.host.statements.filter((text) => /insert into "view_session"/.test(text)).length).toBeLessThan(
      100,
    );
    expect(await Promise.all(sent.map(({ id }) => opened(id)))).toEqual([100, 100, 100]);
  });

  test('of two devices are two', async () => {
    const { id, token } = await send();
    const both = [sessionIn(await pageOf(token)), sessionIn(await pageOf(token))];
    kit.host.advance(10_000);
    for (const session of both) await report(token, session, 5000);
    expect(await opened(id)).toBe(2);
  });

  test('that were made up, come from another page or are a day old change nothing', async () => {
    const { id, token } = await send();
    const other = sessionIn(await pageOf((await send()).token));
    const own = sessionIn(await pageOf(token));
    kit.host.advance(10_000);
    const [, started, visitor, signature] = own.split('.');
    for (const session of [
      other,
      '',
      'x.y.z',
      `${newUuid()}.${started}.${visitor}.${signature}`,
      own.replace('prospect', 'own'),
    ]) {
      expect((await report(token, session, 5000)).status).toBe(204);
    }
    kit.host.advance(25 * 3_600_000);
    await report(token, own, 5000);
    expect(await sessions(id)).toEqual([]);
  });

  test('of nonsense are refused', async () => {
    const { token } = await send();
    const session = sessionIn(await pageOf(token));
    expect((await report(token, session, Number.NaN)).status).toBe(404);
    expect((await report(token, session, -1)).status).toBe(404);
    expect((await report(makeLinkToken(), session, 1000)).status).toBe(404);
    const huge = await kit.host.fetch(`/p/${token}/views`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"session":"${'x'.repeat(80_000)}"}`,
    });
    expect(huge.status).toBe(413);
  });

  test('of a moment do not count: nobody read anything', async () => {
    const { id, token } = await send();
    const session = sessionIn(await pageOf(token));
    kit.host.advance(10_000);
    await report(token, session, 400);
    expect(await opened(id)).toBe(0);
  });

  test('leave behind so many parts each and no more, of which those that are there go on counting', async () => {
    const { id, token } = await send();
    const session = sessionIn(await pageOf(token));
    kit.host.advance(3_600_000);
    const { guide } = kit.host.world.documents;
    const read = (from: number, to: number, ms: number) => {
      const pages = Array.from({ length: to - from + 1 }, (_, at) => [String(from + at), ms]);
      const totals = { visible_ms: 20_000, pages: { [guide.id]: Object.fromEntries(pages) } };
      return post(token, session, { totals });
    };
    const parts = async () => {
      const rows = await kit.host.database.db
        .selectFrom('view_part')
        .innerJoin('view_session', 'view_session.id', 'view_part.session_id')
        .select(['number', 'view_part.visible_ms'])
        .where('message_id', '=', id)
        .execute();
      return new Map(rows.map(({ number, visible_ms }) => [number, visible_ms]));
    };
    await read(1, 600, 1000);
    await read(501, 1400, 2000);
    expect((await read(2001, 3000, 2000)).status).toBe(204);
    expect((await read(1, 2, 3000)).status).toBe(204);
    const kept = await parts();
    expect(kept.size).toBe(mostPartsOfVisit);
    expect([1, 3, 600, 1000, 1001].map((page) => kept.get(page))).toEqual([
      3000,
      1000,
      2000,
      2000,
      undefined,
    ]);
  });

  test('are kept up to a number a day of each message, and further ones are answered the same', async () => {
    const [{ id, token }, other] = [await send(), await send()];
    const first = sessionIn(await pageOf(token));
    kit.host.advance(10_000);
    await report(token, first, 5000);
    const started = kit.host.clock();
    const visit = { message_id: id, kind: 'prospect' as const, device: null, started, last_seen: started };
    const many = Array.from({ length: mostVisitsOfDay - 2 }, () => ({
      ...visit,
      id: newUuid(),
      visible_ms: 2000,
    }));
    for (let at = 0; at < many.length; at += 500) {
      await kit.host.database.db
        .insertInto('view_session')
        .values(many.slice(at, at + 500))
        .execute();
    }
    const pages = [];
    for (let turn = 0; turn < 3; turn++) pages.push(sessionIn(await pageOf(token)));
    const elsewhere = sessionIn(await pageOf(other.token));
    kit.host.advance(10_000);
    const answers = await Promise.all([
      ...pages.map((session) => report(token, session, 6000)),
      report(token, first, 12_000),
      report(other.token, elsewhere, 6000),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect([await opened(id), await opened(other.id)]).toEqual([mostVisitsOfDay, 1]);
    expect((await sessions(id)).map(({ visible_ms }) => visible_ms)).toContain(12_000);

    kit.host.advance(24 * 3_600_000);
    await kit.signInAgain();
    const nextDay = sessionIn(await pageOf(token));
    kit.host.advance(10_000);
    await report(token, nextDay, 6000);
    expect(await opened(id)).toBe(mostVisitsOfDay + 1);
  });

  test('of machines that call themselves something else each time are kept up to a limit, and each still sees the page', async () => {
    const { id, token } = await send();
    const started = kit.host.clock();
    const visit = { message_id: id, kind: 'scanner' as const, started, last_seen: started, visible_ms: 0 };
    const named = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => ({ ...visit, id: newUuid(), device: `bot/${from + at}` }));
    await kit.host.database.db
      .insertInto('view_session')
      .values(named(0, mostScanners - 1))
      .execute();
    for (const name of ['bot/x', 'bot/y', 'bot/z']) {
      expect((await open(`/p/${token}`, { 'user-agent': name })).status).toBe(200);
    }
    expect((await sessions(id)).map(({ device }) => device)).toContain('bot/x');
    expect(await sessions(id)).toHaveLength(mostScanners);
    expect(await opened(id)).toBe(0);
  });

  test('of scanners, previews and prefetchers are kept by name and never counted', async () => {
    const { id, token } = await send();
    const agents = [
      { 'user-agent': 'Mozilla/5.0 (compatible; Barracuda Sentinel)' },
      { 'user-agent': 'WhatsApp/2.23' },
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
      { ...browser, 'sec-purpose': 'prefetch;prerender' },
    ];
    for (const headers of agents) {
      for (let turn = 0; turn < 3; turn++) {
        const session = sessionIn(await (await open(`/p/${token}`, headers)).text());
        kit.host.advance(5000);
        await report(token, session, 4000);
      }
    }
    expect(await opened(id)).toBe(0);
    const kept = await sessions(id);
    expect(kept.map(({ kind }) => kind)).toEqual(['scanner', 'scanner', 'scanner', 'scanner']);
    expect(kept.map(({ device }) => device)).toContain('WhatsApp/2.23');
  });

  test.each<Record<string, string>>([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
  ])(
    'that a browser has begun ahead of its reader (%j) begin anew when they come, and count',
    async (ahead) => {
      const { id, token } = await send();
      const early = await open(`/p/${token}`, { ...browser, ...ahead });
      // Whatever answers so is thrown away by browsers, and asked for again.
      expect([early.status, early.headers.get('cache-control')]).toEqual([503, 'private, no-store']);
      expect(sessionIn(await early.text())).toBe('');
      const session = sessionIn(await pageOf(token));
      kit.host.advance(5000);
      await report(token, session, 4000);
      expect(await opened(id)).toBe(1);
      expect((await sessions(id)).map(({ kind }) => kind).sort()).toEqual(['prospect', 'scanner']);
    },
  );

  test('of the rep from the app are kept as own and never counted', async () => {
    const { id, token } = await send();
    const session = sessionIn(await (await open(`/p/${token}?own`)).text());
    kit.host.advance(10_000);
    await report(token, session, 9000);
    expect(await opened(id)).toBe(0);
    expect(await sessions(id)).toMatchObject([{ kind: 'own', visible_ms: 9000 }]);
  });

  test('of the rep are own also where visits are limited and their browser holds one of a reader', async () => {
    const { id, token } = await send({ link_max_views: 1 });
    const plain = await open(`/p/${token}`);
    const cookie = plain.headers.getSetCookie().map((line) => line.split(';')[0]);
    const html = await (await open(`/p/${token}?own`, { ...browser, cookie: cookie.join() })).text();
    kit.host.advance(10_000);
    await report(token, sessionIn(html), 9000);
    expect(await opened(id)).toBe(0);
    expect(await sessions(id)).toMatchObject([{ kind: 'own' }]);
    const reader = await open(`/p/${token}`, { ...browser, cookie: cookie.join() });
    expect(sessionIn(await reader.text())).toBe(sessionIn(await plain.text()));
  });

  test('of one browser go on where visits are limited and its page is loaded again', async () => {
    const { guide } = kit.host.world.documents;
    const { id, token } = await send({ link_max_views: 3 });
    const first = await open(`/p/${token}`);
    const cookie = first.headers.getSetCookie().map((line) => line.split(';')[0]);
    const html = await first.text();
    const session = sessionIn(html);
    expect(totalsIn(html)).toBeNull();
    kit.host.advance(60_000);
    const sums = {
      visible_ms: 60_000,
      medias: { [guide.id]: 30_000 },
      sections: { 0: 20_000 },
      pages: { [guide.id]: { 2: 9000 } },
    };
    await post(token, session, { totals: sums });
    kit.host.advance(600_000);
    const again = await (await open(`/p/${token}`, { ...browser, cookie: cookie.join() })).text();
    expect(sessionIn(again)).toBe(session);
    expect(totalsIn(again)).toEqual(sums);
    kit.host.advance(40_000);
    await report(token, session, totalsIn(again).visible_ms + 40_000, { [guide.id]: 70_000 });
    const [visit, ...others] = await sessions(id);
    expect(others).toEqual([]);
    expect(visit?.visible_ms).toBe(100_000);
    expect(visit?.last_seen).toBeGreaterThanOrEqual(visit!.started + 700_000);
    await kit.signInAgain();
    expect(await opened(id)).toBe(1);
  });

  test('of a rep begin at nothing where their browser holds one of a reader', async () => {
    const { token } = await send({ link_max_views: 3 });
    const first = await open(`/p/${token}`);
    const cookie = first.headers.getSetCookie().map((line) => line.split(';')[0]);
    kit.host.advance(60_000);
    await report(token, sessionIn(await first.text()), 60_000);
    const own = await open(`/p/${token}?own`, { ...browser, cookie: cookie.join() });
    expect(totalsIn(await own.text())).toBeNull();
  });

  test('that only read a file are kept as downloads, once, and never counted', async () => {
    const { id, token } = await send();
    const address = `/p/${token}/files/${kit.host.world.documents.guide.id}`;
    for (const range of ['bytes=0-3', 'bytes=4-9']) await open(address, { ...browser, range });
    await open(address);
    await open(`${address}/preview`);
    expect(await sessions(id)).toMatchObject([{ kind: 'download' }]);
    expect(await opened(id)).toBe(0);
  });

  test('of a rep hide nobody who reads a file just then', async () => {
    const { id, token } = await send();
    const session = sessionIn(await (await open(`/p/${token}?own`)).text());
    kit.host.advance(10_000);
    await report(token, session, 9000);
    const address = `/p/${token}/files/${kit.host.world.documents.guide.id}`;
    await open(`${address}?reported`);
    expect(await sessions(id)).toMatchObject([{ kind: 'own' }]);
    await open(address);
    const kinds = (await sessions(id)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['download', 'own']);
  });

  test('a GET alone leaves nothing behind', async () => {
    const { id, token } = await send();
    await pageOf(token);
    expect(await sessions(id)).toEqual([]);
  });
});
