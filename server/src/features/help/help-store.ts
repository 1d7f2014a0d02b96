import type { ReadTransaction } from '#database/database.ts';

/** Titles for the list of all pages: those that are for everybody. */
export const listedHelpPages = (trx: ReadTransaction) =>
  trx
    .selectFrom('help_page')
    .select(['title', 'alias'])
    .where('roles', 'is', null)
    .orderBy('title')
    .execute();

/** @param path below the help address; an alias itself begins with /help where the host's own importer made it */
export const helpPageAt = (trx: ReadTransaction, path: string) =>
  trx
    .selectFrom('help_page')
    .select(['id', 'title', 'body', 'roles'])
    .where('alias', 'in', [`/${path}`, `/help/${path}`])
    .executeTakeFirst();

/** What is signed into the address of a page that is for some roles only: whoever was given it may read on. */
export const helpClaim = (id: string) => `help ${id}`;
