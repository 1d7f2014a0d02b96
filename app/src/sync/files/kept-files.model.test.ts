import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { NotKept } from '#service-worker/messages.ts';
import { addBundle, address, type Device, device, hour } from '#testing/files-device.ts';
import type { Subject } from './list-files.ts';

type Index = 0 | 1;

type Step =
  | { do: 'keep'; window: Index; bundle: Index; videos: boolean | null }
  | { do: 'stop'; window: Index; bundle: Index }
  | { do: 'drop'; window: Index; bundle: Index }
  | { do: 'evict'; count: number }
  | { do: 'turn down'; count: number; reason: NotKept }
  | { do: 'network'; online: boolean }
  | { do: 'resume'; window: Index };

const index = fc.constantFrom<Index>(0, 1);
const videos = fc.constantFrom(null, true, false);
const place = { window: index, bundle: index };
const oneStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('keep' as const), ...place, videos }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('stop' as const), ...place }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('drop' as const), ...place }) },
  // What a browser that runs out of space takes away, without a word.
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('evict' as const), count: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('turn down' as const),
      count: fc.integer({ min: 1, max: 3 }),
      reason: fc.constantFrom<NotKept>('storage-full', 'unreachable', 'refused'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('network' as const), online: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resume' as const), window: index }) },
);
const histories = fc.array(oneStep, { minLength: 1, maxLength: 14, size: 'max' });

const files = [
  { always: ['guide.xls', 'front.svg'], video: 'demo.mp4' },
  // One of them is the other bundle's, too.
  { always: ['guide.xls', 'plan.svg'], video: 'tour.mp4' },
] as const;

/** Which files of a bundle were chosen, and whether they are still wanted. */
interface Choice {
  videos: boolean;
  wanted: boolean;
}

async function work({ database }: Device) {
  const pack = { id: 'mine', type: 'salestool--pack' as const, title: 'Mine', _meta: { push: true } };
  await database.records('salestool--pack').put(pack);
  await database.queue.put({
    ...{ id: 'mine', type: 'salestool--pack', ownerId: 'ada', attempts: 0 },
    ...{ notBefore: 0, refused: null, claimedBy: null },
  });
  await database.drafts.put({ id: 'pack.ada.-@1', ownerId: 'ada', kind: 'pack', at: 1, value: 'typed' });
}

const workOf = async ({ database }: Device) => ({
  packs: await database.records('salestool--pack').toArray(),
  queue: await database.queue.toArray(),
  drafts: await database.drafts.toArray(),
});

async function createWorld() {
  const here = device();
  const subjects = [];
  for (const [at, { always, video }] of files.entries()) {
    subjects.push(
      await addBundle(here, `bundle-${at}`, {
        [always[0]]: ['document', 100],
        [always[1]]: ['image', 100],
        [video]: ['video', 100],
      }),
    );
  }
  await work(here);
  const choices = new Map<Index, Choice>();
  let toTurnDown: { count: number; reason: NotKept } = { count: 0, reason: 'refused' };
  here.state.answer = () => {
    if (!here.state.online) return 'unreachable';
    if (toTurnDown.count === 0) return null;
    toTurnDown.count -= 1;
    return toTurnDown.reason;
  };
  const windows = [here.openWindow(), here.openWindow()] as const;
  return {
    here,
    subjects: subjects as [Subject, Subject],
    choices,
    windows,
    before: await workOf(here),
    turnDown: (given: typeof toTurnDown) => {
      toTurnDown = { ...given };
    },
  };
}

type World = Awaited<ReturnType<typeof createWorld>>;

/** Keys of what was chosen of a bundle. */
const chosen = (bundle: Index, { videos }: Choice) =>
  [...files[bundle].always, ...(videos ? [files[bundle].video] : [])].map(address);

async function take({ here, subjects, windows, choices, turnDown }: World, step: Step) {
  switch (step.do) {
    case 'keep': {
      const { bundle, window, videos } = step;
      const kept = { videos: videos ?? choices.get(bundle)?.videos ?? false, wanted: true };
      try {
        await windows[window].keep(subjects[bundle], videos === null ? {} : { videos });
        choices.set(bundle, kept);
      } catch {
        expect(here.state.online, 'refused although the host can be reached').toBe(false);
      }
      return;
    }
    case 'stop': {
      const choice = choices.get(step.bundle);
      windows[step.window].stop(subjects[step.bundle]);
      if (choice) choices.set(step.bundle, { ...choice, wanted: false });
      return;
    }
    case 'drop':
      await windows[step.window].drop(subjects[step.bundle]);
      choices.delete(step.bundle);
      return;
    case 'evict':
      for (const key of [...here.cached.keys()].slice(0, step.count)) here.cached.delete(key);
      here.look();
      return;
    case 'turn down':
      return turnDown(step);
    case 'network':
      here.state.online = step.online;
      return;
    case 'resume':
      return windows[step.window].resume();
  }
}

/** What each window says of each bundle is what lies in the cache, as soon as it has looked; nothing else was touched. */
async function isTrue({ here, subjects, windows, choices, before }: World) {
  const watched = windows.map((window) => subjects.map((subject) => window.watch(subject)));
  const leave = watched.flat().map((each) => each.subscribe(() => {}));
  const told = () =>
    watched.map((bundles) =>
      bundles.map((each) => {
        const { state, filesDone, filesTotal } = each.current();
        // Of what nobody chose only that is said.
        return state === 'off' ? { state } : { isOn: state === 'on', filesDone, filesTotal };
      }),
    );
  const there = () =>
    ([0, 1] as const).map((bundle) => {
      const choice = choices.get(bundle);
      if (!choice) return { state: 'off' };
      const keys = chosen(bundle, choice);
      const filesDone = keys.filter((key) => here.cached.has(key)).length;
      return { isOn: filesDone === keys.length, filesDone, filesTotal: keys.length };
    });
  await vi.waitFor(
    () => {
      const now = there();
      expect(told()).toEqual([now, now]);
    },
    { timeout: 20_000, interval: 1 },
  );
  for (const end of leave) end();
  expect(await workOf(here)).toEqual(before);
}

async function live(history: readonly Step[]) {
  const world = await createWorld();
  const { here, windows, choices, turnDown } = world;
  for (const step of history) {
    await take(world, step);
    await isTrue(world);
  }
  turnDown({ count: 0, reason: 'refused' });
  here.state.online = true;
  // A browser that shows room where there was none is not believed before.
  here.state.now += 24 * hour;
  here.look();
  for (const window of windows) await window.resume();
  await isTrue(world);
  const needed = new Set([...choices].flatMap(([bundle, choice]) => chosen(bundle, choice)));
  const wanted = [...choices].filter(([, { wanted }]) => wanted);
  for (const [bundle, choice] of wanted)
    for (const key of chosen(bundle, choice)) expect([...here.cached.keys()]).toContain(key);
  const spare = [...here.cached.keys()].filter((key) => !needed.has(key));
  expect(spare, 'kept for nobody').toEqual([]);
}

test(
  '[CACHE-07, F4] whatever is chosen, dropped, evicted or turned down, switches count what lies in the cache, chosen files come back, and unsent work is not touched',
  () =>
    fc.assert(
      fc.asyncProperty(histories, (history) => live(history)),
      { seed: 20261122, numRuns: 25 },
    ),
  60_000,
);
