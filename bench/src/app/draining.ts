import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, median, middleHalf, milliseconds } from '#benchmark.ts';
import { Device } from './device.ts';
import type { Seen } from './front.ts';
import { QuietBrowser } from './quiet-browser.ts';
import type { World } from './world.ts';

const count = 1000;
/** In turns, each the other way round than the one before, so that what else the machine does meets both sides. */
const rounds = 7;
const mostTimes = 1.2;

/** Messages of the rep as the app keeps them once Send was pressed, put on the device past the app in place of all others. */
async function putMessages(page: QuietBrowser) {
  await page.evaluate(async (count) => {
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
      const link = { link_token: crypto.randomUUID().replaceAll('-', ''), pack: null, signature: null };
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
  }, count);
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

/** The requests that the app made last, made one after the other by fetch: ms. */
async function replay(world: World, page: QuietBrowser, drained: readonly Seen[]): Promise<number> {
  const { front } = world;
  const requests = drained.map(({ body, headers }) => ({
    body,
    headers: Object.fromEntries(
      ['accept', 'authorization', 'content-type'].map((name) => [name, String(headers[name])]),
    ),
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

async function drain(world: World, page: QuietBrowser): Promise<Drained> {
  const { front } = world;
  await page.goto(front.blankPage);
  await putMessages(page);
  const from = front.seen.length;
  await page.goto(`${front.url}/`);
  const requests = await untilAnswered(world, from);
  return { requests, took: span(requests), left: await untilSettled(page) };
}

/** What waits goes out, beside the same requests made one after the other. */
export async function draining(world: World): Promise<Figure[]> {
  const { front, size } = world;
  const device = await Device.start(front.url);
  await device.takeChannel(world);
  // Whoever has messages waiting has been here before: no pictures come in beside them.
  await device.picturesKept();
  const page = await QuietBrowser.start(await device.leave());
  front.answering = created;
  // The first one also loads what sends.
  let { requests } = await drain(world, page);
  const drained: Drained[] = [];
  const replayed: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const isReplayedFirst = round % 2 === 1;
    if (isReplayedFirst) replayed.push(await replay(world, page, requests));
    const last = await drain(world, page);
    drained.push(last);
    requests = last.requests;
    if (!isReplayedFirst) replayed.push(await replay(world, page, requests));
  }
  front.answering = () => null;
  await page.stop();
  const ratios = drained.map(({ took }, round) => took / (replayed[round] as number));
  const left = drained.reduce((sum, round) => sum + round.left, 0);
  const ratio = median(ratios);
  return [
    {
      what: `draining ${count.toLocaleString('en')} messages ${size}, ${rounds} times`,
      measured: `${milliseconds(median(drained.map(({ took }) => took)))}, ${left} left`,
      limit: `the same by fetch: ${milliseconds(median(replayed))}; ratios ${middleHalf(ratios)}`,
      ratio,
      bar: `≤ ${mostTimes}, none left`,
      isHeld: ratio <= mostTimes && left === 0,
    },
  ];
}
