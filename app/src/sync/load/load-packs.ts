import { type FlatRecord, isKnownToHost } from '#remote/documents.ts';
import { RemoteFailure } from '#remote/failure.ts';
import type { ListAnswer } from '#remote/json-api.ts';
import type { Query } from '#remote/query.ts';
import type { PackRecord } from '#storage/records.ts';
import { keepEtag, knownEtag } from './etags.ts';
import { type LoadParts, whole } from './load-parts.ts';
import { isWorkSince, namesWhatWent, type PushTimes, pushTimesOf, putFromHost } from './store-records.ts';

type Fetched = Exclude<ListAnswer, 'unchanged'>;

// API-43. The records of these are there already; hosts answer them, and only packs are taken.
const include = ['channel', 'uid'];

// So that pages which are read one after the other neither overlap nor skip.
const sort = 'drupal_internal__id';

/** Fits on one page of every host. */
const idsAtOnce = 50;

const idsOf = (records: readonly FlatRecord[]) => new Set(records.map(({ id }) => id));

type IsListed = (pack: PackRecord) => boolean;

interface LoadPacksParts extends LoadParts {
  /** Asks the host who it takes us for; gets a new token when that is nobody. */
  readUser: () => Promise<unknown>;
}

interface PackLoad {
  name: string;
  where: NonNullable<Query['where']>;
  /** Local packs that the list would name. */
  isListed: IsListed;
  /** @param pushTimes of each local pack, before the host was asked */
  store: (fetched: Fetched, pushTimes: PushTimes) => Promise<void>;
}

/** Shared and private packs of a channel (SYNC-26 to SYNC-32). A failed fetch removes nothing. */
export function createLoadPacks({ database, jsonApi, user, readUser }: LoadPacksParts) {
  const packs = database.records('salestool--pack');

  /**
   * With what is here and was not named, where the host still has it: of several pages one may leave out what slid to the one
   * before while they were read.
   */
  async function withWhatSlid({ where, isListed }: PackLoad, fetched: Fetched): Promise<Fetched> {
    const named = idsOf(fetched.records);
    const missing = (await packs.filter(isListed).primaryKeys()).filter((id) => !named.has(id));
    const records = [...fetched.records];
    // Pages after the first may be what somebody else is told.
    if (missing.length > 0) await readUser();
    for (let at = 0; at < missing.length; at += idsAtOnce) {
      const ids = { path: 'id', isOneOf: missing.slice(at, at + idsAtOnce) };
      const found = whole(await jsonApi.list('salestool--pack', { where: [...where, ids], include }));
      records.push(...found.records);
    }
    return { ...fetched, records };
  }

  async function pull(load: PackLoad): Promise<void> {
    const { name, where, isListed, store } = load;
    const userId = user()?.uuid ?? '';
    const pushTimes = pushTimesOf(await packs.toArray());
    const etag = await knownEtag(database, name, userId);
    const query = { where, include, sort };
    let answer = await jsonApi.list('salestool--pack', query, { etag });
    if (answer === 'unchanged') return;
    if (answer.records.length === 0 && (await packs.filter(isListed).count()) > 0) {
      // Some hosts answer a token that has run out with what anybody may see. Nothing goes before they know us again.
      await readUser();
      answer = whole(await jsonApi.list('salestool--pack', query));
    }
    // An ETag stands for a list that came on one page.
    const fetched = answer.etag === null ? await withWhatSlid(load, answer) : answer;
    // Somebody else has signed in meanwhile: what this answer leaves out says nothing about their packs.
    if ((user()?.uuid ?? '') !== userId) throw new RemoteFailure({ kind: 'signed-out' });
    const isStored = await database.write([packs, database.marks], async () => {
      if ((await knownEtag(database, name, userId)) !== etag) return false;
      if (await namesWhatWent(packs, fetched.records, pushTimes)) return false;
      await store(fetched, pushTimes);
      await keepEtag(database, name, userId, fetched.etag);
      return true;
    });
    // Another window stored an answer while this one slept, or somebody took a pack away: an older answer in its place would
    // take away what is new, or bring back what is gone.
    if (!isStored) await pull(load);
  }

  /** SYNC-27: everything local that matches is marked, what the host still has loses the mark, the rest goes. */
  const storeShared = (matches: IsListed, isSparing: boolean) => async (fetched: Fetched) => {
    const marked = new Set(await packs.filter(matches).primaryKeys());
    await putFromHost(database, fetched.records);
    for (const id of idsOf(fetched.records)) marked.delete(id);
    if (!isSparing) await packs.bulkDelete([...marked]);
  };

  const storePrivate =
    (isOwn: IsListed, isSparing: boolean) => async (fetched: Fetched, pushTimes: PushTimes) => {
      const isNewer = (pack: PackRecord) => isWorkSince(pack, pushTimes);
      const remote = idsOf(fetched.records);
      const gone = (await packs.filter(isOwn).toArray()).filter(
        (pack) => isKnownToHost(pack) && !remote.has(pack.id) && !isNewer(pack),
      );
      if (!isSparing) await packs.bulkDelete(gone.map(({ id }) => id));
      await putFromHost(database, fetched.records, { pushTimes });
    };

  /**
   * @param options.direction private packs go up by the push queue alone (SYNC-31)
   * @param options.isSparing what the host does not name stays, too
   * @throws RemoteFailure; the packs of kinds that came before it are stored
   */
  return async (
    channelId: string,
    { isSparing = false, direction = 'down' }: { isSparing?: boolean; direction?: 'down' | 'up' } = {},
  ) => {
    if (direction === 'up') throw new Error('Not yet implemented');
    const isGlobal: IsListed = ({ pack_type }) => pack_type === 'global';
    await pull({
      name: 'packs/global',
      where: [{ path: 'pack_type', is: 'global' }],
      isListed: isGlobal,
      store: storeShared(isGlobal, isSparing),
    });
    const isOfChannel: IsListed = (pack) => pack.pack_type === 'channel' && pack.channel?.id === channelId;
    await pull({
      name: `packs/channel/${channelId}`,
      where: [
        { path: 'pack_type', is: 'channel' },
        { path: 'channel.id', is: channelId },
      ],
      isListed: isOfChannel,
      store: storeShared(isOfChannel, isSparing),
    });
    const userId = user()?.uuid;
    if (userId === undefined) return;
    const isOwn: IsListed = (pack) =>
      pack.pack_type === 'private' && pack.channel?.id === channelId && pack.ownerId === userId;
    await pull({
      name: `packs/private/${channelId}`,
      where: [
        { path: 'pack_type', is: 'private' },
        { path: 'channel.id', is: channelId },
        { path: 'uid.id', is: userId },
      ],
      isListed: (pack) => isOwn(pack) && isKnownToHost(pack),
      store: storePrivate(isOwn, isSparing),
    });
  };
}
