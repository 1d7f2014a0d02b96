import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { type Figure, median, middleHalf, milliseconds } from '#benchmark.ts';
import { rep } from '#content.ts';
import { Device } from './device.ts';
import type { Seen } from './front.ts';
import { QuietBrowser } from './quiet-browser.ts';
import type { World } from './world.ts';

const count = 1000;
/** In turns, each the other way round than the one before, so that what else the machine does meets both sides. */
const rounds = 7;
const mostTimes = 1.2;

type Ask = (path: string, body?: object) => Promise<{ data: { id: string }[] }>;

/** Asks as the rep, signed in for this alone. Throws when it is refused. */
async function askAsRep({ front }: World): Promise<{ authorization: string; ask: Ask }> {
  const answerOf = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${front.url}${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const grant = { grant_type: 'password', client_id: 'satchel', username: rep.name, password: rep.password };
  const signIn = { method: 'POST', body: new URLSearchParams(grant) };
  const authorization = `Bearer ${(await answerOf('/oauth/token', signIn)).access_token}`;
  return {
    authorization,
    ask: (path, body) =>
      answerOf(`/jsonapi/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization, 'content-type': jsonApiMediaType },
        body: body ? JSON.stringify(body) : null,
      }),
  };
}

/** @returns the id of a pack of the rep that the host has */
async function makePack(world: World): Promise<string> {
  const { ask } = await askAsRep(world);
  const [channel] = (await ask('salestool/channel')).data;
  const id = randomUUID();
  const attributes = { title: 'Terminals', pack_data: JSON.stringify({ version: 2, elements: [] }) };
  const relationships = { channel: { data: { type: 'salestool--channel', id: channel?.id } } };
  await ask('salestool/pack', { data: { type: 'salestool--pack', id, attributes, relationships } });
  return id;
}

/** Messages of the rep as the app keeps them once Send was pressed, put on the device past the app in place of all others. */
async function putMessages(page: QuietBrowser, packId: string) {
  const asked = { count, packId };
  await page.evaluate(async ({ count, packId }) => {
    const user = JSON.parse(localStorage.getItem('satchel-session') ?? '{}').state.user.uuid as string;
    const opening = indexedDB.open('satchel');
    const device = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    const transaction = device.transaction(['salestool--message', 'queue'], 'readwrite');
    for (const name of transaction.objectStoreNames) transaction.objectStore(name).clear();
    const now = Date.now();
    for (let at = 0; at < count; at++) {
      const own = { id: crypto.randomUUID(), type: 'salestool--message', ownerId: user };
      const words = { subject: 'Terminals', email: `guest-${at}@brightwater.example`, first_name: 'Daniel' };
      const more = {
        last_name: 'Okafor',
        company: 'Brightwater',
        message: { value: '<p>Hello</p>', format: null },
      };
      const sent = { memo: '', contact_permission: false, sent: true, date_sent: Math.floor(now / 1000) };
      const pack = { type: 'salestool--pack', id: packId };
      const link = { link_token: crypto.randomUUID().replaceAll('-', ''), pack, signature: null };
      const state = { created: now + at, changed: now + at, _meta: { push: true } };
      transaction
        .objectStore('salestool--message')
        .put({ ...own, ...words, ...more, ...sent, ...link, ...state });
      transaction
        .objectStore('queue')
        .put({ ...own, attempts: 0, notBefore: 0, refused: null, claimedBy: null });
    }
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    device.close();
  }, asked);
}

const isCreate = ({ method, url }: Seen) => method === 'POST' && url === '/jsonapi/salestool/message';

/** As the host answers a create, and as fast as it can be said. */
function created(seen: Seen) {
  if (!isCreate(seen)) return null;
  const { data } = JSON.parse(seen.body) as { data: { attributes: object } };
  const attributes = { ...data.attributes, drupal_internal__id: 1, created: '2026-05-04T08:15:00Z' };
  const body = JSON.stringify({ data: { ...data, attributes } });
  return { status: 201, type: 'application/vnd.api+json', body };
}

/** ms from the first request's arrival to the last one's answer. */
const span = (seen: readonly Seen[]) => (seen.at(-1)?.answered ?? 0) - (seen[0]?.came ?? 0);

async function untilAnswered({ front }: World, from: number): Promise<Seen[]> {
  for (;;) {
    const creates = front.seen.slice(from).filter((seen) => isCreate(seen) && seen.answered > 0);
    if (creates.length >= count) return creates;
    await pause(50);
  }
}

/** How many still wait once nothing more happens. */
async function untilSettled(page: QuietBrowser): Promise<number> {
  const waiting = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open('satchel');
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const counting = opening.result.transaction('queue').objectStore('queue').count();
      await new Promise((resolve) => counting.addEventListener('success', resolve));
      opening.result.close();
      return counting.result;
    });
  let left = await waiting();
  for (let tries = 0; left > 0 && tries < 20; tries++) {
    await pause(500);
    left = await waiting();
  }
  return left;
}

/** The same message under ids of its own: a host creates each but once. */
function asNew(body: string) {
  const { data } = JSON.parse(body);
  const link_token = randomUUID().replaceAll('-', '');
  return JSON.stringify({
    data: { ...data, id: randomUUID(), attributes: { ...data.attributes, link_token } },
  });
}

/** The requests that the app made last, made one after the other by fetch: ms. */
async function replay(world: World, page: QuietBrowser, drained: readonly Seen[]): Promise<number> {
  const { front } = world;
  // The token they went with may have run out.
  const { authorization } = await askAsRep(world);
  const requests = drained.map(({ body, headers }) => ({
    body: asNew(body),
    headers: {
      accept: String(headers.accept),
      'content-type': String(headers['content-type']),
      authorization,
    },
  }));
  await page.goto(front.blankPage);
  const from = front.seen.length;
  await page.evaluate(async (requests) => {
    for (const request of requests) {
      const answer = await fetch('/jsonapi/salestool/message', {
        ...request,
        method: 'POST',
        credentials: 'omit',
        cache: 'no-store',
      });
      if (answer.status !== 201) throw new Error(`A create was answered with ${answer.status}.`);
      await answer.json();
    }
  }, requests);
  return span(await untilAnswered(world, from));
}

interface Drained {
  requests: Seen[];
  /** ms */
  took: number;
  left: number;
}

async function drain(world: World, page: QuietBrowser, packId: string): Promise<Drained> {
  const { front } = world;
  await page.goto(front.blankPage);
  await putMessages(page, packId);
  const from = front.seen.length;
  await page.goto(`${front.url}/`);
  const requests = await untilAnswered(world, from);
  return { requests, took: span(requests), left: await untilSettled(page) };
}

interface Times {
  /** ms, by the app and by fetch, round by round. */
  drained: number[];
  replayed: number[];
  left: number;
}

async function inTurns(world: World, page: QuietBrowser): Promise<Times> {
  const packId = await makePack(world);
  // The first one also loads what sends.
  let { requests } = await drain(world, page, packId);
  const times: Times = { drained: [], replayed: [], left: 0 };
  for (let round = 0; round < rounds; round++) {
    const isReplayedFirst = round % 2 === 1;
    if (isReplayedFirst) times.replayed.push(await replay(world, page, requests));
    const last = await drain(world, page, packId);
    times.drained.push(last.took);
    times.left += last.left;
    requests = last.requests;
    if (!isReplayedFirst) times.replayed.push(await replay(world, page, requests));
  }
  return times;
}

function figureOf(what: string, { drained, replayed, left }: Times): Figure {
  const ratios = drained.map((took, round) => took / (replayed[round] as number));
  const ratio = median(ratios);
  return {
    what,
    measured: `${milliseconds(median(drained))}, ${left} left`,
    limit: `the same by fetch: ${milliseconds(median(replayed))}; ratios ${middleHalf(ratios)}`,
    ratio,
    bar: `≤ ${mostTimes}, none left`,
    isHeld: ratio <= mostTimes && left === 0,
  };
}

/**
 * What waits goes out, beside the same requests made one after the other: to the host, and to somebody who answers at once, which
 * shows what the app itself takes.
 */
export async function draining(world: World): Promise<Figure[]> {
  const { front, size } = world;
  const device = await Device.start(front.url);
  await device.takeChannel(world);
  // Whoever has messages waiting has been here before: no pictures come in beside them.
  await device.picturesKept();
  const page = await QuietBrowser.start(await device.leave());
  const toHost = await inTurns(world, page);
  front.answering = created;
  const answeredAtOnce = await inTurns(world, page);
  front.answering = () => null;
  await page.stop();
  const what = `draining ${count.toLocaleString('en')} messages ${size}, ${rounds} times`;
  return [figureOf(`${what}, to the host`, toHost), figureOf(`${what}, answered at once`, answeredAtOnce)];
}
