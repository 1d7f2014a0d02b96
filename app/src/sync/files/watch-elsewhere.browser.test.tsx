import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { unknownState } from './unknown-state.ts';
import { createWatchElsewhere } from './watch-elsewhere.ts';

const subject = { kind: 'bundle', id: 'b' } as const;
const problems = { unnoted: () => null, subscribe: () => () => {} };

test('a worker follows how far the files of a bundle are, and says when some should come', async () => {
  const database = openDatabase();
  onTestFinished(() => database.dexie.delete());
  const { origin } = location;
  const document = { type: 'media--document', id: 'd' } as const;
  const file = { type: 'file--file', id: 'f' } as const;
  const uri = { value: 'public://guide.pdf', url: '/sites/default/files/guide.pdf' };
  await database.records('file--file').put({ ...file, uri, filesize: 4000 });
  await database.records('media--document').put({ ...document, name: 'Guide', file });
  const video = { type: 'media--video', id: 'v' } as const;
  const film = { type: 'file--file', id: 'film' } as const;
  await database.records('file--file').put({
    ...film,
    uri: { value: 'public://demo.mp4', url: '/sites/default/files/demo.mp4' },
    filesize: 90_000,
  });
  await database.records('media--video').put({ ...video, name: 'Demo', file: film });
  await database
    .records('salestool--document_bundle')
    .put({ id: 'b', type: 'salestool--document_bundle', medias: [document, video] });

  const onLoading = vi.fn();
  const here = vi.fn();
  const watched = createWatchElsewhere({ origin, here, onLoading, problems })(subject);
  const leave = watched.subscribe(() => {});
  onTestFinished(leave);
  await expect.poll(watched.current).toMatchObject({ state: 'off', videoBytes: 90_000 });
  expect(onLoading).not.toHaveBeenCalled();

  const kept = { kind: 'bundle', subjectId: 'b', videos: false, wanted: true, problem: null } as const;
  await database.kept.put({ id: 'bundle:b', ...kept });
  await expect
    .poll(watched.current)
    .toMatchObject({ state: 'loading', filesDone: 0, filesTotal: 1, bytesTotal: 4000 });
  expect(onLoading).toHaveBeenCalledWith(subject);
  expect(here).not.toHaveBeenCalled();
});

test('what is removed while nobody looks at its switch is off when somebody looks again', async () => {
  const database = openDatabase();
  onTestFinished(() => database.dexie.delete());
  await database
    .records('salestool--document_bundle')
    .put({ id: 'b', type: 'salestool--document_bundle', medias: [] });
  const kept = { kind: 'bundle', subjectId: 'b', videos: false, wanted: true, problem: null } as const;
  await database.kept.put({ id: 'bundle:b', ...kept });
  const watched = createWatchElsewhere({
    origin: location.origin,
    here: vi.fn(),
    onLoading: vi.fn(),
    problems,
  })(subject);
  const leave = watched.subscribe(() => {});
  await expect.poll(() => watched.current().state).toBe('on');
  leave();

  await database.kept.delete('bundle:b');
  onTestFinished(watched.subscribe(() => {}));
  await expect.poll(() => watched.current().state).toBe('off');
});

test('[CACHE-12] what a worker cannot know, since the device had no room to note it, is told all the same', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const own = ownWatch('loading');
  const met = { problem: null as 'storage-full' | null, tell: () => {} };
  const watched = createWatchElsewhere({
    origin: location.origin,
    here: own.here,
    onLoading: vi.fn(),
    problems: {
      unnoted: () => met.problem,
      subscribe(listener) {
        met.tell = listener;
        return () => {};
      },
    },
    start: ways['is not let in'],
  })(subject);
  onTestFinished(watched.subscribe(() => {}));
  expect(watched.current()).toMatchObject({ state: 'loading', problem: null });
  met.problem = 'storage-full';
  met.tell();
  expect(watched.current()).toMatchObject({ state: 'partial', problem: 'storage-full', filesTotal: 3 });
});

/** The page's own watch of one bundle, with somebody to count who listens to it. */
function ownWatch(first: 'partial' | 'loading' = 'partial') {
  const listeners = new Set<() => void>();
  let state = { ...unknownState, state: first as 'partial' | 'loading' | 'on', filesTotal: 3 };
  return {
    listeners,
    here: vi.fn(() => ({
      current: () => state,
      subscribe(listener: () => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    })),
    arrive() {
      state = { ...state, state: 'on', filesDone: 3 };
      for (const listener of listeners) listener();
    },
  };
}

const ways = {
  'is not let in': () => {
    throw new DOMException('Workers are not allowed here', 'SecurityError');
  },
  'does not start': () => new Worker('/there-is-no-such-worker.js', { type: 'module' }),
};

for (const [way, start] of Object.entries(ways))
  test(`the page follows the files itself where a worker ${way}, those that were asked for before too`, async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const own = ownWatch();
    const watch = createWatchElsewhere({
      origin: location.origin,
      here: own.here,
      onLoading: vi.fn(),
      problems,
      start,
    });
    const watched = watch(subject);
    const told = vi.fn();
    const leave = watched.subscribe(told);
    await expect.poll(watched.current).toMatchObject({ state: 'partial', filesTotal: 3 });
    expect(told).toHaveBeenCalled();
    expect(own.here).toHaveBeenCalledExactlyOnceWith(subject);
    own.arrive();
    expect(watched.current()).toMatchObject({ state: 'on', filesDone: 3 });
    expect(warn).toHaveBeenCalledOnce();
    leave();
    expect(own.listeners.size).toBe(0);
  });
