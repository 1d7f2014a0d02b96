import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Report } from '#services.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, showWorld } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const of = (name: string): Report => ({
  title: 'A report',
  columns: [{ key: 'name', label: 'Recipient', type: 'text' }],
  rows: [{ id: name, name }],
  total: 41,
});
const reportsOf = '/packs/brightwater/reports';
const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
const refreshing = page.getByRole('banner').getByRole('button', { name: 'Refreshing', exact: true });
const next = page.getByRole('button', { name: 'Next page' });
const cell = (name: string) => page.getByRole('cell', { name });
const notFetched = (why: string) =>
  page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: `The report could not be fetched: ${why}` });
const busy = 'The server is busy.';

/** A host that answers each question when the test does. */
function slowHost() {
  const world = samplePackServices();
  const asked: (PromiseWithResolvers<Report> & { of: string; number: number })[] = [];
  world.services.reports.read = (segments, { number = 0 } = {}) => {
    const question = { ...Promise.withResolvers<Report>(), of: String(segments.at(-1)), number };
    asked.push(question);
    return question.promise;
  };
  const questions = () => asked.map((question) => `${question.of} ${question.number}`);
  const failAll = () => {
    for (const { reject } of asked) reject(new Error(busy));
  };
  return { world, asked, questions, failAll };
}

/** @param act with a clock of its own */
async function withClock(act: (passes: (ms: number) => void) => Promise<void>) {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await act((ms) => void vi.setSystemTime(Date.now() + ms));
  } finally {
    vi.useRealTimers();
  }
}

const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));

describe('[PRPT-03, NAV-46] a report that is slow to come', () => {
  test('that fails after a refresh says why, and is asked for again', async () => {
    const { world, asked, failAll } = slowHost();
    await showWorld(reportsOf, world);
    await expect.poll(() => asked).toHaveLength(1);
    await refresh.click();
    await expect.element(refreshing).toBeVisible();
    failAll();
    await expect.element(notFetched(busy)).toBeVisible();
    const before = asked.length;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => asked.length).toBe(before + 1);
    asked.at(-1)?.resolve(of('Daniel'));
    await expect.element(cell('Daniel')).toBeVisible();
  });

  test('is shown although it was refreshed meanwhile, and is asked for once', async () => {
    const { world, asked, questions } = slowHost();
    await showWorld(reportsOf, world);
    await expect.poll(() => asked).toHaveLength(1);
    await refresh.click();
    await expect.element(refreshing).toBeVisible();
    asked[0]?.resolve(of('Daniel'));
    await expect.element(cell('Daniel')).toBeVisible();
    await expect.element(refresh).toBeVisible();
    expect(questions()).toEqual(['recipients 0']);
  });

  test('that a refresh missed is asked for once when the host is back, and says why it does not come', async () => {
    const { world, asked, failAll } = slowHost();
    const { connection } = await showWorld(reportsOf, world);
    await expect.poll(() => asked).toHaveLength(1);
    await refresh.click();
    await expect.element(refreshing).toBeVisible();
    failAll();
    await expect.element(page.getByText(`Not refreshed: ${busy}`)).toBeVisible();
    const before = asked.length;
    connection.set({ ...connection.current(), online: false, icon: 'offline' });
    await expect.element(page.getByText(/Reports come from the server/)).toBeVisible();
    connection.set({ ...connection.current(), online: true, icon: 'online' });
    await expect.poll(() => asked.length).toBeGreaterThan(before);
    failAll();
    await expect.element(notFetched(busy)).toBeVisible();
    expect(asked).toHaveLength(before + 1);
  });

  test('[NAV-09] does not hold the refresh of the report beside it', async () => {
    const { world, asked, questions } = slowHost();
    await showWorld(reportsOf, world);
    await expect.poll(() => asked).toHaveLength(1);
    asked[0]?.resolve(of('Daniel'));
    await expect.element(cell('Daniel')).toBeVisible();
    await refresh.click();
    await expect.element(refreshing).toBeVisible();
    await page.getByRole('tab', { name: 'Files' }).click();
    await expect.poll(questions).toEqual(['recipients 0', 'recipients 0', 'media 0']);
    asked[2]?.resolve(of('Guide'));
    await expect.element(cell('Guide')).toBeVisible();
    await refresh.click();
    await expect.poll(questions).toEqual(['recipients 0', 'recipients 0', 'media 0', 'media 0']);
    asked[3]?.resolve(of('Newer guide'));
    await expect.element(cell('Newer guide')).toBeVisible();
    asked[1]?.reject(new Error(busy));
    await expect.element(refresh).toBeVisible();
    await expect.element(page.getByText(`Not refreshed: ${busy}`)).not.toBeInTheDocument();
  });
});

describe('[PRPT-04] whoever comes back to the window', () => {
  test('while a page is on its way is told when it does not come', () =>
    withClock(async (passes) => {
      const { world, asked, failAll } = slowHost();
      await showWorld(reportsOf, world);
      await expect.poll(() => asked).toHaveLength(1);
      asked[0]?.resolve(of('Daniel'));
      await next.click();
      await expect.poll(() => asked.at(-1)?.number).toBe(1);
      passes(16_000);
      comeBack();
      failAll();
      await expect.element(notFetched(busy)).toBeVisible();
      await expect.element(cell('Daniel')).toBeVisible();
    }));

  test('asks a host that fails no more often than one that answers', () =>
    withClock(async (passes) => {
      const { world, asked, questions, failAll } = slowHost();
      await showWorld(reportsOf, world);
      await expect.poll(() => asked).toHaveLength(1);
      asked[0]?.resolve(of('Daniel'));
      await expect.element(cell('Daniel')).toBeVisible();
      passes(16_000);
      comeBack();
      await expect.poll(() => asked).toHaveLength(2);
      failAll();
      passes(14_000);
      comeBack();
      await next.click();
      await expect.poll(() => asked.at(-1)?.number).toBe(1);
      expect(questions()).toEqual(['recipients 0', 'recipients 0', 'recipients 1']);
      await expect.element(notFetched(busy)).not.toBeInTheDocument();
    }));
});
