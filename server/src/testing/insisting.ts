import { setTimeout as pause } from 'node:timers/promises';
import type { Fetch } from './test-host.ts';

const mostTries = 20;

/** As the app does: a host that is busy is asked again, with the same words. */
export const insisting =
  (as: Fetch): Fetch =>
  async (...asked) => {
    for (let tries = 1; ; tries++) {
      const answer = await as(...asked);
      if (answer.status !== 503 || tries === mostTries) return answer;
      await pause(100 * tries);
    }
  };
