import { expect, test } from 'vitest';
import { devicesAtHost } from '#testing/devices-at-host.ts';

const at = devicesAtHost();
const minute = 60_000;

test('[CACHE-08, CONST-02, SYNC-09] after a channel was asked for its pictures are looked after, changed or not, and not while it is fresh', async () => {
  const clock = { ahead: 0 };
  const lookedAfter: string[] = [];
  const answers: number[] = [];
  const device = await at.signedIn('nora', {
    fetch: async (address, init) => {
      const answer = await fetch(address, init);
      answers.push(answer.status);
      return answer;
    },
    now: () => Date.now() + clock.ahead,
    afterLoad: (id) => lookedAfter.push(id),
  });
  await device.service.selectChannel(at.retail);
  expect(await device.channels.load(at.retail)).toEqual({ ok: true });
  await expect.poll(() => lookedAfter).toEqual([at.retail]);

  expect(await device.channels.load(at.retail)).toEqual({ ok: true, skipped: 'Content fresh enough' });
  expect(lookedAfter).toHaveLength(1);

  clock.ahead = 20 * minute;
  answers.length = 0;
  expect(await device.channels.load(at.retail)).toEqual({ ok: true });
  await expect.poll(() => lookedAfter).toEqual([at.retail, at.retail]);
  expect(answers).toContain(304);
});
