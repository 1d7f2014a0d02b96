import type { Kysely } from 'kysely';
import type { WriteTransaction } from '#database/database.ts';
import { fold } from '#database/dialect.ts';
import { newInternalId } from '#database/ids.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import type { Database } from '#database/schema.ts';
import {
  channelIdsOf,
  createAccount,
  hashPassword,
  longestPassword,
  rolesOf,
  setMemberships,
} from '#features/sign-in/account-store.ts';
import type { KeptFile } from './file-keeper.ts';
import { type UserEntry, userFile } from './folder-format.ts';
import { channelId } from './import-channel.ts';
import type { ImportRun } from './import-run.ts';
import { stableId } from './stable-id.ts';

const path = 'users.yaml';

/**
 * Creates the users that are not there yet, each with a signature. Of those that are, only roles and the membership in
 * this folder's channels follow the file; nobody is removed, and no password is changed.
 * @param channels names of all channel folders
 */
export async function importUsers(run: ImportRun, channels: readonly string[]) {
  if (!(await run.folder.has(path))) return;
  const users = await run.folder.yaml(path, userFile);
  const taken = new Set<string>();
  for (const user of users ?? []) {
    const keys = [fold(user.name), fold(user.mail)];
    if (keys.some((key) => taken.has(key))) {
      run.report.problem(path, `${user.name} stands there twice, by name or by mail address`);
      continue;
    }
    for (const key of keys) taken.add(key);
    await importUser(run, user, channels);
  }
}

async function importUser(run: ImportRun, user: UserEntry, channels: readonly string[]) {
  const { report, isDryRun, now } = run;
  const problem = (reason: string) => report.problem(path, `${user.name} ${reason}`);
  const wanted = await run.transact((trx) =>
    run.records.existing(trx, 'channel', user.channels.map(channelId)),
  );
  for (const name of user.channels) {
    if (!wanted.includes(channelId(name))) {
      problem(`cannot be a member of ${name}: there is no such channel`);
    }
  }
  const { picture } = user.signature ?? {};
  const known = await accountOf(run.database.db, user);
  if (known) {
    if (fold(known.name) !== fold(user.name)) return problem(`has the mail address of ${known.name}`);
    if (picture !== undefined) await run.files.recall(picture, known.name);
    return followMemberships(run, known.id, user, wanted, channels);
  }
  if (!user.password) return problem('is new and needs a password');
  if (user.password.length > longestPassword) {
    return problem(`needs a password of at most ${longestPassword} characters`);
  }
  if (user.password.length < run.passwordMinLength) {
    return problem(`needs a password of at least ${run.passwordMinLength} characters`);
  }
  const face = picture === undefined ? undefined : await run.files.keep(picture, user.name);
  const passwordHash = isDryRun ? '' : await hashPassword(user.password);
  const saved = await run.transact(async (trx) => {
    // Another import may have been quicker.
    if (isDryRun || (await accountOf(trx, user))) return isDryRun ? 'created' : 'same';
    const id = await createAccount(trx, { ...user, channelIds: wanted, passwordHash }, now);
    if (user.signature) await addSignature(run, trx, id, user.signature, face);
    await bumpRevision(trx, ownerScope(id));
    return 'created';
  });
  report.tell([{ path, title: user.name, saved }]);
}

const accountOf = (db: Kysely<Database>, { name, mail }: UserEntry) =>
  db
    .selectFrom('account')
    .select(['id', 'name'])
    .where((where) => where.or([where('name_key', '=', fold(name)), where('mail_key', '=', fold(mail))]))
    .executeTakeFirst();

async function addSignature(
  { files, now }: ImportRun,
  trx: WriteTransaction,
  ownerId: string,
  { title, job_title, email, telephone, telephone2 }: NonNullable<UserEntry['signature']>,
  face: KeptFile | undefined,
) {
  if (face) await files.settle(trx, face, title);
  await trx
    .insertInto('signature')
    .values({
      id: stableId('signature', `users/${ownerId}`),
      internal_id: newInternalId(now),
      created: now,
      changed: now,
      title,
      job_title: job_title || null,
      email: email ?? null,
      telephone: telephone || null,
      telephone2: telephone2 || null,
      shared: 0,
      picture_id: face?.id ?? null,
      owner_id: ownerId,
    })
    .execute();
}

async function followMemberships(
  run: ImportRun,
  id: string,
  user: UserEntry,
  wanted: readonly string[],
  channels: readonly string[],
) {
  const saved = await run.transact(async (trx) => {
    const [roles, present] = [await rolesOf(trx, id), await channelIdsOf(trx, id)];
    const ours = new Set(channels.map(channelId));
    const channelIds = [...new Set([...present.filter((each) => !ours.has(each)), ...wanted])];
    if (isSame(roles, user.roles) && isSame(present, channelIds)) return 'same';
    if (!run.isDryRun) {
      await setMemberships(trx, id, { roles: user.roles, channelIds });
      await bumpRevision(trx, ownerScope(id));
    }
    return 'changed';
  });
  run.report.tell([{ path, title: user.name, saved }]);
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  new Set(some).size === new Set([...some, ...others]).size && new Set(others).size === new Set(some).size;
