import { expect, test } from 'vitest';
import { createTriesUnderWay, mostWaiting } from './tries-under-way.ts';
import { throttleKeys } from './try-store.ts';

const here = '198.51.100.7';
const held = { waitS: 30, blockedBy: ['network'] as const };
const free = { waitS: 0, blockedBy: [] };

/** As many sign-ins from one network as may wait for one that is being looked at, which holds them up. */
async function fullNetwork() {
  const tries = createTriesUnderWay();
  const looking = Promise.withResolvers<void>();
  const looked = tries.look(throttleKeys('first', here), () => looking.promise);
  let standing: typeof held | typeof free = held;
  let counted = 0;
  const count = (name: string, network = here) =>
    tries.count(throttleKeys(name, network), async () => {
      counted += 1;
      return standing;
    });
  const waiting = Array.from({ length: mostWaiting }, (_, number) => count(`name ${number}`));
  await expect.poll(() => counted).toBe(mostWaiting);
  const settle = async () => {
    standing = free;
    looking.resolve();
    await looked;
    return Promise.all(waiting);
  };
  return { tries, count, settle, counted: () => counted };
}

test('sign-ins of one network beyond those that may wait are refused at once, and those that wait get in', async () => {
  const { count, settle, counted } = await fullNetwork();
  expect(await count('one more')).toEqual(held);
  expect(await settle()).toEqual(Array(mostWaiting).fill(free));
  expect(counted()).toBe(2 * mostWaiting + 1);
});

test('sign-ins from elsewhere wait all the same while those of one network are as many as may', async () => {
  const { tries, count, settle } = await fullNetwork();
  const elsewhere = '203.0.113.9';
  const looking = Promise.withResolvers<void>();
  const looked = tries.look(throttleKeys('second', elsewhere), () => looking.promise);
  const waiting = count('nora', elsewhere);
  await settle();
  looking.resolve();
  await looked;
  expect(await waiting).toEqual(free);
});
