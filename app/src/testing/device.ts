import { defaultFlags, type HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import { createAccount } from '#collections/account.ts';
import { createAuthSettings } from '#collections/auth-settings.ts';
import { createBundlesAndPacks } from '#collections/bundles-and-packs.ts';
import { createChannels } from '#collections/channels.ts';
import type { CollectionParts } from '#collections/collection-parts.ts';
import { draftPack } from '#collections/draft-pack.ts';
import { createHelpPages } from '#collections/help-pages.ts';
import { createMessages } from '#collections/messages.ts';
import { createPackLog } from '#collections/pack-log.ts';
import { createPasswordReset } from '#collections/password-reset.ts';
import { createSessionService } from '#collections/session.ts';
import { createSignatures } from '#collections/signatures.ts';
import { createWaiting } from '#collections/waiting.ts';
import { type ConnectionBrowser, createConnection } from '#remote/connection.ts';
import { createRequest } from '#remote/create-request.ts';
import { createCredentials } from '#remote/credentials.ts';
import { hostAddresses } from '#remote/host-address.ts';
import { withLock as lockOfTheDevice, type WithLock } from '#remote/with-lock.ts';
import { createChannelStore } from '#storage/channel-store.ts';
import { openDatabase } from '#storage/database.ts';
import { createPreferences } from '#storage/preferences.ts';
import { createSessionStore } from '#storage/session-store.ts';
import { createActivity } from '#sync/activity.ts';
import { createDiagnostics } from '#sync/diagnostics.ts';
import { createEngine, type Engine } from '#sync/engine.ts';
import { createEventLog } from '#sync/events/event-log.ts';
import { createChannelIntake } from '#sync/load/channel-intake.ts';
import type { Notices } from '#sync/notices.ts';
import { createReportCalls } from '#sync/reports/report-calls.ts';
import type { Every } from '#sync/runner-lock.ts';
import { createOpenNotices } from '#sync/session/open-notices.ts';

export const configurationFor = (host: string, secret?: string): HostConfiguration => ({
  host,
  api: '/jsonapi',
  prospectPage: 'https://packs.example/p/{token}',
  generation: '1',
  passwordMinLength: 5,
  auth: {
    login: { mode: 'api', url: '/oauth/token', client: 'satchel', scope: '', ...(secret && { secret }) },
    logout: { mode: 'api', url: '/oauth/revoke' },
    register: null,
    reset: { mode: 'api', url: '/jsonrpc' },
    me: { url: '' },
  },
  flags: defaultFlags,
  help: { url: null, topics: [] },
  owner: 'Velden',
  terms: null,
  privacy: null,
  brand: { name: 'Satchel', color: '#1f6683' },
  feedback: null,
  analytics: null,
  errors: null,
  tours: false,
});

/** Local storage of one device, shared by its windows. */
export function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** The network edge: what happens to a call before and after the host sees it. */
export interface Network {
  state: 'up' | 'down' | 'portal';
  /** The host does its work, but its answer never arrives; counts down. */
  loseAnswers: number;
  /** Method and decoded address of every call that reached the host. */
  calls: string[];
}

const portalPage = () =>
  new Response('<html>Welcome to the hotel</html>', { headers: { 'content-type': 'text/html' } });

function overNetwork(network: Network, reach: typeof fetch): typeof fetch {
  return async (address, init) => {
    if (network.state === 'down') throw new TypeError('Failed to fetch');
    if (network.state === 'portal') return portalPage();
    network.calls.push(`${init?.method ?? 'GET'} ${decodeURIComponent(new URL(String(address)).href)}`);
    const response = await reach(address, init);
    if (network.loseAnswers > 0) {
      network.loseAnswers -= 1;
      await response.body?.cancel();
      throw new TypeError('Failed to fetch');
    }
    return response;
  };
}

let devices = 0;

export type Windows = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

interface DeviceOptions {
  origin: string;
  /** Names the build of the app. */
  build?: string;
  /** Of the app itself, where the host asks for one. */
  secret?: string;
  fetch?: typeof fetch;
  /** Of another window on the same device. */
  shared?: { name: string; storage: ReturnType<typeof memoryStorage> };
  now?: () => number;
  /** 0 to 1; without it the same every time. */
  random?: () => number;
  /** What the connection hears and waits by; without it nothing and never. */
  browser?: ConnectionBrowser;
  /** Waits of the push queue; without it the tests end them themselves. */
  later?: (task: () => void, ms: number) => void;
  withLock?: WithLock;
  /** Where this window speaks with the others of its device. */
  windows?: Windows;
  /** Where they tell each other whether the host answers; without it the same. */
  connectionWindows?: Windows | undefined;
  /** Called when somebody has just signed in. */
  onSignedIn?: () => void;
  /** Called when a channel has come. */
  afterLoad?: (channelId: string) => void;
  /** For waits of people. */
  setTimeout?: (task: () => void, ms: number) => void;
  /** For signs of life. */
  every?: Every;
  /** For pushes: a clock that nobody sets, and pauses by it. */
  elapsed?: () => number;
  pause?: (ms: number) => Promise<void>;
  /** For calls. */
  timeout?: (ms: number) => AbortSignal;
}

/** The app without screens on a device of its own: real database, real calls, a network that can fail. */
export function startDevice({
  origin,
  build = 'this build',
  secret,
  fetch = globalThis.fetch,
  shared,
  now = Date.now,
  random = () => 0,
  browser = { onLine: () => true, onChange: () => {}, setTimeout: () => 0, clearTimeout: () => {} },
  later,
  withLock = lockOfTheDevice,
  windows,
  connectionWindows = windows,
  onSignedIn = () => {},
  afterLoad = () => {},
  setTimeout,
  every,
  elapsed,
  pause,
  timeout,
}: DeviceOptions) {
  devices += 1;
  const { name, storage } = shared ?? { name: `device-${devices}`, storage: memoryStorage() };
  const network: Network = { state: 'up', loseAnswers: 0, calls: [] };
  const reach = overNetwork(network, fetch);
  const configuration = configurationFor(origin, secret);
  const addresses = () => hostAddresses(configuration, configuration.auth.login, origin);
  const database = openDatabase(name);
  const session = createSessionStore(storage);
  const channel = createChannelStore(storage);
  const preferences = createPreferences(storage);
  const activity = createActivity(windows);
  const refusals: unknown[] = [];
  const problems: unknown[] = [];
  const shown: Parameters<Notices['show']>[0][] = [];
  const timers: { task: () => void; ms: number }[] = [];
  let come = () => {};
  const connection = createConnection({
    ...(connectionWindows && { windows: connectionWindows }),
    probe: async () => {
      try {
        const answer = await reach(`${origin}/jsonapi`);
        return answer.headers.get('content-type')?.includes('json') ?? false;
      } catch {
        return false;
      }
    },
    browser,
    random,
  });
  const credentials = createCredentials({
    session,
    withLock,
    refresh: async (token) => (await engine()).session.refresh(token),
    onRefused: async (error, address) => {
      refusals.push(error);
      return (await engine()).session.askToSignIn(address);
    },
    now,
  });
  const request = createRequest({
    trusted: () => addresses().trusted,
    credentials,
    connection,
    fetch: reach,
    ...(timeout && { timeout }),
  });
  let starting: Promise<Engine> | null = null;
  function engine() {
    starting ??= createEngine({
      build,
      configuration,
      addresses,
      database,
      session,
      credentials,
      request,
      connection,
      activity,
      ...(windows && { windows }),
      withLock,
      openIntake: () => createChannelIntake(database, reach),
      now,
      random,
      setTimeout: later ?? ((task, ms) => void timers.push({ task, ms })),
      whenCome: (task) => {
        come = task;
      },
      every,
      elapsed,
      pause,
      readGeneration: async () => {
        try {
          const answer = await reach(`${origin}/config.json`);
          return answer.ok ? ((await answer.json()) as HostConfiguration).generation : null;
        } catch {
          return null;
        }
      },
      show: (notice) => void shown.push(notice),
      onProblem: (error) => problems.push(error),
    }).catch((error) => {
      // As in the app: a start that failed is tried again.
      starting = null;
      throw error;
    });
    return starting;
  }
  const parts: CollectionParts = {
    database,
    session,
    channel,
    activity,
    engine,
    isOnline: connection.isOnline,
    now,
    origin,
  };
  const userId = () => session.current().user?.uuid ?? null;
  const { isOnline } = connection;
  const events = createEventLog({
    database,
    request,
    address: () => addresses().log,
    userId,
    connection,
    onProblem: (error) => problems.push(error),
    withLock,
    now,
    every,
  });
  const signatures = createSignatures(parts);
  const { bundles, packs } = createBundlesAndPacks(parts, configuration.flags, null);
  return {
    shared: { name, storage },
    network,
    database,
    session,
    channel,
    activity,
    connection,
    credentials,
    request,
    engine,
    events,
    /** What came of refreshes that the host refused. */
    refusals,
    problems,
    /** Notices to the person. */
    shown,
    /** Waits of the push queue, ended by the tests themselves. */
    timers,
    /** Somebody comes to this window. */
    come: () => come(),
    channels: createChannels(parts, afterLoad),
    bundles,
    packs: { ...packs, draft: () => draftPack(parts) },
    signatures,
    account: createAccount(parts),
    passwordReset: createPasswordReset(parts),
    messages: createMessages({
      ...parts,
      prospectPage: configuration.prospectPage,
      mySignature: signatures.mine,
      every,
    }),
    packLog: createPackLog(parts, () => addresses().packLog),
    reports: createReportCalls({ request, address: () => addresses().reports, isOnline, userId }),
    openNotices: createOpenNotices({ request, addresses, isOnline, userId }),
    helpPages: createHelpPages(parts),
    waiting: createWaiting(parts),
    diagnostics: createDiagnostics({
      session,
      addresses,
      request,
      activeChannelId: channel.current,
      fetch: reach,
    }),
    service: createSessionService({
      ...parts,
      events,
      authSettings: createAuthSettings(configuration.auth.login, preferences),
      onSignedIn,
      ...(setTimeout && { setTimeout }),
    }),
  };
}

export type Device = ReturnType<typeof startDevice>;
