import type { Waiting, WaitingItem } from '#services.ts';
import type { QueueRow } from '#storage/device-rows.ts';
import { ownQueueRows } from '#storage/own-queue-rows.ts';
import { isAlive } from '#sync/runner-lock.ts';
import { needsOf } from '#sync/save/claims.ts';
import { isChange, linkChangeOf, mayHaveLeft } from '#sync/save/editable-message.ts';
import { mayBeThere, type PushableRecord, pushOrder } from '#sync/save/pushable.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';

const texts = {
  notBrought: 'It could not be brought to the server yet. It is tried again by itself.',
  answered: (words: string) =>
    `The server answered: ${words.replace(/\.$/, '')}. It is tried again by itself.`,
  waitsFor: (need: PushableRecord, isSetAside: boolean) =>
    `It waits for ${kinds[need.type]} ‘${words(need).title}’, ${isSetAside ? 'which was set aside.' : 'which has not come to the server yet.'}`,
};

const kinds = {
  'salestool--pack': 'the pack',
  'salestool--signature': 'the signature',
  'salestool--message': 'the message',
};

function words(record: PushableRecord): Pick<WaitingItem, 'title' | 'subtitle' | 'packId'> {
  switch (record.type) {
    case 'salestool--pack':
      return { title: record.title ?? '', subtitle: 'Pack', packId: record.id };
    case 'salestool--signature':
      return { title: record.title ?? '', subtitle: 'Signature', packId: null };
    case 'salestool--message': {
      const name = [record.first_name, record.last_name].filter(Boolean).join(' ');
      const what = record.sent ? 'Message' : 'Link';
      return {
        title: record.subject ?? '',
        subtitle: name ? `${what} to ${name}` : what,
        packId: record.pack?.id ?? null,
      };
    }
  }
}

/**
 * What still waits to be pushed, of whoever is signed in (SET-10, SET-16). What the last push came to stands in the
 * activity.
 */
export function createWaiting(parts: CollectionParts): Omit<Waiting, 'lastPush'> {
  const { database } = parts;

  async function ownRows(ids?: readonly string[]): Promise<QueueRow[]> {
    const userId = userIdOf(parts);
    if (userId === null) return [];
    if (ids === undefined) return ownQueueRows(database, userId).toArray();
    const rows = await database.queue.bulkGet([...ids]);
    return rows.flatMap((row) => (row?.ownerId === userId ? row : []));
  }

  /** Record by record id, read by kind in one go each. */
  async function recordsOf(rows: readonly QueueRow[]): Promise<Map<string, PushableRecord>> {
    const found = new Map<string, PushableRecord>();
    for (const [type, group] of Map.groupBy(rows, (row) => row.type)) {
      const records = await database.records(type).bulkGet(group.map(({ id }) => id));
      for (const record of records) if (record) found.set(record.id, record as PushableRecord);
    }
    return found;
  }

  const isAnswered = (row: QueueRow): row is QueueRow & { answer: string } =>
    row.refused === null && isDelayed(row) && Boolean(row.answer);

  /** Of what records need, what does not simply go before them: it was set aside, or did not come to the host. */
  async function heldUp(records: Iterable<PushableRecord>): Promise<ReadonlyMap<string, string>> {
    const needs = new Set([...records].flatMap(needsOf));
    const found = needs.size > 0 ? await database.queue.bulkGet([...needs]) : [];
    const rows = found.flatMap((row) => (row && (row.refused !== null || isDelayed(row)) ? row : []));
    const needed = await recordsOf(rows);
    return new Map(
      rows.flatMap((row) => {
        const need = needed.get(row.id);
        return need ? [[row.id, texts.waitsFor(need, row.refused !== null)] as const] : [];
      }),
    );
  }

  function reasonOf(row: QueueRow, needs: readonly string[]): string | null {
    if (row.refused !== null) return row.refused;
    if (isAnswered(row)) return texts.answered(row.answer);
    if (isDelayed(row)) return texts.notBrought;
    return needs[0] ?? null;
  }

  /** Which packs of messages are here. */
  async function packsHere(records: Iterable<PushableRecord>): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for (const record of records)
      if (record.type === 'salestool--message' && record.pack) ids.add(record.pack.id);
    return new Set(
      await database
        .records('salestool--pack')
        .where('id')
        .anyOf([...ids])
        .primaryKeys(),
    );
  }

  /** In the order of the push: by kind, then by age. By keys, since thousands may wait. */
  async function inPushOrder(rows: readonly QueueRow[]): Promise<QueueRow[]> {
    const ordered: QueueRow[] = [];
    for (const type of pushOrder) {
      const left = new Map(rows.filter((row) => row.type === type).map((row) => [row.id, row]));
      const ids = left.size > 1 ? await database.records(type).orderBy('changed').primaryKeys() : [];
      const byAge = ids.flatMap((id) => left.get(id) ?? []);
      for (const { id } of byAge) left.delete(id);
      ordered.push(...left.values(), ...byAge);
    }
    return ordered;
  }

  /** That of all is followed: a row that is refused or taken up stays where it is among its owner's. */
  async function counts() {
    const userId = userIdOf(parts);
    const [all, own] = await Promise.all([
      database.queue.count(),
      userId === null ? 0 : ownQueueRows(database, userId).count(),
    ]);
    return { all, own };
  }

  function stateOf(row: QueueRow, epoch: number | undefined): WaitingItem['state'] {
    if (row.refused !== null) return row.asks ? 'asks' : 'refused';
    return row.claimedBy !== null && row.claimedBy === epoch ? 'going' : 'waiting';
  }

  /** It was tried, and has to wait before it is tried again. */
  const isDelayed = ({ attempts, notBefore }: QueueRow) => attempts > 0 && notBefore > parts.now();

  return {
    async items({ most = Number.POSITIVE_INFINITY, skip = 0, ids } = {}) {
      const rows = await inPushOrder(await ownRows(ids));
      const lease = await database.lease.get('push');
      // What a window took that was closed since is not on its way.
      const epoch = isAlive(lease, parts.now()) ? lease?.epoch : undefined;
      const refusedFirst = [
        ...rows.filter(({ refused }) => refused !== null),
        ...rows.filter(({ refused }) => refused === null),
      ];
      const shown = new Set(refusedFirst.slice(skip, skip + most));
      const records = await recordsOf([...shown]);
      const [packs, needs] = await Promise.all([packsHere(records.values()), heldUp(records.values())]);
      const items: WaitingItem[] = [];
      for (const row of rows) {
        const record = shown.has(row) ? records.get(row.id) : undefined;
        if (!record) continue;
        const item = words(record);
        const isPackHere = record.type !== 'salestool--message' || packs.has(item.packId ?? '');
        items.push({
          type: row.type,
          id: row.id,
          ...item,
          packId: isPackHere ? item.packId : null,
          updated: record.changed ?? 0,
          linkChange: linkChangeOf(record),
          state: stateOf(row, epoch),
          hasAnswer: isAnswered(row),
          mayHaveLeft: record.type === 'salestool--message' && mayHaveLeft(record, row),
          isChange: isChange(record),
          mayBeThere: !isChange(record) && mayBeThere(row),
          reason: reasonOf(
            row,
            needsOf(record).flatMap((id) => needs.get(id) ?? []),
          ),
        });
      }
      return items;
    },

    async count() {
      const { all, own } = await counts();
      return Math.min(all, own);
    },

    async countOfOthers() {
      const { all, own } = await counts();
      return Math.max(0, all - own);
    },

    async copy() {
      const rows = await ownRows();
      const records = await Promise.all(rows.map(({ type, id }) => database.records(type).get(id)));
      const content = { saved: new Date(parts.now()).toISOString(), records: records.filter(Boolean) };
      return new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
    },

    push: async (options = {}) => (await parts.engine()).queue.push(options),

    async retry({ id }) {
      await database.write([database.queue], async () => {
        const row = await database.queue.get(id);
        if (!row) return;
        const fresh = { refused: null, attempts: 0, notBefore: 0, asks: false, setAsideHere: false };
        // What a host refused has not been asked about.
        const heldBack = row.setAsideHere ? [] : row.heldBack;
        await database.queue.put({ ...row, ...fresh, ...(heldBack && { heldBack }), confirmed: parts.now() });
      });
      (await parts.engine()).wake({ isAsked: true });
    },

    discard: async (item) => (await parts.engine()).discard(item),
  };
}
