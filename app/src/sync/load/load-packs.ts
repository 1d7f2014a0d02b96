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

/** Shared and private packs of a channel (SYNC-26 to SYNC-32). A failed fetch removes nothing. */
export function createLoadPacks({ database, jsonApi, user, now }: LoadParts) {
  const packs = database.records('salestool--pack');

  async function pull(
    name: string,
    where: Query['where'],
    store: (fetched: Fetched, startedAt: number) => Promise<void>,
  ) {
    const userId = user()?.uuid ?? '';
    const startedAt = now();
    const etag = await knownEtag(database, name, userId);
    const answer = await jsonApi.list(
      'salestool--pack',
      { where: where ?? [], include, notArchived: true },
      { etag },
    );
    if (answer === 'unchanged') return;
    await database.write([packs, database.marks], async () => {
      await store(answer, startedAt);
      await keepEtag(database, name, userId, answer.etag);
    });
  }

  /** SYNC-27: everything local that matches is marked, what the host still has loses the mark, the rest goes. */
  const storeShared = (matches: (pack: PackRecord) => boolean) => async (fetched: Fetched) => {
    const marked = new Set(await packs.filter(matches).primaryKeys());
    await putFromHost(database, fetched.records);
    for (const id of idsOf(fetched.records)) marked.delete(id);
    await packs.bulkDelete([...marked]);
  };

  /** Work of this device that the list could not know yet. */
  const isNewerThan = (startedAt: number) => (pack: PackRecord) =>
    pack._meta?.push === true || (pack.pushed ?? 0) >= startedAt;

  const storePrivate = (channelId: string, userId: string) => async (fetched: Fetched, startedAt: number) => {
    const isOwn = (pack: PackRecord) =>
      pack.pack_type === 'private' && pack.channel?.id === channelId && pack.ownerId === userId;
    const isNewer = isNewerThan(startedAt);
    const local = new Map((await packs.filter(isOwn).toArray()).map((pack) => [pack.id, pack]));
    const remote = idsOf(fetched.records);
    const gone = [...local.values()].filter(
      (pack) => isKnownToHost(pack) && !remote.has(pack.id) && !isNewer(pack),
    );
    await packs.bulkDelete(gone.map(({ id }) => id));
    const isTaken = (record: FlatRecord) => {
      const mine = local.get(record.id);
      return !mine || (!isNewer(mine) && (mine.changed ?? 0) <= ((record.changed as number | null) ?? 0));
    };
    await putFromHost(database, fetched.records.filter(isTaken));
  };

  /** @throws RemoteFailure; the packs of kinds that came before it are stored */
  return async (channelId: string) => {
    await pull(
      'packs/global',
      [{ path: 'pack_type', is: 'global' }],
      storeShared(({ pack_type }) => pack_type === 'global'),
    );
    await pull(
      `packs/channel/${channelId}`,
      [
        { path: 'pack_type', is: 'channel' },
        { path: 'channel.id', is: channelId },
      ],
      storeShared((pack) => pack.pack_type === 'channel' && pack.channel?.id === channelId),
    );
    const userId = user()?.uuid;
    if (userId === undefined) return;
    await pull(
      `packs/private/${channelId}`,
      [
        { path: 'pack_type', is: 'private' },
        { path: 'channel.id', is: channelId },
        { path: 'uid.id', is: userId },
      ],
      storePrivate(channelId, userId),
    );
  };
}
