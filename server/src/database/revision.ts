import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { WriteTransaction } from './database.ts';

/** What an answer can depend on: a channel's content, a person's own records, or what everyone signed in sees. */
export type Scope = `channel:${string}` | `owner:${string}` | 'shared';

export const channelScope = (channelId: string): Scope => `channel:${channelId}`;
export const ownerScope = (accountId: string): Scope => `owner:${accountId}`;

/** Says in the writing transaction that what these scopes show has changed: every ETag made from them ends. */
export async function bumpRevision(trx: WriteTransaction, ...scopes: Scope[]) {
  // In one order, so that two writers never wait for each other.
  for (const scope of [...new Set(scopes)].sort()) {
    await trx
      .insertInto('revision')
      .values({ scope, value: 1 })
      .onConflict((conflict) => conflict.column('scope').doUpdateSet({ value: sql`revision.value + 1` }))
      .execute();
  }
}

/** A time of change that comes after the one before it, also where the clocks of two hosts differ. */
export const laterThan = (column: string, now: number) =>
  sql<number>`case when ${sql.ref(column)} >= ${now} then ${sql.ref(column)} + 1 else ${now} end`;

/**
 * Ends every ETag there ever was, also those from a future that this database no longer knows. Every one is made from the
 * revision of 'shared'.
 */
export async function leapRevision(trx: WriteTransaction) {
  const leap = randomInt(2 ** 40, 2 ** 47);
  await trx
    .insertInto('revision')
    .values({ scope: 'shared', value: leap })
    .onConflict((conflict) =>
      conflict.column('scope').doUpdateSet({ value: sql`revision.value + ${sql.lit(leap)}` }),
    )
    .execute();
}
