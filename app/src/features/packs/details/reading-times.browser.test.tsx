import '#ui/mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type Report, ServicesContext } from '#services.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import { ReadingTimes } from './reading-times.tsx';

type Asked = PromiseWithResolvers<Report>;

/** Reading times of a message whose visits come to more and more, and what the host was asked for, to be answered. */
async function show(seconds: number | null) {
  const asked: Asked[] = [];
  const { services } = samplePackServices();
  services.reports.read = () => {
    const question = Promise.withResolvers<Report>();
    asked.push(question);
    return question.promise;
  };
  const times = (totalSeconds: number | null) => (
    <MantineProvider>
      <ServicesContext value={services}>
        <ReadingTimes messageId="m1" totalSeconds={totalSeconds} medias={new Map()} />
      </ServicesContext>
    </MantineProvider>
  );
  const screen = await render(times(seconds));
  await expect.poll(() => asked.length).toBe(1);
  const refresh = async (totalSeconds: number) => {
    const before = asked.length;
    await screen.rerender(times(totalSeconds));
    await expect.poll(() => asked.length).toBe(before + 1);
  };
  /** Without another question. */
  const becomes = (totalSeconds: number | null) => screen.rerender(times(totalSeconds));
  return { asked, refresh, becomes };
}

const prices = (reading_time: number): Report => ({
  ...{ title: '', columns: [], total: 1 },
  rows: [{ id: 'prices', name: 'Prices', reading_time }],
});
const listed = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const failed = page.getByText('Reading times could not be fetched: The host is away.');

/** An answer that is heard and not taken changes nothing on the page, so that there is nothing to wait for but itself. */
const answered = async ({ promise }: Asked) => {
  await promise.catch(() => {});
  await new Promise(requestAnimationFrame);
};

test('[PRPT-06] new visits are asked for, and until the answer is here no time is said to be the page’s', async () => {
  const { asked, refresh } = await show(60);
  asked[0]!.resolve(prices(40));
  await expect.poll(listed).toEqual(['Prices40 s', 'The page itself20 s']);
  await refresh(100);
  expect(listed()).toEqual(['Prices40 s', 'The page itself20 s']);
  asked[1]!.resolve(prices(75));
  await expect.poll(listed).toEqual(['Prices1 min 15 s', 'The page itself25 s']);
});

test('[PRPT-06] an earlier answer that comes late does not replace a later one', async () => {
  const { asked, refresh } = await show(60);
  await refresh(100);
  asked[1]!.resolve(prices(75));
  await expect.poll(listed).toEqual(['Prices1 min 15 s', 'The page itself25 s']);
  asked[0]!.resolve(prices(40));
  await answered(asked[0]!);
  expect(listed()).toEqual(['Prices1 min 15 s', 'The page itself25 s']);
});

test('[PRPT-06] an earlier failure that comes late is not told', async () => {
  const { asked, refresh } = await show(60);
  await refresh(100);
  asked[1]!.resolve(prices(75));
  await expect.poll(listed).toEqual(['Prices1 min 15 s', 'The page itself25 s']);
  asked[0]!.reject(new Error('The host is away.'));
  await answered(asked[0]!);
  await expect.element(failed).not.toBeInTheDocument();
});

test('[PRPT-06] a failure stands until the host answers again, beside what was known before', async () => {
  const { asked, refresh } = await show(60);
  asked[0]!.resolve(prices(40));
  await expect.poll(listed).toEqual(['Prices40 s', 'The page itself20 s']);
  await refresh(100);
  asked[1]!.reject(new Error('The host is away.'));
  await expect.element(failed).toBeVisible();
  expect(listed()).toEqual(['Prices40 s', 'The page itself20 s']);
  await refresh(120);
  await expect.element(failed).toBeVisible();
  asked[2]!.resolve(prices(90));
  await expect.element(failed).not.toBeInTheDocument();
  expect(listed()).toEqual(['Prices1 min 30 s', 'The page itself30 s']);
});

describe('[PRPT-06] where the visits come after the files', () => {
  test.each(['before', 'after'])('the files are asked for once, and answered %s them', async (when) => {
    const { asked, becomes } = await show(null);
    if (when === 'after') await becomes(60);
    asked[0]!.resolve(prices(40));
    if (when === 'before') {
      await expect.poll(listed).toEqual(['Prices40 s']);
      await becomes(60);
    }
    await expect.poll(listed).toEqual(['Prices40 s', 'The page itself20 s']);
    expect(asked).toHaveLength(1);
  });

  test('an answer of before is not taken for one to what came since', async () => {
    const { asked, refresh, becomes } = await show(60);
    asked[0]!.resolve(prices(40));
    await expect.poll(listed).toEqual(['Prices40 s', 'The page itself20 s']);
    await becomes(null);
    await expect.poll(() => asked.length).toBe(2);
    await becomes(100);
    expect(listed()).toEqual(['Prices40 s', 'The page itself20 s']);
    asked[1]!.resolve(prices(75));
    await expect.poll(listed).toEqual(['Prices1 min 15 s', 'The page itself25 s']);
    await refresh(120);
  });
});

test('[PRPT-06] where the rest of many files does not come, those that came are told, and nothing of the page', async () => {
  const { asked } = await show(600);
  const rows = Array.from({ length: 100 }, (_, at) => ({
    ...{ id: `f${at}`, name: `File ${at}`, reading_time: 2 },
  }));
  asked[0]!.resolve({ ...prices(2), rows, total: 120 });
  await expect.poll(() => asked.length).toBe(2);
  asked[1]!.reject(new Error('The host is away.'));
  await expect.poll(() => listed().length).toBe(100);
  await expect.element(failed).not.toBeInTheDocument();
});
