import { defaultFlags } from '@satchel/core/contract/host-configuration.ts';
import { recallPackData } from '@satchel/core/pack/recalled-pack-data.ts';
import { Dexie } from 'dexie';
import type {
  ConnectionState,
  LastPush,
  LoadOutcome,
  NewEvent,
  Notice,
  OfflineState,
  OfflineSubject,
  PushReport,
  Services,
  SessionState,
} from '#services.ts';
import { arrangeFiles } from '#sync/bundle-files/arrange-files.ts';
import { sampleConfiguration } from './sample-configuration.ts';
import {
  sampleBundleRecords,
  sampleBundles,
  sampleChannels,
  sampleLog,
  sampleMedias,
  sampleNow,
  sampleUser,
  sampleWaiting,
} from './sample-content.ts';
import { sampleDrafts } from './sample-drafts.ts';
import type { SampleOptions } from './sample-options.ts';
import { type Settable, settable } from './settable.ts';

const offState: OfflineState = {
  state: 'off',
  filesDone: 0,
  filesTotal: 18,
  bytesDone: 0,
  bytesTotal: 78_000_000,
  videoBytes: 0,
  includesVideos: false,
  problem: null,
};

/** Everything a screen may ask for, in memory, and handles on what happened. */
export function sampleServices(options: SampleOptions = {}) {
  // Live queries follow a database; this one holds nothing but a mark that something changed.
  const marks = new Dexie(`sample-${crypto.randomUUID()}`);
  marks.version(1).stores({ mark: 'id' });
  const read = async <T>(value: T): Promise<T> => {
    await marks.table('mark').get(1);
    return value;
  };
  const changed = () => marks.table('mark').put({ id: 1, at: crypto.randomUUID() });

  const session = settable<SessionState>({
    user: sampleUser,
    tokenExpires: sampleNow + 300_000,
    activeChannelId: 'retail',
    ...options.session,
  });
  const connection = settable<ConnectionState>({
    icon: 'online',
    online: true,
    share: null,
    waiting: 0,
    ...options.connection,
  });
  const hints = settable<0 | 1 | 2>(options.hints ?? 2);
  const updateReady = settable(false);
  const updateFailed = settable(false);
  const lastPush = settable<LastPush | null>(null);
  const events: NewEvent[] = [];
  const calls: string[] = [];
  const preferences = new Map<string, unknown>(Object.entries(options.preferences ?? {}));
  const drafts = new Map<string, unknown>(Object.entries(options.drafts ?? {}));
  /** Whether the device has any for a draft. */
  const hasRoom = settable(true);
  const noticeListeners = new Set<(notice: Notice) => void>();
  const offline = new Map<string, Settable<OfflineState>>();
  const channels = options.channels ?? sampleChannels;
  const bundles = options.bundles ?? sampleBundles;
  const medias = options.medias ?? sampleMedias;
  const viewsOf = (ids: readonly string[]) =>
    ids.flatMap((id) => medias.find((view) => view.id === id) ?? []);
  const packs = options.packs ?? [];
  let waiting = options.waiting ?? sampleWaiting;
  let log = options.log ?? sampleLog;
  let signature = options.signature ?? null;
  let signaturePicture = options.signaturePicture ?? null;

  const load = async (item: string, { force = false } = {}): Promise<LoadOutcome> => {
    const what = force ? `${item} again` : item;
    calls.push(`load ${what}`);
    const outcome = (await options.load?.(what)) ?? { ok: true };
    await changed();
    return outcome;
  };
  const offlineOf = ({ kind, id }: OfflineSubject) => {
    const key = `${kind} ${id}`;
    const known = offline.get(key) ?? settable<OfflineState>({ ...offState, ...options.offline?.[id] });
    offline.set(key, known);
    return known;
  };
  const saved = async () => ({ savedLocally: true, savedRemotely: true, failure: null });
  const notInSamples = (what: string) => () => Promise.reject(new Error(`Samples have no ${what}`));
  const push = async (limits?: { messages?: number }): Promise<PushReport> => {
    calls.push(`push ${limits?.messages ?? 'all'}`);
    const report: PushReport = { at: sampleNow, signatures: [1, 1], packs: [2, 2], messages: [4, 3] };
    lastPush.set({ ...report, ownerId: session.current().user?.uuid ?? null });
    return report;
  };

  const flags = { ...defaultFlags, ...options.configuration?.flags };
  const services: Services = {
    configuration: {
      ...sampleConfiguration,
      ...options.configuration,
      flags,
      auth: { ...sampleConfiguration.auth, ...options.configuration?.auth },
    },
    session: {
      ...session,
      signIn: async ({ username }) => {
        calls.push(`sign in ${username}`);
        await options.signIn?.();
        session.set({ ...session.current(), user: sampleUser });
        return sampleUser;
      },
      signOut: async () => {
        calls.push('sign out');
        const outcome = (await options.signOut?.()) ?? { failure: null };
        session.set({ user: null, tokenExpires: null, activeChannelId: null });
        return outcome;
      },
      selectChannel: async (activeChannelId) => {
        calls.push(`select ${activeChannelId}`);
        session.set({ ...session.current(), activeChannelId });
      },
      authSettings: () => {
        const { url, client } = sampleConfiguration.auth.login;
        return { url, client };
      },
      changeAuthSettings: ({ url, client }) => void calls.push(`auth ${url} ${client}`),
    },
    account: {
      changePassword: async (given) => {
        calls.push(`change password ${given.existing} to ${given.wanted}`);
        await options.changePassword?.(given);
      },
    },
    passwordReset: {
      sendCode: async (mail) => {
        calls.push(`send code ${mail}`);
        await options.passwordReset?.sendCode?.(mail);
      },
      checkCode: async (mail, code) => {
        calls.push(`check code ${mail} ${code}`);
        await options.passwordReset?.checkCode?.(mail, code);
      },
      setPassword: async (given) => {
        calls.push(`set password ${given.mail} ${given.code} ${given.password}`);
        return (await options.passwordReset?.setPassword?.(given)) ?? 'nora';
      },
    },
    connection,
    channels: {
      mine: () => read(session.current().user ? channels : []),
      loadMine: () => load('channels'),
      get: (id) => {
        const { channelRecord = { id, type: 'salestool--channel' } } = options;
        return read(channelRecord);
      },
      summary: (id) => read(channels.find((channel) => channel.id === id) ?? null),
      view: (id) => options.channelView?.(id) ?? read(channels.find((channel) => channel.id === id) ?? null),
      lastSync: async (id) => read(options.lastSync ? await options.lastSync(id) : { at: null }),
      async begin(id) {
        calls.push(`begin channel ${id}`);
        return (await options.begin?.(id)) ?? null;
      },
      load: (id, how) => load(`channel ${id}`, how),
    },
    bundles: {
      inChannel: (_, types) => read(bundles.filter(({ type }) => types.includes(type))),
      contents: () => {
        const names = medias.map(({ id, type, name }) => ({ id, type, name }));
        const contents = bundles.map(({ id, type, title, availability }) => ({
          id,
          type,
          title: title ?? '',
          availability,
          medias: type === 'salestool--document_bundle' ? names : [],
        }));
        return read(options.contents ?? contents);
      },
      get: (id) => read((options.records ?? sampleBundleRecords).find((record) => record.id === id) ?? null),
      several: (ids) =>
        read((options.records ?? sampleBundleRecords).filter((record) => ids.includes(record.id))),
      summary: (id) => read(bundles.find((bundle) => bundle.id === id) ?? null),
      medias: () => read(medias),
      filesInSight: (_, wanted) => {
        const files = arrangeFiles(medias);
        const { ids, ...page } = files.page(wanted);
        return read({ ...page, files: viewsOf(ids), named: viewsOf(wanted.named) });
      },
      showable: (_, order, around) => read(viewsOf(arrangeFiles(medias).showable(order, around, 200))),
      load: (id, how) => load(`bundle ${id}`, how),
      appFiles: async () => options.appFiles ?? new Map(),
    },
    packs: {
      inChannel: () => read(packs),
      get: (id) => read(packs.find((pack) => pack.id === id) ?? null),
      read: async (text) => recallPackData(text),
      medias: () => read(new Map(sampleMedias.map((view) => [view.id, view]))),
      mediaIdsHere: async () => new Set(sampleMedias.map(({ id }) => id)),
      mediasById: (ids) =>
        read(new Map(sampleMedias.flatMap((view) => (ids.includes(view.id) ? [[view.id, view]] : [])))),
      unsendable: () => read(options.unsendable ?? []),
      load: (id, how) => load(`pack ${id}`, how),
      draft: () => ({ id: '-', type: 'salestool--pack', title: 'New pack' }),
      save: saved,
      clone: notInSamples('clones'),
      archive: saved,
      delete: async () => undefined,
      sendToServer: saved,
    },
    drafts: sampleDrafts({
      rows: drafts,
      hasRoom,
      userId: () => session.current().user?.uuid,
      pack: (id) => services.packs.get(id),
    }),
    messages: {
      record: notInSamples('messages'),
      recordAll: notInSamples('messages'),
      recorded: async () => [],
      written: async () => null,
      says: async () => false,
      takesSnapshot: async () => true,
      takesLinkControl: async () => true,
      refused: () => read(null),
      standing: () => read('cancelled' as const),
      edit: () => read(null),
      endEdit: async () => undefined,
      cancel: notInSamples('messages'),
      link: () => read(null),
      control: () => read(null),
      setControl: notInSamples('messages'),
      ofPack: () => read([]),
      get: () => read(null),
      idNow: async (id) => id,
    },
    packLog: {
      ofPack: (packId) => read((options.packLog ?? []).filter(({ pack_uuid }) => pack_uuid === packId)),
      load: (packId) => load(`log of ${packId}`),
    },
    openNotices: {
      read: async () => options.openNotices ?? null,
      set: async (on) => void calls.push(`open notices ${on}`),
    },
    reports: {
      read: async (segments) => {
        calls.push(`report ${segments.join('/')}`);
        if (!connection.current().online) throw new Error('Application is offline');
        const report = options.reports?.[segments.join('/')];
        if (!report) throw new Error('There is no such report.');
        return report;
      },
      csv: async (segments) => {
        calls.push(`csv ${segments.join('/')}`);
        return { name: 'report.csv', content: new Blob(['a,b'], { type: 'text/csv' }) };
      },
    },
    signatures: {
      mine: () => read(signature),
      load: () => load('signatures'),
      pictureUrl: () => read(signaturePicture),
      takesPicture: async () => typeof signature?.drupal_internal__id === 'number',
      save: async (fields) => {
        calls.push(`save signature ${Object.values(fields).join(', ')}`);
        const outcome = (await options.saveSignature?.()) ?? (await saved());
        const ids = outcome.savedRemotely ? { drupal_internal__id: 7 } : {};
        const times = { changed: (signature?.changed ?? 0) + 1 };
        signature = { id: 'mine', type: 'salestool--signature', ...signature, ...fields, ...ids, ...times };
        await changed();
        return outcome;
      },
      uploadPicture: async (picture) => {
        calls.push(`upload picture ${picture.type}`);
        await options.uploadPicture?.(picture);
        signaturePicture = URL.createObjectURL(picture);
        await changed();
      },
    },
    helpPages: { all: () => read(options.helpPages ?? []), load: () => load('help') },
    offlineFiles: {
      watch: offlineOf,
      keptBundles: () => {
        const kept = bundles.filter(({ id }) => offlineOf({ kind: 'bundle', id }).current().state !== 'off');
        return read(kept.map(({ id }) => id));
      },
      keep: async (subject, choices) => {
        const videos = { true: ' with videos', false: ' without videos', undefined: '' }[
          `${choices?.videos}`
        ];
        calls.push(`keep ${subject.id}${videos}`);
        offlineOf(subject).set({ ...offlineOf(subject).current(), state: 'loading' });
        await changed();
      },
      stop: (subject) => {
        calls.push(`stop ${subject.id}`);
        offlineOf(subject).set({ ...offlineOf(subject).current(), state: 'partial' });
      },
      drop: async (subject) => {
        calls.push(`drop ${subject.id}`);
        offlineOf(subject).set({ ...offState });
        await changed();
      },
    },
    waiting: {
      items: async ({ ids, skip = 0, most = waiting.length } = {}) => {
        const all = await read(waiting);
        return ids ? all.filter(({ id }) => ids.includes(id)) : all.slice(skip, skip + most);
      },
      count: async () => (await read(waiting)).length,
      countOfOthers: async () => options.waitingOfOthers ?? 0,
      lastPush,
      push,
      retry: async (item) => {
        const anew = { ...item, state: 'waiting' as const, reason: null };
        waiting = waiting.map((other) => (other.id === item.id ? anew : other));
        await changed();
      },
      discard: async (item) => {
        waiting = waiting.filter(({ id }) => id !== item.id);
        await changed();
      },
      copy: async () => {
        calls.push('copy');
        return new Blob([JSON.stringify({ records: waiting })], { type: 'application/json' });
      },
    },
    events: {
      log: async (event) => void events.push(event),
      note: async (event) => void events.push(event),
      entries: () => read(log),
      push: async ({ all } = {}) => void calls.push(all ? 'push whole log' : 'push log'),
      clear: async () => {
        log = [];
        await changed();
      },
      ...options.eventLog,
    },
    notices: {
      show: (notice) => {
        for (const listener of noticeListeners) listener({ text: '', ...notice, id: crypto.randomUUID() });
      },
      listen: (listener) => {
        noticeListeners.add(listener);
        return () => noticeListeners.delete(listener);
      },
    },
    preferences: {
      read: <T>(key: string, fallback: T) => (preferences.has(key) ? (preferences.get(key) as T) : fallback),
      write: (key, value) => void preferences.set(key, value),
    },
    device: {
      storage: options.storage ?? (async () => ({ usage: 96_400_000, quota: 2_000_000_000 })),
      factoryReset: async ({ keepSignIn }) => void calls.push(`reset ${keepSignIn}`),
      restart: async () => void calls.push('restart'),
      caches: options.caches ?? (async () => ['satchel-shell', 'satchel-files']),
      cacheContents: options.cacheContents ?? (async (name: string) => [`https://host.example/${name}/one`]),
      updateReady,
      updateFailed,
      update: options.update ?? (async () => void calls.push('update')),
    },
    hints: { ...hints, choose: hints.set },
    flagChoices: {
      configured: flags,
      chosen: () => (preferences.get('flags') as Partial<typeof flags> | undefined) ?? {},
      choose: (chosen) =>
        void preferences.set('flags', { ...(preferences.get('flags') as object), ...chosen }),
      forget: () => void preferences.delete('flags'),
    },
    search: { prepare: async () => undefined, find: async () => [], ...options.search },
    diagnostics: {
      tokens: async () =>
        session.current().user && { token: 'access-of-nora', refreshToken: 'refresh-of-nora' },
      ask: options.ask ?? (async () => ({ address: 'https://host.example/', status: 200, body: {} })),
    },
  };
  return {
    services,
    session,
    connection,
    updateReady,
    updateFailed,
    lastPush,
    events,
    calls,
    preferences,
    drafts,
    hasRoom,
    offlineOf,
  };
}
