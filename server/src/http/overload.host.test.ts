import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#config.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
beforeAll(async () => {
  const { limits } = readConfig({});
  host = await startTestHost({ config: { limits: { ...limits, mostHeldMs: 100 } } });
});
afterAll(() => host.stop());

/** Keeps the host from answering most of the time, as too many callers would. */
function overload() {
  const work = setInterval(() => {
    const end = performance.now() + 400;
    while (performance.now() < end);
  }, 1);
  return () => clearInterval(work);
}

test('a host that has too much to do turns callers away in words, and takes them as soon as it can', async () => {
  const nora = await host.signIn('nora');
  const ask = () => nora('/jsonapi/salestool/channel');
  expect((await ask()).status).toBe(200);
  const end = overload();
  try {
    await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(503);
    const refused = await ask();
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await refused.json()).errors).toMatchObject([
      { status: '503', detail: 'The host is busy. Try again in a moment.' },
    ]);
  } finally {
    end();
  }
  await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(200);
});

test('a host without such a limit answers everybody, however late', async () => {
  const patient = await startTestHost({ withWorld: false });
  const end = overload();
  try {
    for (let turn = 0; turn < 5; turn++) expect((await patient.fetch('/healthz')).status).toBe(200);
  } finally {
    end();
    await patient.stop();
  }
});

test('a host that was held up once for less than that turns nobody away', async () => {
  const patient = await startTestHost({ withWorld: false, config: { limits: readConfig({}).limits } });
  try {
    for (let turn = 0; turn < 3; turn++) {
      const end = performance.now() + 1500;
      while (performance.now() < end);
      for (let asked = 0; asked < 20; asked++) expect((await patient.fetch('/config.json')).status).toBe(200);
    }
  } finally {
    await patient.stop();
  }
});
