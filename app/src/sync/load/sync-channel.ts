import { failureOf, isRefusedWith, RemoteFailure } from '#remote/failure.ts';
import { onceForAll } from '#storage/once-for-all.ts';
import type { HostGeneration } from '#sync/host-generation.ts';
import { forgetEtags, forgetEtagsOfOthers, keepEtag, knownEtag, whenForgotten } from './etags.ts';
import type { ChannelReading } from './load-channel.ts';
import { type LoadParts, noContent } from './load-parts.ts';
import { keepWholeSync } from './whole-syncs.ts';

interface SyncParts extends Pick<LoadParts, 'database' | 'jsonApi' | 'user' | 'now'> {
  generation: HostGeneration;
  /** Names the build of the app. */
  build: string;
  loads: {
    channel: (id: string, options: { isNew: boolean }) => ChannelReading;
    packs: (id: string, options: { isSparing: boolean }) => Promise<void>;
    signatures: () => Promise<void>;
    /** @returns false when the next load has to look for more */
    messages: (options: { isSparing: boolean; isRestored: boolean }) => Promise<boolean>;
  };
  /** Lets go what a restored host gets again. */
  wake: () => void;
}

interface SyncOptions {
  /** Told when the channel itself is asked for, and there is something to show of it. */
  onDoors?: () => void;
  /** Nobody waits for it any more: asked once its reading can be called off, which happens without this from then on. */
  isLeft?: () => boolean;
  /** Told when the channel itself is what the host has and its records have rows of their own, whatever came of the rest. */
  onChannel?: () => void;
}

interface EntryTag {
  etag: string | null;
  /** The host's generation just before, where that was asked first. */
  before?: string | null;
}

type Entry = EntryTag | 'unchanged';

/** Longer than anybody takes to choose. What an older one stands for has hardly changed, but it costs a reading if it has. */
const keptForMs = 120_000;

/**
 * Brings a channel with its packs, and what is the user's own, up to the host's state (SYNC-09). The entry point's ETag
 * stands for all of it: when that has not changed, one short answer is all that is asked for.
 */
export function createSyncChannel(parts: SyncParts) {
  const { database, jsonApi, user, now, generation, build, loads, wake } = parts;
  const channels = database.records('salestool--channel');
  const ownEtags = onceForAll(() => forgetEtagsOfOthers(database, build));
  // Of a host that gives no ETag there, nothing is asked twice.
  let hasNoTag = false;

  async function askEntry(etag: string | null): Promise<Entry> {
    if (hasNoTag) return { etag: null };
    try {
      const answer = await jsonApi.entry({ etag });
      hasNoTag = answer !== 'unchanged' && answer.etag === null;
      return answer;
    } catch (error) {
      // Whoever may not even ask is not asked for more.
      if (failureOf(error)?.kind !== 'refused' || isRefusedWith(error, 403)) throw error;
      hasNoTag = true;
      return { etag: null };
    }
  }

  let ahead: { userId: string; at: number; entry: Promise<Entry> } | null = null;

  /** The host may be restored while somebody looks at the list: its ETag may stand for something else then. */
  async function askAhead(): Promise<Entry> {
    const before = await generation.meet();
    const entry = await askEntry(null);
    return entry === 'unchanged' ? entry : { ...entry, before };
  }

  async function entryOfNew(userId: string): Promise<Entry> {
    const asked = ahead;
    ahead = null;
    if (asked?.userId !== userId || Math.abs(now() - asked.at) > keptForMs) return askEntry(null);
    return asked.entry;
  }

  /**
   * Has the lists read whole the next time that were read while nobody knew whether the host was restored, and took nothing
   * away. Bundles are found to be gone by what the channel named before, which no second reading tells.
   */
  async function forgetLists() {
    for (const start of ['packs/', 'messages/']) await forgetEtags(database, start);
  }

  /** @throws RemoteFailure, StorageFailure */
  async function sync(
    id: string,
    { onDoors = () => {}, onChannel = () => {}, isLeft = () => false }: SyncOptions = {},
  ) {
    if (!id) throw new Error(noContent);
    const userId = user()?.uuid ?? '';
    const name = `entry/${id}`;
    const at = now();
    const [channel, known] = await Promise.all([channels.get(id), generation.known(userId), ownEtags()]);
    const forgotten = await whenForgotten(database);
    const isHere = channel !== undefined && !channel._meta?.stub;
    const reading = loads.channel(id, { isNew: !isHere });
    let hasCome = false;
    let isUnsure = false;
    try {
      if (isLeft()) throw new DOMException('Another channel was chosen', 'AbortError');
      const entry = isHere
        ? await askEntry(await knownEtag(database, name, userId))
        : await entryOfNew(userId);
      if (entry === 'unchanged') {
        await channels.update(id, { pulled: now() });
        hasCome = true;
        await keepWholeSync(database, id, userId, { at, generation: known });
        return;
      }
      const met = generation.meet();
      const sparing = met.then((named) => generation.isSparing([id], named));
      // The ETags of what is here may be void since the host was restored.
      if (isHere) await sparing;
      await reading.replace(sparing, onDoors);
      hasCome = true;
      const isSparing = await sparing;
      isUnsure = await generation.mayBeRestored(await met);
      const isRestored = isSparing && !isUnsure;
      await loads.packs(id, { isSparing });
      // What is sent without a signal carries the rep's own signature.
      await loads.signatures();
      const isAll = await loads.messages({ isSparing, isRestored });
      // Somebody else has signed in meanwhile: some of what came is theirs.
      if ((user()?.uuid ?? '') !== userId) throw new RemoteFailure({ kind: 'signed-out' });
      await generation.wasRead(id, await met);
      if (isRestored) wake();
      // Taken before anything was read but doors, which are read again: what changed meanwhile is asked for the next time.
      const isOfBefore = entry.before !== undefined && entry.before !== (await met);
      await database.write([database.marks], async () => {
        // Somebody had it forgotten meanwhile, and what it was to bring back may have been read before.
        const isForgotten = (await whenForgotten(database)) !== forgotten;
        const isVoid = isOfBefore || isUnsure || !isAll || isForgotten;
        await keepEtag(database, name, userId, isVoid ? null : entry.etag);
      });
      await keepWholeSync(database, id, userId, { at, generation: await met });
    } finally {
      // Nobody waits for rows of their own, and it never fails.
      const unpacked = reading.close();
      if (hasCome) void unpacked.then(onChannel);
      if (isUnsure) await forgetLists();
    }
  }

  return {
    sync,
    /** A channel that is not on the device may be chosen: what has to be asked before it is read is asked now. */
    prepare() {
      const entry = askAhead();
      entry.catch(() => {
        // Asked again by whoever needs it; who waits for it already is told.
        if (ahead?.entry === entry) ahead = null;
      });
      ahead = { userId: user()?.uuid ?? '', at: now(), entry };
    },
  };
}
