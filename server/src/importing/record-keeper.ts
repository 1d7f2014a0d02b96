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

interface Link {
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
  const unlisted = new Set<string>();

  async function touch(trx: WriteTransaction, table: RecordTable, id: string) {
    if (isDryRun) return;
    await sql`update ${sql.table(table)} set changed = ${now} where id = ${id}`.execute(trx);
  }

  return {
    /** Says that a record is not what it was, although its own row is. */
    touch,

    /** Ids of what some record listed until this import. */
    unlisted,

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
    async link(trx: WriteTransaction, { join, owner: [ownerColumn, ownerId], column, ids }: Link) {
      const wanted = [...new Set(ids)];
      const owner = sql`${sql.ref(ownerColumn)} = ${ownerId}`;
      const { rows } = await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(join)}
        where ${owner} order by position`.execute(trx);
      if (rows.length === wanted.length && rows.every(({ id }, at) => id === wanted[at])) return false;
      const listed = new Set(wanted);
      for (const { id } of rows) if (!listed.has(id)) unlisted.add(id);
      if (isDryRun) return true;
      await sql`delete from ${sql.table(join)} where ${owner}`.execute(trx);
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
