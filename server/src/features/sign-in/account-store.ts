import type { Role } from '@satchel/core/contract/roles.ts';
import { hash, verify } from 'argon2';
import type { Kysely } from 'kysely';
import type { WriteTransaction } from '#database/database.ts';
import { fold } from '#database/dialect.ts';
import { newInternalId, newUuid } from '#database/ids.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import type { AccountTable, Database } from '#database/schema.ts';

// What OWASP asks of argon2id at least; one check costs about 20 ms and 19 MiB.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const longestPassword = 1024;

export const hashPassword = (password: string) => hash(password, cost);

let decoy: Promise<string> | undefined;

/** Takes as long without an account as with one, so that nobody learns by the clock which names exist. */
export async function isPasswordOf(
  account: Pick<AccountTable, 'password_hash'> | undefined,
  password: string,
) {
  decoy ??= hashPassword('nobody has this password');
  const isRight = await verify(account?.password_hash ?? (await decoy), password);
  return isRight && account !== undefined;
}

export interface NewAccount {
  id?: string;
  name: string;
  mail: string;
  /** From `hashPassword`: hashing has no place in a transaction. */
  passwordHash: string;
  langcode?: string;
  roles: readonly Role[];
  channelIds: readonly string[];
}

/** Inserts an account with its roles and channels; answers its id. Fails where name or mail are taken. */
export async function createAccount(trx: WriteTransaction, account: NewAccount, now: number) {
  const id = account.id ?? newUuid();
  await trx
    .insertInto('account')
    .values({
      id,
      internal_id: newInternalId(now),
      created: now,
      changed: now,
      name: account.name,
      name_key: fold(account.name),
      mail: account.mail,
      mail_key: fold(account.mail),
      password_hash: account.passwordHash,
      langcode: account.langcode ?? 'en',
      active: 1,
    })
    .execute();
  await setMemberships(trx, id, account);
  return id;
}

/** @param passwordHash from `hashPassword`; ending the sessions that the old password opened is up to the caller */
export async function setPassword(
  trx: WriteTransaction,
  accountId: string,
  passwordHash: string,
  now: number,
) {
  await trx
    .updateTable('account')
    .set({ password_hash: passwordHash, changed: now })
    .where('id', '=', accountId)
    .execute();
  await bumpRevision(trx, ownerScope(accountId));
}

/** Replaces the roles and channels of an account. */
export async function setMemberships(
  trx: WriteTransaction,
  accountId: string,
  { roles, channelIds }: Pick<NewAccount, 'roles' | 'channelIds'>,
) {
  await trx.deleteFrom('account_role').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('account_channel').where('account_id', '=', accountId).execute();
  for (const role of new Set(roles)) {
    await trx.insertInto('account_role').values({ account_id: accountId, role }).execute();
  }
  for (const channelId of new Set(channelIds)) {
    await trx
      .insertInto('account_channel')
      .values({ account_id: accountId, channel_id: channelId })
      .execute();
  }
}

/** The active account with this name or, when nobody has the name, with this e-mail address. */
export async function findByLogin(db: Kysely<Database>, login: string) {
  const key = fold(login.trim());
  // PostgreSQL keeps no text with this character, and refuses to look for one.
  if (key.includes('\0')) return undefined;
  const found = await db
    .selectFrom('account')
    .selectAll()
    .where((where) => where.or([where('name_key', '=', key), where('mail_key', '=', key)]))
    .where('active', '=', 1)
    .execute();
  return found.find((account) => account.name_key === key) ?? found[0];
}

/** The active account with this e-mail address. */
export async function findByMail(db: Kysely<Database>, mail: string) {
  const key = fold(mail.trim());
  if (key.includes('\0')) return undefined;
  return db
    .selectFrom('account')
    .selectAll()
    .where('mail_key', '=', key)
    .where('active', '=', 1)
    .executeTakeFirst();
}

/** Whether the account is active and has the password that was looked at before the transaction. */
export async function isStillOpenTo(
  trx: WriteTransaction,
  { id, password_hash }: Pick<AccountTable, 'id' | 'password_hash'>,
) {
  const account = await trx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('active', '=', 1)
    .executeTakeFirst();
  return account !== undefined;
}

export async function rolesOf(db: Kysely<Database>, accountId: string): Promise<Role[]> {
  const rows = await db
    .selectFrom('account_role')
    .select('role')
    .where('account_id', '=', accountId)
    .execute();
  return rows.map((row) => row.role).sort();
}

export async function channelIdsOf(db: Kysely<Database>, accountId: string) {
  const rows = await db
    .selectFrom('account_channel')
    .select('channel_id')
    .where('account_id', '=', accountId)
    .orderBy('channel_id')
    .execute();
  return rows.map((row) => row.channel_id);
}
