import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import type { Connection } from '#remote/connection.ts';
import type { Credentials, Request } from '#remote/create-request.ts';
import { failureOf } from '#remote/failure.ts';
import type { HostAddresses } from '#remote/host-address.ts';
import { createJsonApi } from '#remote/json-api.ts';
import type { WithLock } from '#remote/with-lock.ts';
import type { Database } from '#storage/database.ts';
import { ownQueueRows } from '#storage/own-queue-rows.ts';
import type { MessageRecord } from '#storage/records.ts';
import type { SessionStore } from '#storage/session-store.ts';
import { dropIncomplete, isAnythingStaged } from '#storage/staged-records.ts';
import type { Activity } from './activity.ts';
import { createDefinitions } from './definitions.ts';
import { createHostGeneration } from './host-generation.ts';
import type { ChannelIntake } from './load/channel-intake.ts';
import { createLoadBundle } from './load/load-bundle.ts';
import { createLoadChannel } from './load/load-channel.ts';
import { createLoadHelpPages, createLoadSignatures } from './load/load-lists.ts';
import { createLoadMessages } from './load/load-messages.ts';
import { createLoadMyChannels } from './load/load-my-channels.ts';
import { createLoadPack } from './load/load-pack.ts';
import { createLoadPacks } from './load/load-packs.ts';
import type { LoadParts } from './load/load-parts.ts';
import { createSpareIntake } from './load/spare-intake.ts';
import { createSyncChannel } from './load/sync-channel.ts';
import { createLookIfTaken } from './load/taken-channel.ts';
import type { Notices } from './notices.ts';
import { protectWork } from './protect-work.ts';
import type { Every } from './runner-lock.ts';
import type { Chosen } from './save/discard.ts';
import { keptBothNotice } from './save/kept-both-notice.ts';
import { createPushQueue } from './save/push-queue.ts';
import { adoptUnowned, rebuildQueue } from './save/pushable.ts';
import { createPutSignaturePicture } from './save/put-signature-picture.ts';
import { refusedNotice } from './save/refused-notice.ts';
import { createSaveRecords } from './save/save-records.ts';
import { createSendRecord } from './save/send-record.ts';
import { waitedLongNotice } from './save/waited-long-notice.ts';
import type { Windows } from './save/waiters.ts';
import { createAccountCalls } from './session/account-calls.ts';
import { createSessionCalls } from './session/session-calls.ts';
import { createSharedNotices } from './shared-notices.ts';

export interface EngineParts {
  /** Names this build of the app. */
  build: string;
  configuration: HostConfiguration;
  addresses: () => HostAddresses;
  database: Database;
  session: SessionStore;
  credentials: Credentials;
  request: Request;
  connection: Connection;
  activity: Activity;
  withLock: WithLock;
  openIntake: () => ChannelIntake;
  now?: () => number;
  random?: () => number;
  setTimeout?: (task: () => void, ms: number) => void;
  /** Does something whenever somebody comes to this window. */
  whenCome?: (task: () => void) => void;
  every?: Every | undefined;
  /** Where the windows of this device hear each other. */
  windows?: Windows;
  /** Of pushes. */
  elapsed?: (() => number) | undefined;
  pause?: ((ms: number) => Promise<void>) | undefined;
  /** The host's generation as its configuration says now; null when it cannot be asked. */
  readGeneration: () => Promise<string | null>;
  /** Words for the person. */
  show: Notices['show'];
  /** Told of a failure of work that nobody waits for. */
  onProblem: (error: unknown) => void;
}

const whenComeHere = (task: () => void) => {
  const come = () => {
    if (document.visibilityState === 'visible') task();
  };
  document.addEventListener('visibilitychange', come);
  window.addEventListener('focus', come);
};

interface Waking {
  /** Somebody wants something to go now, also where the host is to be left alone for a while. */
  isAsked?: boolean;
}

/**
 * Everything that talks to the host beyond the first paint; loaded when it is first needed. Rebuilds the push queue
 * from the records before it is handed out.
 */
export async function createEngine(parts: EngineParts) {
  const {
    configuration,
    addresses,
    database,
    session,
    credentials,
    request,
    connection,
    activity,
    withLock,
  } = parts;
  const { now = Date.now, random = Math.random } = parts;
  const { setTimeout = (task, ms) => void globalThis.setTimeout(task, ms) } = parts;
  const userId = () => (session.current().tokens === null ? null : (session.current().user?.uuid ?? null));

  const refreshToken = async () => {
    const token = credentials.accessToken();
    if (token !== null) await credentials.renew(token);
  };
  const sessionCalls = createSessionCalls({
    request,
    addresses,
    login: configuration.auth.login,
    session,
    refreshToken,
  });
  const definitions = createDefinitions({ database, request, address: () => addresses().definitions });
  const generation = createHostGeneration({
    database,
    definitions,
    readGeneration: parts.readGeneration,
    userId,
  });
  const jsonApi = createJsonApi(request, addresses(), now);
  const jsonApiOf = (owner: string | undefined) =>
    createJsonApi((address, call) => request(address, { ...call, owner }), addresses(), now);
  const send = createSendRecord({ jsonApiOf, definitions });
  const isHostThere = async () => {
    await connection.ask();
    return connection.isOnline();
  };
  const queue = createPushQueue({
    database,
    send,
    withLock,
    activity,
    userId,
    generation,
    isHostThere,
    isOnline: connection.isOnline,
    now,
    onKeptBoth: (kept) => notices.tell(keptBothNotice(kept)),
    onAsked: (count) => notices.tell(waitedLongNotice(count)),
    onRefused: (refused) => notices.tell(refusedNotice(refused)),
    random,
    every: parts.every,
    windows: parts.windows,
    elapsed: parts.elapsed,
    pause: parts.pause,
    tryAgainIn: wakeIn,
  });
  const saves = createSaveRecords({
    database,
    jsonApiOf,
    definitions,
    send,
    queue,
    generation,
    isOnline: connection.isOnline,
    userId,
    wake,
  });

  let pushing: Promise<unknown> | null = null;
  /** How it was woken meanwhile. */
  let again: Waking | null = null;

  /** Pushes what is ready, once more if it is woken meanwhile. What cannot go now stays in the queue and is shown there. */
  function wake({ isAsked = false }: Waking = {}) {
    if (userId() === null || !connection.isOnline()) return;
    if (pushing) {
      again = { isAsked: isAsked || again?.isAsked === true };
      return;
    }
    const rest = isAsked ? 0 : queue.restLeft();
    if (rest > 0) return wakeIn(rest);
    pushing = queue
      .push()
      .catch(parts.onProblem)
      .finally(() => {
        pushing = null;
        const next = again;
        again = null;
        if (next) wake(next);
      });
  }

  let wakesAt = Number.POSITIVE_INFINITY;

  /** One timer is enough for all that waits; the earliest counts. */
  function wakeIn(ms: number) {
    const at = now() + ms;
    if (wakesAt > now() && wakesAt <= at) return;
    wakesAt = at;
    setTimeout(() => {
      // By a clock that was put back it may not be time yet, and then another wait begins.
      wakesAt = Number.POSITIVE_INFINITY;
      wake();
    }, ms);
  }

  /** A window that is closed in the middle of a push leaves the rest to the one that somebody comes to next. */
  async function goOn() {
    const owner = userId();
    if (owner === null) return;
    const left = await ownQueueRows(database, owner)
      .filter(({ refused }) => refused === null)
      .first();
    if (left) wake();
  }

  await rebuildQueue(database);
  const user = userId();
  if (user !== null) await adoptUnowned(database, user);
  // Behind what may fail: a start that is tried again would listen twice.
  const notices = createSharedNotices({ session, windows: parts.windows, show: parts.show });

  const loadParts: LoadParts = { database, jsonApi, definitions, user: () => session.current().user, now };
  const packs = createLoadPacks({ ...loadParts, readUser: sessionCalls.readUser });
  const loadPack = createLoadPack({ ...loadParts, generation, readUser: sessionCalls.readUser });
  const signatures = createLoadSignatures(loadParts);
  const intakes = createSpareIntake(parts.openIntake, setTimeout);
  const loadChannel = createLoadChannel({
    ...loadParts,
    openIntake: intakes.open,
    withLock,
    every: parts.every,
    onShare: activity.showShare,
    onProblem: parts.onProblem,
  });
  const channelSync = createSyncChannel({
    ...loadParts,
    generation,
    build: parts.build,
    wake,
    loads: {
      channel: loadChannel.read,
      packs,
      signatures,
      messages: createLoadMessages(loadParts),
    },
  });
  /** What a window that was closed had no time for. */
  async function unpackLeft() {
    await dropIncomplete(database);
    if (!(await isAnythingStaged(database))) return;
    const intake = intakes.open();
    await intake.unpack().finally(intake.close);
  }
  unpackLeft().catch(parts.onProblem);

  const { whenCome = whenComeHere } = parts;
  whenCome(() => void goOn().catch(parts.onProblem));
  protectWork({ database, userId });
  return {
    /** Looks whether the host was restored from a backup, then pushes what waits. */
    async meetHost() {
      await generation.meet().finally(wake);
    },
    session: {
      ...sessionCalls,
      /**
       * AUTH-20, unless it is beside the data alone that the host does not take the token. Without its data there is
       * nothing to look into: a host that refuses for ever is asked no fourth time.
       * @param refusedAt where it did not take it
       * @returns whether somebody was asked
       */
      async askToSignIn(refusedAt?: string) {
        const isData = refusedAt?.startsWith(addresses().api);
        if (!isData && (await sessionCalls.isTokenTaken())) return false;
        notices.askToSignIn();
        return true;
      },
      async signIn(given: { username: string; password: string }) {
        const signedIn = await sessionCalls.signIn(given);
        await adoptUnowned(database, signedIn.uuid);
        return signedIn;
      },
    },
    request,
    definitions,
    account: createAccountCalls({ request, addresses }),
    loads: {
      /** The channel with its packs, and what is the user's own. */
      sync: channelSync.sync,
      /** This one was chosen in this window. */
      leaveOthers: loadChannel.leaveOthers,
      isTaken: createLookIfTaken({ database, readUser: sessionCalls.readUser, show: notices.tell }),
      packs,
      pack: loadPack,
      bundle: createLoadBundle({ ...loadParts, generation }),
      myChannels: createLoadMyChannels({
        ...loadParts,
        readUser: sessionCalls.readUser,
        refreshToken,
        prepare() {
          intakes.prepare();
          channelSync.prepare();
        },
      }),
      /** All of a message, which no list brings. */
      async message(id: string) {
        const answer = await jsonApi.one('salestool--message', id);
        return answer === 'unchanged' ? null : (answer.record as MessageRecord);
      },
      helpPages: createLoadHelpPages({ ...loadParts, generation, readUser: sessionCalls.readUser }),
      signatures,
    },
    /** Whether what kept the answer from coming is no outage, and may keep it each time. */
    async mayMissAgain(error: unknown) {
      const kind = failureOf(error)?.kind;
      // Who is signed out asks for nothing before they sign in.
      if (kind === 'signed-out') return userId() !== null;
      return kind === 'busy' || (kind === 'unreachable' && (await isHostThere()));
    },
    saves,
    putSignaturePicture: createPutSignaturePicture({
      database,
      request,
      addresses,
      now,
      loadSignatures: signatures,
    }),
    queue,
    wake,
    /** What waited for it goes, or hears from the host that it cannot. */
    async discard(chosen: Chosen) {
      const isThere = await saves.discard(chosen);
      wake();
      try {
        if (isThere && chosen.type === 'salestool--pack') await loadPack(chosen.id);
      } catch (error) {
        // What it shows comes with the next refresh as well.
        if (!failureOf(error)) throw error;
      }
    },
  };
}

export type Engine = Awaited<ReturnType<typeof createEngine>>;
