import { afterEach, expect } from 'vitest';
import type { WithLock } from '#remote/with-lock.ts';
import type { NotKept } from '#service-worker/messages.ts';
import type { AskWorker } from '#service-worker/page-side.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import type { FileRecord, MediaRecord } from '#storage/records.ts';
import type { Subject } from '#sync/files/list-files.ts';
import { createOfflineFiles } from '#sync/files/offline-files.ts';
import { fakeContentCaches } from './fake-content-caches.ts';

export const origin = 'https://host.example';
export const address = (name: string) => `${origin}/sites/default/files/${name}`;
export const hour = 60 * 60_000;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Asked {
  isRenewal: boolean;
  stopped: AbortSignal | undefined;
  removed: AbortSignal;
}

/** One device: its database, its caches, its worker, and a host that answers as told. */
export function device() {
  const database = openDatabase(`offline-${crypto.randomUUID()}`);
  ends.push(() => database.dexie.delete({ disableAutoOpen: true }));
  const { files: cached, parts: begun, storage } = fakeContentCaches();
  const state = {
    now: Date.UTC(2026, 10, 20),
    online: true,
    /** How often the connection was to look whether the host is there. */
    asked: 0,
    /** What the connection finds then. */
    isHostThere: true,
    user: 'ada' as string | null,
    worker: true,
    /** What the host or the device says to a file; nothing means that it comes. */
    answer: (_url: string): NotKept | null | Promise<NotKept | null> => null,
    bodies: new Map<string, string>(),
    /** What becomes of files that are kept and asked for anew together; nothing means that a newer copy came. */
    renewal: (_together: readonly string[]): NotKept | null | Promise<NotKept | null> => null,
    /** Comes before files are dropped; nothing is dropped when it rejects. */
    dropping: async (_urls: readonly string[]): Promise<void> => {},
    /** Comes before the worker says that it stopped. */
    stopping: async (): Promise<void> => {},
    /** Brings the records of a subject. */
    load: async (_subject: Subject): Promise<void> => {},
    /** Bytes that the browser says there is room for. */
    room: Number.POSITIVE_INFINITY,
    /** What the page itself is answered by the host. */
    fetch: async (_url: string, _call?: RequestInit): Promise<Response> => {
      throw new TypeError('Failed to fetch');
    },
    /** Comes while a file that was cut off is left alone. */
    pausing: async (_ms: number): Promise<void> => {},
  };
  const fetched: string[] = [];
  const renewed: string[] = [];
  const dropped: string[] = [];
  const logged: unknown[] = [];
  const shown: string[] = [];
  let persisted = 0;
  let atOnce = 0;
  let mostAtOnce = 0;

  const dropParts = (url: string) => {
    for (const part of begun.keys()) if (part.startsWith(`${url}?`)) begun.delete(part);
  };
  /** What is asked for and not answered yet: who removes a file calls that off. */
  const underway = new Set<{ url: string; removed: AbortController }>();
  const heard = async (signal: AbortSignal | undefined, reason: NotKept): Promise<NotKept> => {
    if (!signal?.aborted) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    if (reason === 'stopped') await state.stopping();
    return reason;
  };
  const bring = async (
    url: string,
    { isRenewal, stopped, removed }: Asked,
    together: readonly string[],
  ): Promise<NotKept | null> => {
    if (removed.aborted) return 'cut-off';
    if (cached.has(url) && !isRenewal) return null;
    if (!cached.has(url)) fetched.push(url);
    const answer = cached.has(url) ? state.renewal(together) : state.answer(url);
    const reason = await Promise.race([answer, heard(stopped, 'stopped'), heard(removed, 'cut-off')]);
    if (reason === null) {
      cached.set(url, state.bodies.get(url) ?? 'x');
      dropParts(url);
    }
    return reason;
  };
  const ask = (async (question, options) => {
    if (!state.worker) throw new Error('No service worker is active');
    if (question.type === 'st-decache') {
      await state.dropping(question.urls);
      for (const { url, removed } of underway) if (question.urls.includes(url)) removed.abort();
      for (const url of question.urls) {
        dropped.push(url);
        cached.delete(url);
        dropParts(url);
      }
      return { ok: true };
    }
    if (question.type !== 'st-precache') throw new Error('Not asked here');
    if (question.renew) renewed.push(...question.urls);
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    const failed: { url: string; reason: NotKept }[] = [];
    const asked = question.urls.map((url) => ({ url, removed: new AbortController() }));
    for (const each of asked) underway.add(each);
    for (const each of asked) {
      const { url, removed } = each;
      options?.onProgress?.({ type: 'st-progress', url, bytes: 1 });
      const how = {
        isRenewal: question.renew === true,
        stopped: options?.signal,
        removed: removed.signal,
      };
      const reason = await bring(url, how, question.urls);
      underway.delete(each);
      if (reason) failed.push({ url, reason });
    }
    atOnce -= 1;
    return { ok: failed.length === 0, cached: question.urls.length - failed.length, failed };
  }) as AskWorker;

  const channelName = `files-${crypto.randomUUID()}`;
  const seen = new Set<() => void>();
  const openWindow = (withLock?: WithLock) => {
    const windows = new BroadcastChannel(channelName);
    ends.push(() => windows.close());
    return createOfflineFiles({
      database,
      show: ({ text = '' }) => void shown.push(text),
      ask,
      userId: () => state.user,
      isOnline: () => state.online,
      askHost: async () => {
        state.asked += 1;
        state.online &&= state.isHostThere;
      },
      origin: () => origin,
      load: (subject) => state.load(subject),
      now: () => state.now,
      pause: (ms) => state.pausing(ms),
      random: () => 0,
      ...(withLock && { withLock }),
      browser: {
        caches: storage,
        windows,
        whenSeen: (listener) => void seen.add(listener),
        logFailure: (error) => void logged.push(error),
        persist: async () => {
          persisted += 1;
        },
        fetch: async (url, call) => state.fetch(String(url), call),
        estimate: async () => ({ usage: 1000, quota: 1000 + state.room }),
      },
    });
  };
  const look = () => {
    for (const listener of seen) listener();
  };
  const counts = () => ({ persisted, mostAtOnce });
  return {
    database,
    state,
    cached,
    begun,
    fetched,
    renewed,
    dropped,
    logged,
    shown,
    openWindow,
    look,
    counts,
  };
}

export type Device = ReturnType<typeof device>;
export type Kind = 'document' | 'image' | 'video';

const mimes = { document: 'application/vnd.ms-excel', image: 'image/svg+xml', video: 'video/mp4' };

export async function addMedia(
  database: Database,
  name: string,
  kind: Kind,
  bytes: number,
  thumbnail?: string,
) {
  const file: FileRecord = {
    id: `file-${name}`,
    type: 'file--file',
    filename: name,
    filemime: mimes[kind],
    filesize: bytes,
    uri: { value: '', url: `/sites/default/files/${name}` },
    ...(thumbnail && { image_style_uri: { thumbnail: address(thumbnail) } }),
  };
  const media = {
    id: name,
    type: `media--${kind}`,
    name,
    file: { type: 'file--file', id: file.id },
  } as MediaRecord;
  await database.records('file--file').put(file);
  await database.dexie.table(media.type).put(media);
  return { type: media.type, id: media.id };
}

export async function addBundle(
  { database }: Pick<Device, 'database'>,
  id: string,
  files: Record<string, [Kind, number, string?]>,
): Promise<Subject> {
  const medias = [];
  for (const [name, [kind, bytes, thumbnail]] of Object.entries(files)) {
    medias.push(await addMedia(database, name, kind, bytes, thumbnail));
  }
  await database
    .records('salestool--document_bundle')
    .put({ id, type: 'salestool--document_bundle', medias });
  return { kind: 'bundle', id };
}

export const threeFiles = (world: Device) =>
  addBundle(world, 'counter', {
    'guide.xls': ['document', 400],
    'front.svg': ['image', 100],
    'demo.mp4': ['video', 5000],
  });

type Files = ReturnType<Device['openWindow']>;

export function watch(files: Files, subject: Subject) {
  const watched = files.watch(subject);
  ends.push(watched.subscribe(() => {}));
  return watched;
}

export const isSettled = (files: Files, subject: Subject, state: string) =>
  expect.poll(() => watch(files, subject).current().state).toBe(state);

export const gate = () => {
  let open = () => {};
  const opened = new Promise<null>((resolve) => {
    open = () => resolve(null);
  });
  return { open, opened };
};

export async function addPack(
  { database }: Pick<Device, 'database'>,
  mediaIds: string[],
  changed = Date.UTC(2026, 10, 20),
) {
  const medias = mediaIds.map((id) => ({
    id: `element-${id}`,
    type: 'media',
    title: id,
    data: {
      media: { id, type: 'media--document', mediaType: 'Document', name: id, url: null, thumbnail: null },
    },
  }));
  await database.records('salestool--pack').put({
    id: 'pack',
    type: 'salestool--pack',
    title: 'Pack',
    changed,
    pack_data: JSON.stringify({
      version: 2,
      elements: [{ id: 'group', type: 'medias', title: 'Group', data: { medias } }],
    }),
  });
}
