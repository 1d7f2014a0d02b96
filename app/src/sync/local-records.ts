import { mediaTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { Table } from 'dexie';
import type { Database } from '#storage/database.ts';
import type { FileRecord, MediaRecord } from '#storage/records.ts';

type Records = Pick<Database, 'records'>;

const fileFields = ['file', 'thumbnail', 'thumbnail_image', 'preview_image'] as const;

const once = (ids: readonly string[]) => [...new Set(ids)];

/** From so many on, reading the whole table is quicker than looking up one after the other. */
const many = 2000;
/** Rows that are read at once. */
const run = 500;

async function rowsAmong<Row extends { id: string }>(
  table: Table<Row, string>,
  ids: readonly string[],
): Promise<(Row | undefined)[]> {
  if (ids.length < many) return table.bulkGet([...ids]);
  const wanted = new Set(ids);
  const rows: Row[] = [];
  let read = await table.limit(run).toArray();
  while (read.length > 0) {
    rows.push(...read.filter(({ id }) => wanted.has(id)));
    const last = read.at(-1)?.id ?? '';
    read = read.length < run ? [] : await table.where('id').above(last).limit(run).toArray();
  }
  return rows;
}

const byId = <Row extends { id: string }>(rows: readonly (Row | undefined)[]) =>
  new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));

/** Files of the local database by id. */
export const localFiles = async (
  database: Records,
  ids: readonly string[],
): Promise<Map<string, FileRecord>> => byId(await rowsAmong(database.records('file--file'), once(ids)));

/** Keywords of the local database by id. */
export const localKeywords = async (database: Records, ids: readonly string[]) =>
  byId(await rowsAmong(database.records('taxonomy_term--keywords'), once(ids)));

/**
 * Media records of the local database by id; unknown ones and stubs are absent. Every kind of media is looked
 * through, because a pack's data may name a kind that this app does not know.
 */
export async function localMediaRecords(
  database: Records,
  ids: readonly string[],
): Promise<Map<string, MediaRecord>> {
  const wanted = once(ids);
  const found = await Promise.all(
    mediaTypes.map((type) => rowsAmong(database.records(type) as Table<MediaRecord, string>, wanted)),
  );
  return byId(found.flat().filter((media) => !media?._meta?.stub) as (MediaRecord | undefined)[]);
}

/** The files that media records name, by id. */
export const filesOfMedias = (database: Records, medias: Iterable<MediaRecord>) =>
  localFiles(
    database,
    [...medias].flatMap((media) => fileFields.flatMap((field) => media[field]?.id ?? [])),
  );
