import type { Kysely } from 'kysely';
import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import { fold } from '#database/dialect.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import type { AccountTable, Database } from '#database/schema.ts';
import {
  channelIdsOf,
  createAccount,
  hashPassword,
  longestPassword,
  rolesOf,
  setMemberships,
  setPassword,
} from '#features/sign-in/account-store.ts';
import { endSessions } from '#features/sign-in/session-store.ts';
import { forgetTriesAt } from '#features/sign-in/try-store.ts';
import type { Details } from './user-command.ts';
import { UserRefused } from './user-refused.ts';

interface Parts {
  database: HostDatabase;
  passwordMinLength: number;
  now: number;
}

/** Creates a user; throws `UserRefused` when the name or address is taken, or the password too short. */
export async function addUser(
  { database, passwordMinLength, now }: Parts,
  name: string,
  { mail, roles, channels = [] }: Details & Required<Pick<Details, 'mail' | 'roles'>>,
  password: string,
) {
  checkPassword(password, passwordMinLength);
  const passwordHash = await hashPassword(password);
  await database.write(async (trx) => {
    await refuseTaken(trx, name);
    await refuseTaken(trx, mail);
    const channelIds = await channelIdsBy(trx, channels);
    const id = await createAccount(trx, { name, mail, passwordHash, roles, channelIds }, now);
    await bumpRevision(trx, ownerScope(id));
  });
}

/** Changes what is named of mail address, roles and channels; roles and channels hold at the user's next request. */
export const changeUser = ({ database, now }: Parts, name: string, { mail, roles, channels }: Details) =>
  database.write(async (trx) => {
    const { id } = await accountOf(trx, name);
    if (mail !== undefined) {
      await refuseTaken(trx, mail, id);
      await trx
        .updateTable('account')
        .set({ mail, mail_key: fold(mail) })
        .where('id', '=', id)
        .execute();
    }
    if (roles !== undefined || channels !== undefined) {
      await setMemberships(trx, id, {
        roles: roles ?? (await rolesOf(trx, id)),
        channelIds: channels ? await channelIdsBy(trx, channels) : await channelIdsOf(trx, id),
      });
    }
    await trx.updateTable('account').set({ changed: now }).where('id', '=', id).execute();
    await bumpRevision(trx, ownerScope(id));
  });

/** Sets a new password, ends every session of the user, and lets them in where others have guessed too often. */
export async function resetPassword(
  { database, passwordMinLength, now }: Parts,
  name: string,
  password: string,
) {
  checkPassword(password, passwordMinLength);
  const passwordHash = await hashPassword(password);
  await database.write(async (trx) => {
    const { id } = await accountOf(trx, name);
    await setPassword(trx, id, passwordHash, now);
    await endSessions(trx, id, now);
    await forgetTriesAt(trx, id);
  });
}

/** A user who is not active cannot sign in, and is signed out everywhere at once. What is theirs stays. */
export const setActive = ({ database, now }: Parts, name: string, isActive: boolean) =>
  database.write(async (trx) => {
    const { id } = await accountOf(trx, name);
    await trx
      .updateTable('account')
      .set({ active: isActive ? 1 : 0, changed: now })
      .where('id', '=', id)
      .execute();
    if (!isActive) await endSessions(trx, id, now);
    await bumpRevision(trx, ownerScope(id));
  });

export interface ListedUser {
  name: string;
  mail: string;
  roles: string[];
  /** Titles. */
  channels: string[];
  isActive: boolean;
}

export const listUsers = ({ database }: Pick<Parts, 'database'>): Promise<ListedUser[]> =>
  database.read(async (trx) => {
    const accounts = await trx.selectFrom('account').selectAll().orderBy('name_key').execute();
    const roles = await trx.selectFrom('account_role').selectAll().orderBy('role').execute();
    const channels = await trx
      .selectFrom('account_channel')
      .innerJoin('channel', 'channel.id', 'account_channel.channel_id')
      .select(['account_id', 'title'])
      .orderBy('title')
      .execute();
    const rolesBy = Map.groupBy(roles, ({ account_id }) => account_id);
    const channelsBy = Map.groupBy(channels, ({ account_id }) => account_id);
    return accounts.map(({ id, name, mail, active }) => ({
      name,
      mail,
      roles: (rolesBy.get(id) ?? []).map(({ role }) => role),
      channels: (channelsBy.get(id) ?? []).map(({ title }) => title),
      isActive: active === 1,
    }));
  });

/** Throws unless there is such a user: before somebody is asked for a password. */
export async function assertUser({ database }: Pick<Parts, 'database'>, name: string) {
  await accountOf(database.db, name);
}

async function accountOf(db: Kysely<Database>, name: string): Promise<Pick<AccountTable, 'id' | 'name_key'>> {
  const key = fold(name.trim());
  const found = await db
    .selectFrom('account')
    .select(['id', 'name_key'])
    .where((where) => where.or([where('name_key', '=', key), where('mail_key', '=', key)]))
    .execute();
  const account = found.find(({ name_key }) => name_key === key) ?? found[0];
  if (!account) throw new UserRefused(`There is no user ${name}. npm run users -- list shows who there is.`);
  return account;
}

/** A name or address of somebody else, whichever of the two it is to them: both sign in. */
async function refuseTaken(trx: WriteTransaction, wanted: string, exceptId = '') {
  const key = fold(wanted);
  const other = await trx
    .selectFrom('account')
    .select('name')
    .where((where) => where.or([where('name_key', '=', key), where('mail_key', '=', key)]))
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  if (other) throw new UserRefused(`${wanted} is taken by the user ${other.name}.`);
}

async function channelIdsBy(trx: WriteTransaction, wanted: readonly string[]) {
  const channels = await trx.selectFrom('channel').select(['id', 'title', 'source']).execute();
  return wanted.map((typed) => {
    const key = fold(typed);
    const found =
      channels.find(({ id, source }) => id === key || source === `channels/${typed}`) ??
      onlyOne(
        typed,
        channels.filter(({ title }) => fold(title) === key),
      );
    if (!found) {
      const titles = channels.map(({ title }) => title).sort();
      throw new UserRefused(
        `There is no channel ${typed}. ${titles.length > 0 ? `Channels are ${titles.join(', ')}.` : 'There are no channels yet.'}`,
      );
    }
    return found.id;
  });
}

function onlyOne<Found>(typed: string, found: readonly Found[]) {
  if (found.length > 1)
    throw new UserRefused(`Several channels are called ${typed}. Name the folder or the id.`);
  return found[0];
}

function checkPassword(password: string, least: number) {
  if ([...password].length < least)
    throw new UserRefused(`The password should be at least ${least} characters long.`);
  if (password.length > longestPassword)
    throw new UserRefused(`The password should be at most ${longestPassword} characters long.`);
}
