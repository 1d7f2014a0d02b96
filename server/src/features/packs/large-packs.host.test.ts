import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { hostileSamples } from '@satchel/core/testing/hostile-samples.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AllTurnsTaken } from '#database/turns.ts';
import { insisting } from '#testing/insisting.ts';
import { changeOf } from '#testing/new-pack.ts';
import { browser, snapshot, textSection } from '#testing/prospect.ts';
import { sendPack } from '#testing/send-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';
import { createThreads, ThreadFailure, type Threads } from '#threads/threads.ts';

let host: TestHost;
let nora: Fetch;
const real = createThreads();

/** Of each work that took place on a thread: how often the host answered somebody else meanwhile. */
const answers = new Map<string, number>();
let trouble: Error | undefined;

const watched: Threads = {
  async run(module, work, input, size) {
    if (size < 64 * 1024) return real.run(module, work, input, size);
    if (trouble) throw trouble;
    return watch(work.name, real.run(module, work, input, size), () => work(input));
  },
  close: real.close,
};

async function watch<Output>(name: string, working: Promise<Output>, workHere: () => Output) {
  let isUnderWay = true;
  const noteEnd = () => {
    isUnderWay = false;
  };
  working.then(noteEnd, noteEnd);
  let answered = 0;
  while (isUnderWay) {
    const { status } = await fetch(`${host.url}/healthz`);
    if (isUnderWay && status === 200) answered++;
  }
  answers.set(name, Math.max(answered, answers.get(name) ?? 0));
  const result = await working;
  expect(result).toEqual(workHere());
  return result;
}

beforeAll(async () => {
  host = await startTestHost({ threads: watched });
  nora = await host.signIn('nora');
});
beforeEach(() => {
  answers.clear();
  trouble = undefined;
});
afterAll(() => host.stop());

const cell =
  '<table><tr><td><b>a</b> <a href="/sites/default/files/x/y.pdf" onclick="z()">b</a></td></tr></table>';
const hostile = hostileSamples.map(({ html }) => html.replaceAll('\0', '')).join('\n');
// Last, because some of it swallows whatever follows.
const dense = `${cell.repeat(6000)}${hostile}`;
const inOneSection = [textSection('Tables', dense)];
const inManySections = Array.from({ length: 500 }, (_, at) => textSection(`Table ${at}`, cell.repeat(15)));

const save = (attributes: Record<string, unknown>) =>
  nora(`/jsonapi/salestool/pack/${host.world.packs.nora.id}`, {
    method: 'PATCH',
    headers: { 'content-type': jsonApiMediaType },
    body: JSON.stringify({ data: changeOf(host.world.packs.nora.id, attributes) }),
  });
const send = (attributes: Record<string, unknown>, as = nora) =>
  sendPack(as, { packId: host.world.packs.nora.id, attributes });
const open = (token: string) => fetch(`${host.url}/p/${token}`, { headers: browser });

describe.each([
  ['one section', inOneSection],
  ['500 sections', inManySections],
])('while a pack of dense markup in %s', (_what, elements) => {
  test('is saved, everybody else is answered', async () => {
    const answer = await save({ pack_data: JSON.stringify({ version: 2, elements }) });
    expect(answer.status).toBe(200);
    expect((await answer.json()).data.attributes.pack_data).not.toContain('onclick');
    expect(answers.get('checkedPackData')).toBeGreaterThan(5);
  });

  test('is sent and its page is made, everybody else is answered', async () => {
    const { token } = await send({ pack_snapshot: snapshot(elements) });
    expect(answers.get('checkedSnapshot')).toBeGreaterThan(5);
    const answer = await open(token);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<td><b>a</b>');
    expect(answers.get('renderedBody')).toBeGreaterThan(5);
  });
});

const often = '{{recipient_company}}'.repeat(100);

test.each([
  ['words', textSection('Names', often)],
  ['the title of a section', textSection(often, '<p>Names</p>')],
])('a page that names in %s make large is made on a thread, too', async (_where, section) => {
  const company = '&'.repeat(255);
  const { token } = await send({ company, pack_snapshot: snapshot([section]) });
  expect(await (await open(token)).text()).toContain('&amp;'.repeat(25_500));
  expect([...answers.keys()]).toEqual(['renderedBody']);
});

test('a title that is longer than any pack’s is cut before names make it larger', async () => {
  const title = '{{recipient_company}}'.repeat(10_000);
  const { token } = await send({ company: '&'.repeat(255), pack_snapshot: snapshot([], title) });
  const html = await (await open(token)).text();
  // In the window's title and the page's own, which has the recipient beside it.
  expect(html.match(/&amp;/g)?.length).toBe((12 + 12 + 1) * 255);
});

test('[PSEND-01] a pack that has just room to be saved has room to be sent, and its page shows all of it', async () => {
  // Each quote takes two characters in a pack's text, four in the message's and eight on its way.
  const content = `<p>${'"'.repeat(4_990_000)}</p>`;
  const pack_data = JSON.stringify({ version: 2, elements: [textSection('Quotes', content)] });
  expect(pack_data.length).toBeGreaterThan(9_900_000);
  expect((await save({ pack_data })).status).toBe(200);
  const pack_snapshot = JSON.stringify({ title: 'Quotes', pack_data });
  const { token } = await send({ pack_snapshot }, insisting(nora));
  // On a busy machine a thread may take longer than it is given, and whoever reads asks again.
  const html = await (await insisting(open)(token)).text();
  expect(html.match(/&quot;|"/g)?.length).toBeGreaterThan(4_990_000);
}, 240_000);

describe.each([
  ['every thread is busy', new AllTurnsTaken('busy')],
  ['a thread dies', new ThreadFailure('died')],
])('when %s', (_what, failure) => {
  test('a large pack is not saved or sent, and may be again', async () => {
    const pack_data = JSON.stringify({ version: 2, elements: [textSection('New', dense)] });
    trouble = failure;
    const refused = await save({ pack_data });
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      503,
      '5',
      expect.stringContaining('Try again in a moment.'),
    ]);
    await expect(send({ pack_snapshot: snapshot(inOneSection) })).rejects.toThrow(/503/);
    trouble = undefined;
    expect((await save({ pack_data })).status).toBe(200);
  });

  test('small packs and their pages are as they always are', async () => {
    trouble = failure;
    const { token } = await send({ pack_snapshot: snapshot([textSection('Small', '<p>words</p>')]) });
    expect((await open(token)).status).toBe(200);
  });

  test('a large page is there later', async () => {
    const { token } = await send({ pack_snapshot: snapshot(inManySections) });
    trouble = failure;
    const early = await open(token);
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '5']);
    trouble = undefined;
    expect((await open(token)).status).toBe(200);
  });
});
