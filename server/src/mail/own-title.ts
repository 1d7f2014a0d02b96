import { type RawBuilder, sql } from 'kysely';

type Id = RawBuilder<unknown> | string | null;

/**
 * What somebody calls themselves: by the signature below their message where it is their own, else by the one of theirs
 * that they changed last (PROF-23). Null for whoever has none.
 */
export const ownTitle = (ownerId: Id, signatureId: Id) => sql<string | null>`(
  select own.title from signature as own where own.owner_id = ${ownerId}
  order by case when own.id = ${signatureId} then 0 else 1 end, own.changed desc, own.id limit 1)`;

/** The same in a statement about messages. */
export const ownTitleOfSender = ownTitle(sql.ref('message.owner_id'), sql.ref('message.signature_id'));
