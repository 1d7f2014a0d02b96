import { sql } from 'kysely';
import type { WriteTransaction } from '#database/database.ts';
import { type Dialect, isOneOf, numbered } from '#database/dialect.ts';
import { newInternalId } from '#database/ids.ts';
import type { Database } from '#database/schema.ts';
import type { Saved } from './import-report.ts';

type RecordTable = 'file' | 'term' | 'media' | 'bundle' | 'channel' | 'signature' | 'pack' | 'help_page';
/** Undefined leaves what is stored. */
type Columns = Record<string, string | number | null | undefined>;
type JoinTable = keyof Database & `${string}_${string}`;

export interface Link {
  join: JoinTable;
  /** Column and id of the record that lists the others. */
  owner: [column: string, id: string];
  column: string;
  /** In this order. */
  ids: readonly string[];
}

export type RecordKeeper = ReturnType<typeof createRecordKeeper>;

/** Writes records only where they differ from what is stored; in a dry run only says what it would do. */
export function createRecordKeeper({
  isDryRun,
  now,
  dialect,
}: {
  isDryRun: boolean;
  now: number;
  dialect: Dialect;
}) {
  /** Ids of what a dry run would have made by now. */
  const imagined = new Set<string>();

  /** Ids of what a record lists, in its order. */
  async function listed(trx: WriteTransaction, { join, owner: [ownerColumn, ownerId], column }: Link) {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(join)}
      where ${sql.ref(ownerColumn)} = ${ownerId} order by position`.execute(trx);
    return rows.map(({ id }) => id);
  }

  return {
    /**
     * Says that a record is not what it was, although its own row is. Whoever has read it since this import began compares
     * whole seconds.
     */
    async touch(trx: WriteTransaction, table: RecordTable, id: string) {
      if (isDryRun) return;
      await sql`update ${sql.table(table)}
        set changed = case when changed < ${now} then ${now} else (changed / 1000 + 1) * 1000 end
        where id = ${id}`.execute(trx);
    },

    /** Ids of what a record lists and would not list any more. */
    async leaving(trx: WriteTransaction, link: Link) {
      const wanted = new Set(link.ids);
      return (await listed(trx, link)).filter((id) => !wanted.has(id));
    },

    /** @param modified when the content itself was last changed, as its author says */
    async save(
      trx: WriteTransaction,
      table: RecordTable,
      id: string,
      columns: Columns,
      modified?: number,
    ): Promise<Saved> {
      const { rows } = await sql<Columns>`select * from ${sql.table(table)} where id = ${id}`.execute(trx);
      const [stored] = rows;
      // A time that is still to come would hide the record from everyone who asks what is new.
      const said = modified !== undefined && modified <= now ? modified : undefined;
      if (!stored) {
        const since = said ?? now;
        const row = { id, internal_id: newInternalId(now), created: since, changed: since, ...columns };
        const given = Object.entries(row).filter(([, value]) => value !== undefined);
        if (isDryRun) imagined.add(id);
        else {
          await sql`insert into ${sql.table(table)} (${sql.join(given.map(([name]) => sql.ref(name)))})
            values (${sql.join(given.map(([, value]) => value))})`.execute(trx);
        }
        return 'created';
      }
      const different = Object.entries(columns).filter(
        ([name, value]) => value !== undefined && stored[name] !== value,
      );
      const isNewer = said !== undefined && said > Number(stored.changed);
      if (different.length === 0 && !isNewer) return 'same';
      if (!isDryRun) {
        const changes = [...different, ['changed', isNewer ? said : now] as const];
        const set = changes.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
        await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${id}`.execute(trx);
      }
      return 'changed';
    },

    /** Makes a record list exactly these, in this order; answers whether it did not before. */
    async link(trx: WriteTransaction, link: Link) {
      const { join, owner, column, ids } = link;
      const [ownerColumn, ownerId] = owner;
      const wanted = [...new Set(ids)];
      const stored = await listed(trx, link);
      if (stored.length === wanted.length && stored.every((id, at) => id === wanted[at])) return false;
      if (isDryRun) return true;
      await sql`delete from ${sql.table(join)} where ${sql.ref(ownerColumn)} = ${ownerId}`.execute(trx);
      // One statement for any number: writing out thousands of rows would keep other writers waiting.
      await sql`insert into ${sql.table(join)} (${sql.ref(ownerColumn)}, ${sql.ref(column)}, position)
        select ${ownerId}, value, position from ${numbered(wanted, dialect)}`.execute(trx);
      return true;
    },

    /** Those of the ids that a record stands behind, or would by now, in their order. */
    async existing(trx: WriteTransaction, table: 'media' | 'bundle' | 'channel', ids: readonly string[]) {
      const known = new Set<string>(imagined);
      const rows = await trx
        .selectFrom(table)
        .select('id')
        .where(isOneOf(sql.ref('id'), ids, dialect))
        .execute();
      for (const { id } of rows) known.add(id);
      return ids.filter((id) => known.has(id));
    },
  };
}
