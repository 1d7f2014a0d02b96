import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import { createAuthSettings } from '#collections/auth-settings.ts';
import type { CollectionParts } from '#collections/collection-parts.ts';
import { createConnectionState } from '#collections/connection-state.ts';
import { draftPack } from '#collections/draft-pack.ts';
import { createSessionService } from '#collections/session.ts';
import { createConnection } from '#remote/connection.ts';
import type { Request } from '#remote/create-request.ts';
import { failureOf } from '#remote/failure.ts';
import { fetchConfiguration, keptConfiguration, thisBuild } from '#remote/fetch-configuration.ts';
import { hostAddresses } from '#remote/host-address.ts';
import { withLock } from '#remote/with-lock.ts';
import { createWorkerLink } from '#service-worker/page-side.ts';
import type { Services } from '#services.ts';
import { afterSleep, readAllAgain } from '#storage/after-sleep.ts';
import { createChannelStore } from '#storage/channel-store.ts';
import { openDatabase } from '#storage/database.ts';
import { createFlagChoices } from '#storage/flag-choices.ts';
import { createHintChoice } from '#storage/hint-choice.ts';
import { onceForAll } from '#storage/once-for-all.ts';
import { createPreferences } from '#storage/preferences.ts';
import { createSessionStore } from '#storage/session-store.ts';
import { createActivity } from '#sync/activity.ts';
import type { Engine } from '#sync/engine.ts';
import { offlineFilesOnDemand } from '#sync/files/offline-files-on-demand.ts';
import { createNotices } from '#sync/notices.ts';
import { onDemand } from '#sync/on-demand.ts';
import { pushOnOccasions } from '#sync/push-on-occasions.ts';
import { restartWhenReset } from '#sync/restart-when-reset.ts';

const texts = {
  noConfiguration:
    'Satchel could not be set up: its server cannot be reached. Please try again with a connection.',
  olderWindow: 'Another window still holds an earlier version. Close it, and this one goes on by itself.',
};

/** For whoever can go on without it: what is wrong in it is for those who look after the host. */
const configurationNow = <Unusable>(unusable: Unusable) =>
  fetchConfiguration().catch((error: unknown): Unusable => {
    console.warn(error);
    return unusable;
  });

/**
 * What the last start was told is good enough to paint; the host's word of today counts from the next start on. Nothing
 * here waits for the network, unless nothing was kept or what was kept stops the start.
 */
export async function startServices(): Promise<Services> {
  let failure: unknown = new Error(texts.noConfiguration);
  const kept = await keptConfiguration();
  try {
    if (kept) return createServices(kept);
  } catch (error) {
    failure = error;
  }
  // In place of the kept one, which stays where no other comes: it may not have been what stopped the start.
  const told = await fetchConfiguration();
  if (!told) throw failure;
  return createServices(told);
}

/** Builds everything screens may ask for. */
function createServices(configured: HostConfiguration): Services {
  const preferences = createPreferences();
  const flagChoices = createFlagChoices(configured.flags, preferences);
  const configuration = { ...configured, flags: flagChoices.current() };
  const { url, client } = configuration.auth.login;
  const authSettings = createAuthSettings({ url, client }, preferences);
  const addresses = () => hostAddresses(configuration, authSettings.current(), location.origin);
  // Before anything that goes on by itself: a configuration that throws leaves nothing behind.
  const { origin, api } = addresses();

  const database = openDatabase();
  restartWhenReset(database);
  const session = createSessionStore();
  const channel = createChannelStore();
  const notices = createNotices();
  // What one window meets and does is shown by all of them.
  const windows = new BroadcastChannel('satchel-connection');
  const activity = createActivity(windows);
  const worker = createWorkerLink();
  const userId = () => session.current().user?.uuid ?? null;

  async function probe() {
    if (new URL(api).origin === location.origin) return (await configurationNow(true)) !== null;
    const askOther = import('#remote/other-host.ts');
    return askOther.then(
      ({ otherHostAnswers }) => otherHostAnswers(api, () => configurationNow(null)),
      () => false,
    );
  }
  const connection = createConnection({ windows, probe });
  const onProblem = (error: unknown) => {
    if (failureOf(error)) return;
    notices.show({ tone: 'problem', text: error instanceof Error ? error.message : String(error) });
  };
  /** What talks to the host comes after the first paint. */
  const engine = onceForAll(async (): Promise<Engine> => {
    const [{ createEngine }, { createHostCalls, keptAddresses }, { openWorkerIntake }] = await Promise.all([
      import('#sync/engine.ts'),
      import('#remote/host-calls.ts'),
      import('#sync/load/worker-intake.ts'),
    ]);
    const addressesNow = keptAddresses(addresses, authSettings.current);
    const calls = createHostCalls({
      session,
      withLock,
      trusted: () => addressesNow().trusted,
      connection,
      refresh: async (refreshToken) => (await engine()).session.refresh(refreshToken),
      onRefused: async (_refusal, address) => (await engine()).session.askToSignIn(address),
    });
    return createEngine({
      build: thisBuild,
      configuration,
      addresses: addressesNow,
      database,
      session,
      ...calls,
      connection,
      activity,
      windows,
      withLock,
      openIntake: () => openWorkerIntake(database.dexie.name),
      readGeneration: async () => (await configurationNow(null))?.generation ?? null,
      show: notices.show,
      onProblem,
    });
  });

  const request: Request = async (...call) => (await engine()).request(...call);

  // Whoever keeps the older database open, a frozen window for example, keeps this one from its data.
  database.dexie.on('blocked', () => {
    const until = new Promise((resolve) => database.dexie.on('ready', resolve));
    notices.show({ tone: 'problem', text: texts.olderWindow, until });
  });

  const { isOnline } = connection;
  const parts: CollectionParts = {
    ...{ database, session, channel, activity, engine, isOnline, origin },
    now: Date.now,
  };

  const events = onDemand(async () => {
    const { createEventLog } = await import('#sync/events/event-log.ts');
    return createEventLog({
      database,
      request,
      address: () => addresses().log,
      userId,
      connection,
      onProblem,
    });
  });
  const offlineFiles = offlineFilesOnDemand(
    {
      database,
      ask: worker.ask,
      userId,
      isOnline,
      askHost: connection.ask,
      origin: () => origin,
      load: (subject) => (subject.kind === 'bundle' ? bundles.load(subject.id) : packs.load(subject.id)),
      show: notices.show,
    },
    onProblem,
  );
  const channelsCode = () => import('#collections/channels.ts');
  // Home asks for it as soon as it is drawn: it comes while that is being put together. What fails is asked for again.
  if (channel.current() !== null) channelsCode().catch(() => {});
  const channels = onDemand(async () => {
    const { createChannels } = await channelsCode();
    return createChannels(parts, (id) => {
      // At the very first visit the worker, which keeps the pictures, is still on its way.
      void navigator.serviceWorker?.ready.then(() =>
        activity.downloading(() => offlineFiles.recacheChannel(id)).catch(onProblem),
      );
    });
  });
  const bundlesAndPacks = onceForAll(async () => {
    const { createBundlesAndPacks } = await import('#collections/bundles-and-packs.ts');
    return createBundlesAndPacks(parts, configuration.flags);
  });
  const bundles = onDemand(async () => (await bundlesAndPacks()).bundles);
  const packs = Object.assign(
    onDemand(async () => (await bundlesAndPacks()).packs),
    { draft: () => draftPack(parts) },
  );
  const drafts = onDemand(async () => {
    const [{ createDrafts, notKeptText }, { claimForWindow }, { beforePageGoes }] = await Promise.all([
      import('#collections/drafts.ts'),
      import('#remote/claim-for-window.ts'),
      import('#remote/before-page-goes.ts'),
    ]);
    const onNotKept = (error: unknown) => notices.show({ tone: 'problem', text: notKeptText(error) });
    return createDrafts({ ...parts, preferences, claim: claimForWindow, beforePageGoes, onNotKept });
  });
  const signatures = onDemand(async () => {
    const { createSignatures } = await import('#collections/signatures.ts');
    return createSignatures(parts);
  });
  const messages = onDemand(async () => {
    const { createMessages } = await import('#collections/messages.ts');
    return createMessages({
      ...parts,
      prospectPage: configuration.prospectPage,
      mySignature: signatures.mine,
    });
  });
  const packLog = onDemand(async () => {
    const { createPackLog } = await import('#collections/pack-log.ts');
    return createPackLog(parts, () => addresses().packLog);
  });
  const reports = onDemand(async () => {
    const { createReportCalls } = await import('#sync/reports/report-calls.ts');
    return createReportCalls({ request, address: () => addresses().reports, isOnline, userId });
  });
  const openNotices = onDemand(async () => {
    const { createOpenNotices } = await import('#sync/session/open-notices.ts');
    return createOpenNotices({ request, addresses, isOnline, userId });
  });
  const account = onDemand(async () => {
    const { createAccount } = await import('#collections/account.ts');
    return createAccount(parts);
  });
  const passwordReset = onDemand(async () => {
    const { createPasswordReset } = await import('#collections/password-reset.ts');
    return createPasswordReset(parts);
  });
  const helpPages = onDemand(async () => {
    const { createHelpPages } = await import('#collections/help-pages.ts');
    return createHelpPages(parts);
  });
  const waiting = Object.assign(
    onDemand(async () => {
      const { createWaiting } = await import('#collections/waiting.ts');
      return createWaiting(parts);
    }),
    { lastPush: { current: () => activity.current().lastPush, subscribe: activity.subscribe } },
  );

  const device = Object.assign(
    onDemand(async () => {
      const { createDevice } = await import('#sync/device.ts');
      return createDevice({ database, worker, sessionKey: session.key });
    }),
    { updateReady: worker.updateReady, updateFailed: worker.updateFailed, update: worker.update },
  );

  const diagnostics = onDemand(async () => {
    const { createDiagnostics } = await import('#sync/diagnostics.ts');
    return createDiagnostics({ session, addresses, request, activeChannelId: channel.current });
  });

  const search = onDemand(async () => {
    const { createChannelSearch } = await import('#sync/search/channel-search.ts');
    return createChannelSearch({ origin });
  });

  const pushAll = pushOnOccasions({ connection, userId, engine, events, offlineFiles, onProblem });
  followOtherWindows(session, channel, preferences);
  if (import.meta.env.PROD) void worker.register();
  void connection.ask();

  return {
    configuration,
    flagChoices,
    hints: createHintChoice(preferences),
    session: createSessionService({
      ...parts,
      events,
      authSettings,
      onSignedIn: pushAll,
    }),
    account,
    passwordReset,
    connection: createConnectionState(parts, connection),
    channels,
    bundles,
    packs,
    drafts,
    messages,
    packLog,
    reports,
    openNotices,
    signatures,
    helpPages,
    offlineFiles,
    waiting,
    events,
    notices,
    preferences,
    device,
    diagnostics,
    search,
  };
}

interface SharedStore {
  key: string;
  reread(): void;
}

/** Whoever signs in, signs out, chooses or works in one window has done so in all of them, in those that slept too. */
function followOtherWindows(...stores: readonly SharedStore[]) {
  window.addEventListener('storage', ({ key }) => {
    for (const store of stores) if (key === null || key === store.key) store.reread();
  });
  afterSleep(() => {
    for (const store of stores) store.reread();
    readAllAgain();
  });
}
