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
