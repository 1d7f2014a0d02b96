import { setTimeout as pause } from 'node:timers/promises';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeOf } from '#testing/new-pack.ts';
import { sendPack } from '#testing/send-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';
import { createThreads, type Threads } from '#threads/threads.ts';

let host: TestHost;
let nora: Fetch;
const real = createThreads();
let whileItWaits = async () => {};
/** How often it was found out what a pack names. */
let times = 0;

const slow: Threads = {
  async run(module, work, input, size) {
    if (work.name === 'snapshotContents') {
      times++;
      await whileItWaits();
    }
    return real.run(module, work, input, size);
  },
  close: real.close,
};

beforeAll(async () => {
  host = await startTestHost({ threads: slow });
  nora = await host.signIn('nora');
});
beforeEach(() => {
  times = 0;
});
afterAll(() => host.stop());

/** Answers null when the host does not get to it. */
const rename = (title: string) =>
  Promise.race([
    nora(`/jsonapi/salestool/pack/${host.world.packs.nora.id}`, {
      method: 'PATCH',
      headers: { 'content-type': jsonApiMediaType },
      body: JSON.stringify({ data: changeOf(host.world.packs.nora.id, { title }) }),
    }).then(({ status }) => status),
    pause(2000, null),
  ]);
const send = () => sendPack(nora, { packId: host.world.packs.nora.id });
const titleOf = async (id: string) => {
  const { pack_snapshot } = await host.database.db
    .selectFrom('message')
    .select('pack_snapshot')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return JSON.parse(String(pack_snapshot)).title;
};

test('while a thread looks through the pack of a message, others write; the message gets the pack as it is then', async () => {
  const answers: unknown[] = [];
  whileItWaits = async () => {
    if (times === 1) answers.push(await rename('Renamed meanwhile'));
  };
  const { id } = await send();
  expect([answers, await titleOf(id), times]).toEqual([[200], 'Renamed meanwhile', 2]);
});

test('who never finds the pack at rest is told to try again', async () => {
  whileItWaits = async () => {
    await rename(`Again and again ${times}`);
  };
  await expect(send()).rejects.toThrow(/503/);
  expect(times).toBeLessThan(9);
  whileItWaits = async () => {};
  expect(await titleOf((await send()).id)).toMatch(/^Again and again/);
});
