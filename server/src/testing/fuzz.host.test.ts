import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { answerFaults } from './answer-faults.ts';
import { isLong, newSeed } from './killable-host.ts';
import { openAsProspect, sessionIn } from './prospect.ts';
import { rightBodies } from './right-bodies.ts';
import { sendPack } from './send-pack.ts';
import { type RawRequest, rawSender } from './send-raw.ts';
import { storedState } from './stored-state.ts';
import { startTestHost, type TestHost } from './test-host.ts';
import { changedBody, type Names, type Route, wildRequest } from './wild-requests.ts';

type Sender = ReturnType<typeof rawSender>;

const hookSecret = 'what-a-mail-server-says-that-hands-mails-over';

/** A host with every route there is: with an app that is built, and an address for mails that came back. */
async function wholeHost() {
  const appFolder = await mkdtemp(join(tmpdir(), 'satchel-app-'));
  await writeFile(join(appFolder, 'index.html'), '<!doctype html><title>Satchel</title>');
  const bounces = { address: undefined, mailboxUrl: undefined, hookSecret };
  const host = await startTestHost({ config: { appFolder, bounces } });
  const sender = rawSender(host.url);
  // What is mailed meanwhile would look as if a refused request had changed it.
  await host.outbox.stop();
  onTestFinished(async () => {
    sender.stop();
    await host.stop();
    await rm(appFolder, { recursive: true });
  });
  return { host, sender };
}

async function namesOf(host: TestHost): Promise<Names> {
  const {
    packs,
    bundles,
    documents,
    signatures,
    people: accounts,
    channels,
    files,
    terms,
    help,
  } = host.world;
  const nora = await host.signIn('nora');
  const sent = await sendPack(nora, { packId: packs.nora.id, signatureId: signatures.nora.id });
  const locked = await sendPack(nora, { packId: packs.nora.id, attributes: { link_password: 'sesame' } });
  const page = await openAsProspect(host, `/p/${sent.token}`);
  const session = sessionIn(await page.text());
  const people = await Promise.all(
    (['nora', 'nora', 'nora', 'henrik', 'mei'] as const).map((person) => host.authorization(person)),
  );
  const of = (type: ResourceTypeName, ...rows: { id: string }[]) => rows.map(({ id }) => ({ type, id }));
  const written = [
    ...of('salestool--pack', packs.nora),
    ...of('salestool--message', sent, locked),
    ...of('salestool--signature', signatures.nora),
    ...of('user--user', accounts.nora),
  ];
  return {
    records: [
      ...Array.from({ length: 5 }, () => written).flat(),
      ...of('salestool--pack', packs.global, packs.retail, packs.tomas),
      ...of('salestool--signature', signatures.tomas, channels.retail.signature),
      ...of('user--user', accounts.tomas),
      ...of('salestool--channel', channels.retail, channels.transit),
      ...of('salestool--document_bundle', bundles.counter, bundles.gate),
      ...of('salestool--miniapp_bundle', bundles.calculator),
      ...of('salestool--content_bundle', bundles.welcome),
      ...of('media--document', documents.guide, documents.drawing),
      ...of('media--remote_video', documents.film),
      ...of('media--image', documents.photo),
      ...of('file--file', files.guide, files.face),
      ...of('taxonomy_term--keywords', terms.keyword),
      ...of('node--help_page', help),
    ],
    linkTokens: [sent.token, locked.token],
    files: Object.values(files),
    bearers: ({ url }) => (url === '/mail/bounces' ? [`Bearer ${hookSecret}`] : people),
    bodies: rightBodies(host, {
      messageId: sent.id,
      openToken: sent.token,
      session,
      lockedToken: locked.token,
    }),
  };
}

// Counters of tries and of machines that called are kept for what is refused too.
const isWriteOfContent = ({ method, path }: RawRequest) =>
  ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && /^\/(?:jsonapi|salestool)\//.test(path);

/** Content has most of what can go wrong; what a route does for GET is not done otherwise for HEAD. */
const weighed = (routes: readonly Route[]) =>
  routes.flatMap((route) =>
    Array<Route>(/:entity|:token/.test(route.url) && route.method !== 'HEAD' ? 5 : 1).fill(route),
  );

const first = newSeed();
// A host of their own for each thousand, so that there is something left to ask for.
const rounds = isLong ? Array.from({ length: 20 }, (_, at) => first + at) : [first];
const requests = isLong ? 1000 : 300;

/** Asks, and says what is wrong with the answer. */
async function check(host: TestHost, sender: Sender, request: RawRequest) {
  const before = isWriteOfContent(request) ? await storedState(host) : undefined;
  const answer = await sender.send(request);
  expect(answerFaults(request, answer), `${answer.status} ${answer.body.slice(0, 500)}`).toEqual([]);
  if (before !== undefined && answer.status >= 400) expect(await storedState(host)).toEqual(before);
  return answer.status;
}

async function expectWell(host: TestHost) {
  for (const path of ['/healthz', '/readyz']) expect((await host.fetch(path)).status).toBe(200);
}

test.each(rounds)(
  'whatever is asked of any route, it is answered or refused in words, and what is refused leaves nothing behind (seed %i)',
  async (seed) => {
    const { host, sender } = await wholeHost();
    const names = await namesOf(host);
    const answered = new Set<string>();
    const asked = fc
      .constantFrom(...weighed(host.routes))
      .chain((route) => wildRequest(route, names).map((request) => ({ route, request })));
    await fc.assert(
      fc.asyncProperty(asked, async ({ route, request }) => {
        const status = await check(host, sender, request);
        if (status < 400) answered.add(`${route.method} ${route.url}`);
      }),
      { seed, numRuns: requests, endOnFailure: true },
    );
    await expectWell(host);
    // Not everything was turned away at the door.
    expect(answered.size).toBeGreaterThan(20);
  },
  300_000,
);

test.each(rounds)(
  'whatever stands in a body, it is taken or refused in words, and what is refused leaves nothing behind (seed %i)',
  async (seed) => {
    const { host, sender } = await wholeHost();
    const { bodies, bearers } = await namesOf(host);
    const taken = new Map<string, number>();
    const asked = fc
      .constantFrom(...bodies)
      .chain((right) => fc.record({ right: fc.constant(right), sent: changedBody(right) }));
    await fc.assert(
      fc.asyncProperty(
        asked,
        async ({ right: { method, url, path, headers: more }, sent: { type, body } }) => {
          const [authorization = ''] = bearers({ method, url });
          const headers = {
            ...more,
            authorization,
            'content-type': type,
            'content-length': String(body.length),
          };
          const status = await check(host, sender, { method, path, headers, body });
          if (status < 300) taken.set(`${method} ${url}`, (taken.get(`${method} ${url}`) ?? 0) + 1);
        },
      ),
      { seed, numRuns: requests, endOnFailure: true },
    );
    await expectWell(host);
    expect(taken.size).toBeGreaterThan(6);
  },
  300_000,
);

const request = [
  'POST /jsonapi/salestool/pack?page[size]=1 HTTP/1.1',
  ...['Host: satchel.test', 'Accept: */*', 'Range: bytes=0-1', 'Content-Type: application/vnd.api+json'],
  ...['Content-Length: 11', 'Connection: close', '', '{"data":{}}'],
].join('\r\n');

const bentBytes = fc
  .tuple(
    fc.nat(request.length),
    fc.nat(8),
    fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc
        .constantFrom(
          '\r\n',
          '\n',
          '\0',
          ' ',
          ':',
          ',',
          '\r\nTransfer-Encoding: chunked',
          '\r\nExpect: 100-continue',
        )
        .map((text) => Buffer.from(text)),
    ),
  )
  .map(([at, cut, bytes]) =>
    Buffer.concat([Buffer.from(request.slice(0, at)), bytes, Buffer.from(request.slice(at + cut))]),
  );

test.each(rounds)(
  'whatever comes over a connection, no host falls over it (seed %i)',
  async (seed) => {
    const { host, sender } = await wholeHost();
    await fc.assert(
      fc.asyncProperty(bentBytes, async (bytes) => {
        const answer = await sender.bytes(bytes);
        // Nothing at all when the host still waited for the rest of it.
        expect(answer).toMatch(/^(?:HTTP\/1\.1 [1-4]\d\d |$)/);
        expect(
          answerFaults(
            { method: 'POST', path: '/', headers: {}, body: null },
            { status: 400, type: '', body: answer || 'nothing' },
          ),
        ).toEqual([]);
      }),
      { seed, numRuns: requests / 3, endOnFailure: true },
    );
    await expectWell(host);
  },
  300_000,
);
