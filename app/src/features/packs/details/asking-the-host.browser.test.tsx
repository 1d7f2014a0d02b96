import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { daniel, offline, report, reports, row, show } from '#testing/pack-details-page.ts';
import { samplePack } from '#testing/sample-packs.ts';
import { clearNotices, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  await tablet();
});

describe('[PRPT-06, NAV-25] the log', () => {
  test('offline it is shown from this device, and says so', async () => {
    const { calls } = await show(offline);
    await expect.element(page.getByText(/As this device knows it/)).toBeVisible();
    await expect.element(page.getByText('Opened 3 times')).toBeVisible();
    await row('Daniel Okafor').click();
    await expect.element(page.getByText('Last opened', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Sent by e-mail')).toBeVisible();
    expect(calls.filter((call) => /report|log of/.test(call))).toEqual([]);
  });

  test('back online the host is asked at once', async () => {
    const world = await show(offline);
    await expect.element(page.getByText(/As this device knows it/)).toBeVisible();
    world.connection.set({ ...world.connection.current(), online: true, icon: 'online' });
    await expect.element(page.getByText('6 min 40 s of reading')).toBeVisible();
    expect(world.calls).toContain('load log of brightwater');
  });

  test('of a pack that the host does not have yet it is not asked', async () => {
    const { pulled: _, ...unpulled } = samplePack({ id: 'brightwater', _meta: { push: true } });
    const packs = [unpulled];
    const { calls } = await show({ packs, reports: {}, packLog: [] });
    await expect.element(page.getByText('saved on this device')).toBeVisible();
    expect(calls.filter((call) => /report|log of/.test(call))).toEqual([]);
    await expect.element(page.getByText(/could not be fetched/)).not.toBeInTheDocument();
  });

  test('[PRPT-06] a visit that came between the answers about log and visits is asked for', async () => {
    let asked = 0;
    const late = {
      ...reports,
      get 'pack/brightwater/visits'() {
        asked += 1;
        return asked === 1 ? report([]) : reports['pack/brightwater/visits'];
      },
    };
    await show({ messages: [daniel], waiting: [], packLog: [], reports: late });
    await row('Daniel Okafor').click();
    await expect.element(page.getByText('Opened on a phone').first()).toBeVisible();
    expect(asked).toBe(2);
  });

  test('what the host has forgotten of visits is asked for once more, and no more than that', async () => {
    let asked = 0;
    const empty = {
      get 'pack/brightwater/visits'() {
        asked += 1;
        return report([]);
      },
    };
    await show({ messages: [daniel], waiting: [], packLog: [], reports: empty });
    await expect.poll(() => asked).toBe(2);
    await row('Daniel Okafor').click();
    await expect.element(page.getByText('Opened 3 times')).toBeVisible();
    expect(asked).toBe(2);
  });

  test('a host without visits shows what it told, and why there is no more', async () => {
    await show({ reports: {} });
    await expect
      .element(page.getByText('Visits could not be fetched: There is no such report.'))
      .toBeVisible();
    await expect.element(page.getByText('Opened 3 times')).toBeVisible();
  });
});
