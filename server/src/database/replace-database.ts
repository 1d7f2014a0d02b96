import { replaceablePostgres } from './replace-postgres.ts';
import { replaceableSqlite } from './replace-sqlite.ts';

/** Throws `InUse`. @param stamp part of the name under which the old one is kept: letters, digits and _ */
export const openReplaceable = (
  { databaseUrl, dataFolder }: { databaseUrl: string | undefined; dataFolder: string },
  stamp: string,
) => (databaseUrl ? replaceablePostgres(databaseUrl, stamp) : replaceableSqlite(dataFolder));
