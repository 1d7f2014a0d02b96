import { htmlToText, summarise } from '@satchel/core/html/plain-text.ts';
import type { ChannelSummary, Channels, ChannelView, LoadOutcome } from '#services.ts';
import type { ChannelRecord } from '#storage/records.ts';
import { fileCountOf } from '#sync/load/file-counts.ts';
import { isNowhere } from '#sync/load/strategies.ts';
import { lastWholeSync } from '#sync/load/whole-syncs.ts';
import { filesOfMedias, localFiles, localImages, localMediaRecords } from '#sync/local-records.ts';
import { channelImageUrl, previewUrl } from '#sync/pictures.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';
import { collections } from './collections.ts';
import { createMissedLoads } from './missed-loads.ts';
import { runLoad } from './run-load.ts';
import { createUnmetWishes } from './unmet-wishes.ts';

/** CHAN-06, CONST-09 */
const summaryLength = 150;
const tileCount = 3;

/** A page that follows a tap so much later still follows at once. On a line that takes longer home is drawn without doors. */
const longestBeginningMs = 150;

function summaryText({ body }: ChannelRecord): string {
  return body?.summary ? htmlToText(body.summary) : summarise(htmlOf(body), summaryLength);
}

/** Some hosts send what was written alone. It is sanitised where it is shown. */
const htmlOf = (text: ChannelRecord['body']) => text?.processed ?? text?.value ?? '';

/** Nobody is told. */
const leftForAnother = 'Another channel was chosen';
/** The person is told by then. */
const takenAway = 'This channel was taken away';

interface Loading {
  id: string;
  /** Who loads it; null where that is nobody. */
  userId: string | null;
  /** Both. */
  key: string;
  /** Nobody waits for it any more. */
  isLeft: boolean;
}

/** What is on the device goes on being shown, and does not stand for what the host has. */
const refusedWith = (error: Error): LoadOutcome => ({ ok: false, failure: error.message, isNowhere: true });

const byTitle = (a: ChannelSummary, b: ChannelSummary) => a.title.localeCompare(b.title);

export function createChannels(
  parts: CollectionParts,
  afterLoad: (channelId: string, options: { force: boolean }) => void,
): Channels {
  const { database, session, origin } = parts;
  const records = database.records('salestool--channel');

  async function imagesOf(channels: readonly ChannelRecord[]): Promise<(string | null)[]> {
    const images = await localImages(
      database,
      channels.flatMap(({ image }) => image?.id ?? []),
    );
    const medias = channels.map(({ image }) => images.get(image?.id ?? ''));
    const files = await localFiles(
      database,
      medias.flatMap((media) => media?.file?.id ?? []),
    );
    return medias.map((media) => channelImageUrl(media, { origin, file: (id) => files.get(id) }));
  }

  /** HOME-09: the channel's medias at positions 0, 1 and 2. */
  async function tilesOf({ medias = [] }: ChannelRecord): Promise<(string | null)[]> {
    const ids = medias.slice(0, tileCount).map(({ id }) => id);
    const found = await localMediaRecords(database, ids);
    const files = await filesOfMedias(database, found.values());
    return Array.from({ length: tileCount }, (_, index) => {
      const media = found.get(ids[index] ?? '');
      return media ? previewUrl(media, { origin, file: (id) => files.get(id) }) : null;
    });
  }

  async function summariesOf(channels: readonly ChannelRecord[]): Promise<ChannelSummary[]> {
    const pictures = await imagesOf(channels);
    return channels.map((channel, index) => ({
      id: channel.id,
      title: channel.title ?? '',
      summary: summaryText(channel),
      sandbox: channel.sandbox === true,
      imageUrl: pictures[index] ?? null,
      pulled: channel.pulled ?? null,
    }));
  }

  /** Null until all of it came for this person, whoever brought the channel itself; who is nobody has nothing of their own. */
  async function lastSyncOf(channelId: string) {
    const userId = userIdOf(parts);
    return userId === null ? { at: null } : lastWholeSync(database, channelId, userId);
  }

  async function countsOf(channel: ChannelRecord) {
    const isOnItsWay = Boolean(channel._meta?.stub);
    // As the picker lists a channel it does not say what is in it.
    const bundles = channel.bundles ?? (isOnItsWay ? null : []);
    const apps = bundles?.filter(({ type }) => type === 'salestool--miniapp_bundle').length ?? null;
    const userId = userIdOf(parts);
    const [files, packs, lastSync] = await Promise.all([
      isOnItsWay ? null : fileCountOf(database, channel),
      database
        .records('salestool--pack')
        .filter(
          (pack) =>
            pack.archived !== true &&
            (pack.pack_type === 'global' ||
              (pack.channel?.id === channel.id &&
                (pack.pack_type === 'channel' || (userId !== null && pack.ownerId === userId)))),
        )
        .count(),
      lastSyncOf(channel.id),
    ]);
    return {
      bundles: bundles && bundles.length - (apps ?? 0),
      files,
      apps,
      // Packs come after the channel.
      packs: packs === 0 && (isOnItsWay || lastSync === null) ? null : packs,
    };
  }

  async function signatureOf({ signature }: ChannelRecord) {
    return signature ? ((await database.records('salestool--signature').get(signature.id)) ?? null) : null;
  }

  async function view(id: string): Promise<ChannelView | null> {
    const channel = await records.get(id);
    if (!channel) return null;
    const [[summary], tileUrls, signature, counts] = await Promise.all([
      summariesOf([channel]),
      tilesOf(channel),
      signatureOf(channel),
      countsOf(channel),
    ]);
    if (!summary) return null;
    return {
      ...summary,
      newsHtml: htmlOf(channel.news) || null,
      tileUrls,
      packHeaderHtml: htmlOf(channel.pack_header) || null,
      packFooterHtml: htmlOf(channel.pack_footer) || null,
      signature,
      counts,
    };
  }

  const missedLoads = createMissedLoads(parts.now);
  const wishes = createUnmetWishes(parts);

  // Who signs in again may be served at once.
  session.subscribe(({ tokens }) => {
    if (tokens === null) missedLoads.forget();
  });

  /** Leaves a channel that the person was taken out of (CHAN-18). Where that cannot be found out now, it stays. */
  async function leaveIfTaken({ id, userId }: Loading): Promise<boolean> {
    const { loads } = await parts.engine();
    const isTaken = await loads.isTaken(id, userId).catch(() => false);
    if (isTaken && parts.channel.current() === id) parts.channel.select(null);
    return isTaken;
  }

  async function pullNow(loading: Loading, force: boolean, onDoors: () => void) {
    const { id, key } = loading;
    const { loads, mayMissAgain } = await parts.engine();
    if (loading.isLeft) throw new Error(leftForAnother);
    const before = records.get(id);
    try {
      await loads.sync(id, {
        onDoors,
        onChannel: () => afterLoad(id, { force }),
        isLeft: () => loading.isLeft,
      });
      missedLoads.come(key);
    } catch (error) {
      const [was, is] = [await before, await records.get(id)];
      const hasCome = is?.pulled !== undefined && is.pulled !== was?.pulled;
      if (hasCome || (await mayMissAgain(error))) missedLoads.miss(key, error);
      throw error;
    }
  }

  async function loadNow(loading: Loading, force: boolean, onDoors: () => void): Promise<LoadOutcome> {
    const { id, key } = loading;
    const paused = force ? null : missedLoads.pausedWith(key);
    let refusal: Error | null = null;
    const pull = async () => {
      try {
        if (paused) throw paused.error;
        await wishes.pull(id, force, () => pullNow(loading, force, onDoors));
      } catch (error) {
        if (error instanceof Error && isNowhere(error)) refusal = error;
        throw error;
      }
    };
    const local = async () => {
      const channel = await records.get(id);
      return channel && !channel._meta?.stub ? lastSyncOf(id) : null;
    };
    const isFresh = ({ at }: { at: number | null }) => wishes.isFresh(id, at);
    const outcome = await runLoad(parts, collections.channel.load, { local, isFresh, pull }, force);
    // Another window may have brought it.
    if (outcome.ok && outcome.skipped !== undefined) missedLoads.come(key);
    // One that is left alone was looked into when it was met.
    if (refusal && !paused && (await leaveIfTaken(loading))) return { ok: true, skipped: takenAway };
    const againInMs = missedLoads.againInMs(key);
    return { ...(refusal ? refusedWith(refusal) : outcome), ...(againInMs !== null && { againInMs }) };
  }

  const underWay = new Map<Loading, Promise<LoadOutcome>>();

  /** Over a slow line what nobody in this window waits for any more would hold up what was chosen instead. */
  function leaveOthers(id: string) {
    const others = [...underWay.keys()].filter((loading) => loading.id !== id);
    if (others.length === 0) return;
    for (const other of others) other.isLeft = true;
    // Without its code nothing is on its way.
    parts.engine().then(
      ({ loads }) => loads.leaveOthers(id),
      () => {},
    );
  }

  async function load(id: string, force: boolean, onDoors = () => {}): Promise<LoadOutcome> {
    const userId = userIdOf(parts);
    const loading: Loading = { id, userId, key: `${id} ${userId}`, isLeft: false };
    // A load that comes nowhere has the host counted as gone, and as back as soon as that is looked into: whoever asks because of
    // that waits until it is known what it was.
    const before = [...underWay].filter(([{ key }]) => !force && key === loading.key);
    const outcome = Promise.allSettled(before.map(([, promised]) => promised)).then(() =>
      loadNow(loading, force, onDoors),
    );
    underWay.set(loading, outcome);
    try {
      const met = await outcome;
      return loading.isLeft && !met.ok ? { ok: true, skipped: leftForAnother } : met;
    } finally {
      underWay.delete(loading);
    }
  }

  /** What nobody has asked for yet. */
  let begun: { id: string; userId: string | null; outcome: Promise<LoadOutcome> } | null = null;

  return {
    async mine() {
      const ids = session.current().user?.channels ?? [];
      const found = (await records.bulkGet([...ids])).filter((channel) => channel !== undefined);
      return (await summariesOf(found)).sort(byTitle);
    },

    loadMine: () =>
      runLoad(parts, collections.myChannels.load, {
        local: async () => {
          const ids = session.current().user?.channels ?? [];
          const found = (await records.bulkGet([...ids])).filter((channel) => channel !== undefined);
          return found.length > 0 ? found : null;
        },
        isFresh: () => false,
        pull: async () => (await parts.engine()).loads.myChannels(),
      }),

    get: async (id) => (await records.get(id)) ?? null,

    async summary(id) {
      const channel = await records.get(id);
      return channel ? ((await summariesOf([channel]))[0] ?? null) : null;
    },

    view,

    lastSync: lastSyncOf,

    async begin(id) {
      const userId = userIdOf(parts);
      // A second tap.
      if (begun?.id === id && begun.userId === userId) return null;
      const doors = Promise.withResolvers<void>();
      leaveOthers(id);
      const beginning = { id, userId, outcome: load(id, false, doors.resolve) };
      begun = beginning;
      void beginning.outcome.finally(() => {
        // Whoever comes later looks at what is there by then.
        if (begun === beginning) begun = null;
      });
      const late = new Promise<null>((resolve) => setTimeout(resolve, longestBeginningMs, null));
      const channel = await records.get(id);
      const isThere = channel && !channel._meta?.stub;
      const drawable = isThere ? Promise.resolve() : Promise.race([doors.promise, beginning.outcome]);
      // What cannot be read is said by the screen.
      const seen = drawable.then(() => view(id)).catch(() => null);
      return Promise.race([seen, late]);
    },

    async load(id, { force = false } = {}) {
      // Chosen elsewhere than in the picker, which begins what it chooses.
      if (id === parts.channel.current()) leaveOthers(id);
      const before = begun;
      begun = null;
      // Whoever else signed in meanwhile asks anew.
      if (!force && before?.id === id && before.userId === userIdOf(parts)) return before.outcome;
      return load(id, force);
    },
  };
}
