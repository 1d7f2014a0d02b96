import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Asker, askers, expectStatuses } from './askers.ts';
import { browser, openAsProspect } from './prospect.ts';
import { type Asked, type RouteAccess, routeAccess } from './route-access.ts';
import { sendPack } from './send-pack.ts';
import { startTestHost, type TestHost } from './test-host.ts';

let host: TestHost;
let folder: string;
let asked: Asked;
let version: string;
const bearers = {} as Record<Asker, string | undefined>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-app-'));
  const appFolder = join(folder, 'dist');
  await mkdir(join(appFolder, '.vite'), { recursive: true });
  for (const name of ['dist/index.html', 'dist/.vite/manifest.json', 'secret.txt'])
    await writeFile(join(folder, name), 'x');
  const hookSecret = 'what-a-mail-server-says';
  host = await startTestHost({
    config: { appFolder, bounces: { address: undefined, mailboxUrl: undefined, hookSecret } },
  });
  const { world, config } = host;
  const nora = await host.signIn('nora');
  const sent = await sendPack(nora, { packId: world.packs.nora.id, signatureId: world.signatures.nora.id });
  const page = await (await openAsProspect(host, `/p/${sent.token}`)).text();
  const [picture = ''] = /\/p\/[^"]+\/pictures\/[^"]+/.exec(page) ?? [];
  asked = { world, clientId: config.client.id, link: { ...sent, picture }, hookSecret };
  for (const asker of askers)
    bearers[asker] = asker === 'anonymous' ? undefined : await host.authorization(asker);
  version = /\/prospect-page\/(\w+)\//.exec(page)?.[1] ?? '';
});
afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true });
});

const versionless = (url: string) => url.replace(/^\/prospect-page\/[^/]+/, '/prospect-page/:version');

function ask(method: string, { path, body, authorization }: RouteAccess, asker: Asker) {
  const bearer = authorization ?? bearers[asker];
  return host.fetch(path.replace(':version', version), {
    method,
    redirect: 'manual',
    body: body?.text ?? null,
    headers: {
      ...browser,
      ...(bearer && { authorization: bearer }),
      ...(body && { 'content-type': body.type }),
      'content-disposition': 'file; filename="x.png"',
    },
  });
}

test('every route is in one of the tables, and no other is', () => {
  const known = host.routes
    .filter(({ method, url }) => method !== 'HEAD' && !url.startsWith('/jsonapi/:'))
    .map(({ method, url }) => `${method} ${versionless(url)}`);
  expect(Object.keys(routeAccess).sort()).toEqual([...new Set(known)].sort());
});

test('[PERM-04] before the app is built its place says so to everybody', async () => {
  const unbuilt = await startTestHost({ config: { appFolder: join(folder, 'nothing') }, withWorld: false });
  try {
    const own = unbuilt.routes.filter(({ url }) => url === '/').map(({ method }) => method);
    expect(own.sort()).toEqual(['GET', 'HEAD']);
    expect((await unbuilt.fetch('/')).status).toBe(503);
  } finally {
    await unbuilt.stop();
  }
});

describe.each(Object.entries(routeAccess))('[PERM-04, PERM-16, API-03] %s', (route, entries) => {
  const [method = ''] = route.split(' ');

  test('answers everybody as the table says', async () => {
    for (const entry of entries(asked)) {
      await expectStatuses(`${method} ${entry.what ?? entry.path}`, entry.statuses, (asker) =>
        ask(method, entry, asker),
      );
      if (method !== 'GET') continue;
      await expectStatuses(`HEAD ${entry.path}`, entry.statuses, (asker) => ask('HEAD', entry, asker));
    }
  });
});

test.each([
  ['/oauth/api/me'],
  ['/oauth/api/current_user'],
  ['/oauth/debug'],
  ['/jsonapi'],
  ['/salestool/report/my/packs'],
])('[PERM-16] %s names nobody but who asks', async (path) => {
  const { people } = host.world;
  for (const asker of askers) {
    if (asker === 'anonymous') continue;
    const text = await (await ask('GET', { path, statuses: '0 0 0 0 0 0' }, asker)).text();
    const others = Object.values(people).filter(({ name }) => name !== asker);
    for (const { id, mail } of others) expect(text).not.toMatch(new RegExp(`${id}|${mail}`));
    if (asker !== 'nora') expect(text).not.toContain('Café Linnea');
  }
});

test('[PERM-16] the log of a pack tells everyone of their own messages alone', async () => {
  const path = `/salestool/packlog/${host.world.packs.nora.id}`;
  const totals = await Promise.all(
    askers.slice(1).map(async (asker) => {
      const answer = await ask('GET', { path, statuses: '0 0 0 0 0 0' }, asker);
      const { results, page } = await answer.json();
      return [results.length, page.total];
    }),
  );
  expect(totals).toEqual([
    [1, 1],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
});

test('[PERM-16] beside content too, what one may not see is answered as what does not exist', async () => {
  const { packs, channels, signatures } = host.world;
  const missing = '00000000-0000-4000-8000-000000000000';
  // It looks for mails now and then, and statements are counted here.
  await host.outbox.stop();
  const addresses: [path: string, id: string][] = [
    [`/salestool/pack/${packs.nora.id}/versions`, packs.nora.id],
    [`/salestool/packlog/${packs.nora.id}`, packs.nora.id],
    [`/salestool/report/pack/${packs.nora.id}/recipients`, packs.nora.id],
    [`/salestool/report/pack/${packs.nora.id}/media`, packs.nora.id],
    [`/salestool/report/pack/${packs.nora.id}/visits`, packs.nora.id],
    [`/salestool/report/message/${asked.link.id}/visits`, asked.link.id],
    [`/salestool/report/message/${asked.link.id}/media`, asked.link.id],
    [`/salestool/report/channel/${channels.retail.id}/users`, channels.retail.id],
    [`/salestool/report/channel/${channels.retail.id}/resources`, channels.retail.id],
    [`/jsonapi/salestool/signature/${signatures.nora.id}/picture`, signatures.nora.id],
  ];
  for (const [path, id] of addresses) {
    const answers: [number, string, number][] = [];
    for (const each of [path, path.replace(id, missing)]) {
      host.statements.length = 0;
      const answer = await ask('GET', { path: each, statuses: '0 0 0 0 0 0' }, 'tomas');
      const text = (await answer.text()).replaceAll(id, missing);
      answers.push([answer.status, text, host.statements.length]);
    }
    // The same words, and the same work.
    expect([path, answers[0]]).toEqual([path, answers[1]]);
  }
});
