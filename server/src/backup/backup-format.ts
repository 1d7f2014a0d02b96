import * as z from 'zod';

/**
 * A backup is a tar archive, the same for either engine. First stands its header, then the rows of every table in
 * compressed parts, then the bytes of all files, and last a list of all of it with checksums: an archive that was cut off
 * has none. docs/decisions/012 has the reasons.
 */
export const formatVersion = 1;
export const headerName = 'satchel-backup.json';
export const contentsName = 'contents.json';

export const backupHeader = z.object({
  format: z.literal('satchel-backup'),
  version: z.number().int().positive(),
  /** Version of the program that made it. */
  release: z.string(),
  /** Milliseconds; everything that was acknowledged before is in it. */
  made: z.number().int().nonnegative(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Names of the migrations that its tables have been through. */
  steps: z.array(z.string()).min(1),
});

export const backupContents = z.object({
  /** By table, in the order in which they can be filled. */
  rows: z.record(z.string(), z.number().int().nonnegative()),
  files: z.number().int().nonnegative(),
  fileBytes: z.number().int().nonnegative(),
  /** Addresses of files whose bytes were missing when it was made. */
  missing: z.array(z.string()),
  /** Every entry before this one. */
  entries: z.record(z.string(), z.object({ size: z.number().int().nonnegative(), sha256: z.string() })),
});

export type BackupHeader = z.infer<typeof backupHeader>;
export type BackupContents = z.infer<typeof backupContents>;

/** It cannot be made or used; the message says why to people. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

export const partName = (table: string, number: number) =>
  `database/${table}/${String(number).padStart(6, '0')}.ndjson.gz`;
export const fileEntryName = (name: string) => `files/${name}`;

/** What an entry's name says that it is. */
export function placeOfEntry(name: string): { table: string } | { file: string } | undefined {
  const [, table] = /^database\/([a-z_0-9]+)\/\d{6,}\.ndjson\.gz$/.exec(name) ?? [];
  if (table !== undefined) return { table };
  return name.startsWith('files/') ? { file: name.slice('files/'.length) } : undefined;
}

/** 12.3 MB */
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
