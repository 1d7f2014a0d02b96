import { describe, expect, test } from 'vitest';
import { address, device, isSettled, threeFiles, watch } from '#testing/files-device.ts';

const part = 4 * 1024 * 1024;
const film = address('demo.mp4');

/** A device to which the line brings so many bytes of the film with each try, until it is asked for the last time. */
async function unsteadyLine(...tries: readonly number[]) {
  const world = device();
  const counter = await threeFiles(world);
  const { begun, fetched, state } = world;
  let here = 0;
  const asked = () => fetched.filter((url) => url === film).length;
  state.answer = (url) => {
    const bytes = tries[asked() - 1];
    if (url !== film || bytes === undefined) return null;
    begun.set(`${film}?from=${here}`, bytes);
    here += bytes;
    return 'cut-off';
  };
  const pauses: number[] = [];
  state.pausing = async (ms) => void pauses.push(ms);
  return { world, counter, files: world.openWindow(), asked, pauses };
}

describe('[CACHE-12, F6] a film whose line is cut', () => {
  test('goes on by itself, after a pause each time, until all of it is here', async () => {
    const { world, counter, files, asked, pauses } = await unsteadyLine(3 * part, part, 2 * part);
    await files.keep(counter, { videos: true });
    await isSettled(files, counter, 'on');
    expect(asked()).toBe(4);
    expect(pauses).toEqual([5000, 5000, 5000]);
    expect(world.begun.size).toBe(0);
  });

  test.each([
    ['nothing', 0],
    ['less than a part', part - 1],
  ])('is left once a try has brought %s more of it', async (_what, bytes) => {
    const { counter, files, asked, pauses } = await unsteadyLine(2 * part, bytes, bytes, part);
    await files.keep(counter, { videos: true });
    await isSettled(files, counter, 'partial');
    expect(watch(files, counter).current().problem).toBe('unreachable');
    // Once more than that: the files beside it came with the first try.
    expect(asked()).toBe(3);
    expect(pauses).toHaveLength(2);
  });

  test('of which parts are here already is left when two tries bring none', async () => {
    const { world, counter, files, asked } = await unsteadyLine(0, 0);
    world.begun.set(`${film}?from=1`, 9 * part);
    await files.keep(counter, { videos: true });
    await isSettled(files, counter, 'partial');
    expect(asked()).toBe(2);
  });

  test('is not asked for any more once it is stopped', async () => {
    const { world, counter, files, asked } = await unsteadyLine(part, part);
    const pausing = Promise.withResolvers<void>();
    world.state.pausing = () => {
      pausing.resolve();
      return new Promise(() => {});
    };
    const keeping = files.keep(counter, { videos: true });
    await pausing.promise;
    files.stop(counter);
    await keeping;
    await isSettled(files, counter, 'partial');
    expect(watch(files, counter).current().problem).toBeNull();
    expect(asked()).toBe(1);
  });

  test('is not gone on with on a device that has no room for the file beside it', async () => {
    const { world, counter, files, asked } = await unsteadyLine(part, part);
    const { answer } = world.state;
    world.state.answer = (url) => (url === address('front.svg') ? 'storage-full' : answer(url));
    world.cached.set(address('guide.xls'), 'x');
    await files.keep(counter, { videos: true });
    await isSettled(files, counter, 'partial');
    expect(watch(files, counter).current().problem).toBe('storage-full');
    expect(asked()).toBe(1);
  });
});
