import { type FlatRecord, isKnownToHost } from '#remote/documents.ts';
import type { ListAnswer } from '#remote/json-api.ts';
import type { Query } from '#remote/query.ts';
import type { PackRecord } from '#storage/records.ts';
import { keepEtag, knownEtag } from './etags.ts';
import type { LoadParts } from './load-parts.ts';
import { putFromHost } from './store-records.ts';

type Fetched = Exclude<ListAnswer, 'unchanged'>;

// API-43. The records of these are there already; hosts answer them, and only packs are taken.
const include = ['channel', 'uid'];

const idsOf = (records: readonly FlatRecord[]) => new Set(records.map(({ id }) => id));

type PushTimes = ReadonlyMap<string, number | undefined>;

interface PackLoad {
  name: string;
  where: NonNullable<Query['where']>;
  /** @param before when each local pack was last pushed, before the host was asked */
  store: (fetched: Fetched, before: PushTimes) => Promise<void>;
}

/** Shared and private packs of a channel (SYNC-26 to SYNC-32). A failed fetch removes nothing. */
export function createLoadPacks({ database, jsonApi, user }: LoadParts) {
  const packs = database.records('salestool--pack');

  const pushTimes = async (): Promise<PushTimes> =>
    new Map((await packs.toArray()).map(({ id, pushed }) => [id, pushed]));

  async function pull({ name, where, store }: PackLoad) {
    const userId = user()?.uuid ?? '';
    const before = await pushTimes();
    const etag = await knownEtag(database, name, userId);
    const answer = await jsonApi.list('salestool--pack', { where, include, notArchived: true }, { etag });
    if (answer === 'unchanged') return;
    await database.write([packs, database.marks], async () => {
      await store(answer, before);
      await keepEtag(database, name, userId, answer.etag);
    });
  }

  /** SYNC-27: everything local that matches is marked, what the host still has loses the mark, the rest goes. */
  const storeShared =
    (matches: (pack: PackRecord) => boolean, isSparing: boolean) => async (fetched: Fetched) => {
      const marked = new Set(await packs.filter(matches).primaryKeys());
      await putFromHost(database, fetched.records);
      for (const id of idsOf(fetched.records)) marked.delete(id);
      if (!isSparing) await packs.bulkDelete([...marked]);
    };

  const storePrivate =
    (channelId: string, userId: string, isSparing: boolean) =>
    async (fetched: Fetched, before: PushTimes) => {
      const isOwn = (pack: PackRecord) =>
        pack.pack_type === 'private' && pack.channel?.id === channelId && pack.ownerId === userId;
      // Work of this device that the list could not know yet; no clock can be trusted to tell.
      const isNewer = (pack: PackRecord) => pack._meta?.push === true || pack.pushed !== before.get(pack.id);
      const local = new Map((await packs.filter(isOwn).toArray()).map((pack) => [pack.id, pack]));
      const remote = idsOf(fetched.records);
      const gone = [...local.values()].filter(
        (pack) => isKnownToHost(pack) && !remote.has(pack.id) && !isNewer(pack),
      );
      if (!isSparing) await packs.bulkDelete(gone.map(({ id }) => id));
      const isTaken = (record: FlatRecord) => {
        const mine = local.get(record.id);
        return !mine || (!isNewer(mine) && (mine.changed ?? 0) <= ((record.changed as number | null) ?? 0));
      };
      await putFromHost(database, fetched.records.filter(isTaken));
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
    await pull({
      name: 'packs/global',
      where: [{ path: 'pack_type', is: 'global' }],
      store: storeShared(({ pack_type }) => pack_type === 'global', isSparing),
    });
    await pull({
      name: `packs/channel/${channelId}`,
      where: [
        { path: 'pack_type', is: 'channel' },
        { path: 'channel.id', is: channelId },
      ],
      store: storeShared((pack) => pack.pack_type === 'channel' && pack.channel?.id === channelId, isSparing),
    });
    const userId = user()?.uuid;
    if (userId === undefined) return;
    await pull({
      name: `packs/private/${channelId}`,
      where: [
        { path: 'pack_type', is: 'private' },
        { path: 'channel.id', is: channelId },
        { path: 'uid.id', is: userId },
      ],
      store: storePrivate(channelId, userId, isSparing),
    });
  };
}
