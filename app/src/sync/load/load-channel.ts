import { bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { FlatRecord } from '#remote/documents.ts';
import { isRefusedWith } from '#remote/failure.ts';
import type { WithLock } from '#remote/with-lock.ts';
import type { ChannelRecord } from '#storage/records.ts';
import { createRunnerLock, type Every } from '#sync/runner-lock.ts';
import type { ChannelIntake } from './channel-intake.ts';
import { knownEtag } from './etags.ts';
import type { LoadParts } from './load-parts.ts';
import { mergeFromHost, putFromHost, tablesOf } from './store-records.ts';
import { type SwapOptions, swapChannel } from './swap-channel.ts';

/** Everything a channel shows, in one answer (SYNC-09). */
const fullInclude = [
  'image.file',
  'medias.file',
  'signature.image',
  'signature.picture',
  'bundles.image',
  'bundles.medias.file',
  'bundles.medias.thumbnail',
  'bundles.medias.thumbnail_image',
  'bundles.medias.preview_image',
  'bundles.medias.keywords',
  'bundles.medias.products',
];

/** API-32 with API-33, for a host that refuses the whole: what bundles hold then comes when one is opened. */
const plainInclude = [
  'image',
  'image.file',
  'bundles',
  'bundles.medias',
  'bundles.image',
  'medias',
  'medias.file',
];

/** What home needs for its doors. */
const doorInclude = ['image', 'image.file', 'medias', 'medias.file'];

/** As long as hosts go on answering. A large channel over a slow line takes minutes; what falls silent ends before that. */
const longestAnswerMs = 600_000;

/** Of a window in the background, which may read on but has a timer once a minute only. */
const longestSilenceMs = 90_000;

/** A bundle that came with its medias' names only is fetched whole when it is opened. */
const isPartOnly = ({ type }: FlatRecord) =>
  bundleTypes.some((bundle) => bundle === type) || type.startsWith('media--');

/** What has to be settled before a channel is put in place of its copy. */
interface Before {
  /** Never rejects: the whole answer says what is wrong. */
  doors: Promise<void>;
  /** Aborted when all of it is there, before which they are of use. */
  doorsOver: AbortController;
  isSparing: Promise<boolean>;
  /** The channel is asked for, by a thread that goes on by itself, and home has something to show of it. */
  onDoors: () => void;
  /** Nobody wants it any more. */
  signal: AbortSignal;
}

interface LoadChannelParts extends LoadParts {
  openIntake: () => ChannelIntake;
  withLock: WithLock;
  every?: Every | undefined;
  /** Told how much of a channel has come, 0 to 1; null once that is over. */
  onShare: (share: number | null) => void;
  /** Told of a failure of work that nobody waits for. */
  onProblem: (error: unknown) => void;
}

/** One reading of a channel. */
export interface ChannelReading {
  /**
   * Puts what the host has in place of the copy on the device.
   * @param isSparing bundles that left the channel stay on the device; may be found out while the answer comes in
   * @param onDoors told when the host has been asked, and a channel that is new has its doors
   * @throws RemoteFailure, StorageFailure
   */
  replace(isSparing: Promise<boolean>, onDoors: () => void): Promise<void>;
  /**
   * Ends what was begun; belongs behind every reading, whatever came of it.
   * @returns when every record has a row of its own, or will get it with the next reading
   */
  close(): Promise<void>;
}

/** The channel with all that belongs to it, replaced in one transaction: nobody ever sees half of it. */
export function createLoadChannel({
  database,
  jsonApi,
  user,
  now,
  openIntake,
  withLock,
  every,
  onShare,
  onProblem,
}: LoadChannelParts) {
  const channels = database.records('salestool--channel');
  // Each puts what comes in beside the copy, and one that begins takes away what another has put there.
  const oneAtATime = createRunnerLock({
    ...{ name: 'satchel-channel', id: 'channel' },
    ...{ database, withLock, now, every, silentMs: longestSilenceMs },
  });
  /** Which channel each of them in this window is of. */
  const underWay = new Map<AbortController, string>();

  const isWhole = (channel: ChannelRecord | undefined) => channel !== undefined && !channel._meta?.stub;

  const isHere = async (id: string) => isWhole(await channels.get(id));

  /** A channel that is not here yet: its name, its pictures and how many bundles it has, before all the rest. */
  async function loadDoors(id: string, signal: AbortSignal) {
    const answer = await jsonApi.one('salestool--channel', id, { include: doorInclude }, { signal });
    if (answer === 'unchanged') return;
    const { record, included } = answer;
    await database.write([...new Set([channels, ...tablesOf(database, included)])], async () => {
      // The whole of it came in another window meanwhile, and may be newer.
      if (await isHere(id)) return;
      await putFromHost(database, included);
      await mergeFromHost(database, [record]);
    });
  }

  /** @returns false where another window has put something newer in its place meanwhile */
  async function loadPlain(
    id: string,
    before: Before,
    seen: Pick<SwapOptions, 'userId' | 'known' | 'pulled'>,
  ) {
    const { signal } = before;
    const answer = await jsonApi.one('salestool--channel', id, { include: plainInclude }, { signal });
    if (answer === 'unchanged') throw new Error('A read without an ETag cannot be unchanged');
    before.doorsOver.abort();
    await before.doors;
    const { record: channel, included } = answer;
    return swapChannel(database, {
      channel,
      records: included.filter((record) => !isPartOnly(record)),
      stubs: included.filter(isPartOnly).map((record) => ({ ...record, _meta: { stub: true } })),
      options: { isSparing: await before.isSparing, ...seen, etag: null },
    });
  }

  /** @returns false where another window has put something newer in its place meanwhile */
  async function loadOnce(id: string, intake: ChannelIntake, before: Before): Promise<boolean> {
    const { signal } = before;
    signal.throwIfAborted();
    const userId = user()?.uuid ?? '';
    // Another window may have brought it since this one began.
    const here = await channels.get(id);
    const isThere = isWhole(here);
    // The ETags of what is here may be void since the host was restored.
    if (isThere) await before.isSparing;
    const known = await knownEtag(database, `channel/${id}`, userId);
    const seen = { userId, known, pulled: here?.pulled ?? null };
    const pulled = now();
    try {
      const answer = await jsonApi.one(
        'salestool--channel',
        id,
        { include: fullInclude },
        {
          etag: isThere ? known : null,
          signal,
          timeoutMs: longestAnswerMs,
          fetch: async (address, init = {}) => {
            const taking = intake.take(String(address), init, pulled, onShare);
            void before.doors.then(() => before.doorsOver.signal.aborted || before.onDoors());
            const { body, ...rest } = await taking;
            return new Response(body, rest);
          },
        },
      );
      before.doorsOver.abort();
      await before.doors;
      const isSparing = await before.isSparing;
      if (answer !== 'unchanged') return await intake.store({ isSparing, ...seen, etag: answer.etag });
      await channels.update(id, { pulled });
      return true;
    } catch (error) {
      // A thread tells it in other words.
      signal.throwIfAborted();
      if (!isRefusedWith(error, 400)) throw error;
      return await loadPlain(id, before, seen);
    } finally {
      onShare(null);
      await intake.drop();
    }
  }

  async function load(id: string, intake: ChannelIntake, before: Before) {
    while (!(await loadOnce(id, intake, before)));
    before.onDoors();
  }

  /**
   * Begins a reading. What does not depend on each other is done at the same time.
   * @param options.isNew it is not on the device yet: its doors are fetched at once
   */
  function read(id: string, { isNew }: { isNew: boolean }): ChannelReading {
    const [callingOff, doorsOver] = [new AbortController(), new AbortController()];
    const { signal } = callingOff;
    underWay.set(callingOff, id);
    let intake = isNew ? openIntake() : null;
    const doors = isNew
      ? loadDoors(id, AbortSignal.any([signal, doorsOver.signal])).catch(() => {})
      : Promise.resolve();
    return {
      async replace(isSparing, onDoors) {
        isSparing.catch(() => {});
        intake ??= openIntake();
        const at = intake;
        await oneAtATime(() => load(id, at, { doors, doorsOver, isSparing, onDoors, signal }));
      },
      async close() {
        underWay.delete(callingOff);
        // Where that ends early, what is left is read from where it lies.
        await intake?.unpack().catch(onProblem);
        intake?.close();
      },
    };
  }

  return {
    read,
    /** What comes in of any other channel is wanted by nobody in this window: it is dropped, as where a line breaks. */
    leaveOthers(chosenId: string) {
      for (const [callingOff, id] of underWay) if (id !== chosenId) callingOff.abort();
    },
  };
}
