import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import { type RawBuilder, sql } from 'kysely';
import { columnExpression, columnOf, hasSummary, recordTables } from './record-tables.ts';

/** A value of the row that `alias` names, for the rows of one table. */
export type ValueOf = (alias: string) => RawBuilder<unknown>;

export const columnValue =
  (types: readonly ResourceTypeName[], column: string): ValueOf =>
  (alias) =>
    columnExpression(recordTables[types[0] as ResourceTypeName].table, alias, column);

const ofFile = (column: string) => columnValue(['file--file'], column);

/** What the meta object of a picture's identifier says, and how it compares. */
export const imageMeta: Record<string, { comparison: 'text' | 'number'; value: ValueOf }> = {
  alt: { comparison: 'text', value: ofFile('alt') },
  // Answers always show it empty.
  title: { comparison: 'text', value: () => sql`''` },
  width: { comparison: 'number', value: ofFile('width') },
  height: { comparison: 'number', value: ofFile('height') },
};

/** What one link of a list of links can be found by. */
export const linkParts: readonly string[] = ['uri', 'title'];

/** The named parts of a field that has several; null for a field that is one value. */
export function partsOf(
  type: ResourceTypeName,
  name: string,
  kind: string | undefined,
): Record<string, ValueOf> | null {
  const column = columnOf(type, name);
  const value = columnValue([type], column);
  const unlessEmpty = (text: string) => (alias: string) =>
    sql`case when ${value(alias)} is null then null else ${sql.lit(text)} end`;
  switch (kind) {
    case 'rich-text':
      return {
        value,
        format: unlessEmpty('basic_html'),
        processed: value,
        ...(hasSummary(type, name) && { summary: columnValue([type], `${column}_summary`) }),
      };
    case 'file-uri': {
      const under = (start: string) => (alias: string) =>
        sql`${sql.lit(start)} || ${sql.ref(`${alias}.key`)} || '/' || ${sql.ref(`${alias}.filename`)}`;
      return { value: under('public://'), url: under('/sites/default/files/') };
    }
    case 'path':
      return { alias: value, langcode: unlessEmpty('en') };
    default:
      return null;
  }
}
