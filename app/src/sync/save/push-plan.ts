import type { Database } from '#storage/database.ts';
import type { PushableType, QueueRow } from '#storage/device-rows.ts';
import { isInDoubt, pushOrder } from './pushable.ts';

/** A first wait is mostly the host's fault, and is kept in its place: of one recipient's messages it may be the first. */
const goesLast = ({ attempts, notBefore }: QueueRow) => attempts > 1 && notBefore > 0;

/**
 * What one push has still to try, oldest first. Read once and then followed by what is new in the queue, so that a
 * thousand messages are not read a thousand times. Whether an item may go is judged when it is claimed.
 * @param only these records and nothing that comes later
 */
export function createPushPlan(database: Pick<Database, 'queue' | 'records'>, only?: Set<string>) {
  const known = new Set<string>();
  const ahead = new Map<PushableType, string[]>(pushOrder.map((type) => [type, []]));
  let hasDoubts = false;
  let heldBack: { type: PushableType; id: string }[] = [];

  /**
   * By the index alone: the records themselves may be large. What has no time comes first; what met a busy host or came
   * nowhere time and again comes last, so that it holds up nothing where it is to blame itself.
   */
  async function oldestFirst(type: PushableType, rows: readonly QueueRow[]) {
    const order = await database.records(type).orderBy('changed').primaryKeys();
    const places = new Map(order.map((id, place) => [id, place]));
    const placeOf = (id: string) => places.get(id) ?? -1;
    const byAge = rows.toSorted((one, other) => placeOf(one.id) - placeOf(other.id));
    return [...byAge.filter((row) => !goesLast(row)), ...byAge.filter(goesLast)].map(({ id }) => id);
  }

  const add = (type: PushableType, ids: readonly string[]) => ahead.get(type)?.push(...ids);

  return {
    /**
     * Takes up what came into the queue since the last time.
     * @param also a record that stands for one of those that were asked for
     */
    async follow(also?: string) {
      if (also !== undefined) only?.add(also);
      const ids = only ? [...only] : await database.queue.toCollection().primaryKeys();
      const added = ids.filter((id) => !known.has(id));
      if (added.length === 0) return;
      const rows = (await database.queue.bulkGet(added)).filter((row): row is QueueRow => row !== undefined);
      hasDoubts ||= rows.some(isInDoubt);
      for (const [type, group] of Map.groupBy(rows, (row) => row.type)) {
        for (const { id } of group) known.add(id);
        add(type, group.length > 1 ? await oldestFirst(type, group) : [group[0]!.id]);
      }
    },

    /** Whether a mail of any of it may have left already. */
    hasDoubts: () => hasDoubts,

    /** Whether it was or is to be tried by this push. */
    knows: (id: string) => known.has(id),

    /** Whether anything of a kind is left. */
    has: (type: PushableType) => (ahead.get(type)?.length ?? 0) > 0,

    /** Whether anything of any kind is left. */
    isOver: () => [...ahead.values()].every((ids) => ids.length === 0),

    /** The next items of a kind, at most so many, which are not offered again. */
    take: (type: PushableType, most: number): string[] => ahead.get(type)?.splice(0, most) ?? [],

    /** They are the next ones again. */
    putBack: (type: PushableType, ids: readonly string[]) => void ahead.get(type)?.unshift(...ids),

    /** Waits until something that it may have waited for has gone. */
    holdBack: (type: PushableType, id: string) => void heldBack.push({ type, id }),

    /** Offers again what was held back. */
    offerHeldBack() {
      const again = heldBack;
      heldBack = [];
      for (const { type, id } of again) add(type, [id]);
    },
  };
}

export type PushPlan = ReturnType<typeof createPushPlan>;
