import type { Clock } from '#clock.ts';
import type { Config } from '#config.ts';
import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import { fold } from '#database/dialect.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import type { Asking, RecordChanges, RecordStore } from '#features/content/record-store.ts';
import { HttpError, unprocessable } from '#http/errors.ts';
import { isMailAddress } from '#mail/mail-address.ts';
import { hashPassword, isPasswordOf, longestPassword } from './account-store.ts';
import { endSessions } from './session-store.ts';
import { signInTexts } from './texts.ts';
import { countTry, forgive, throttleKeys } from './try-store.ts';

interface Parts {
  config: Pick<Config, 'passwordMinLength'>;
  database: HostDatabase;
  clock: Clock;
}

/** Goes with the columns from `prepare` to `update`: the hash the present password was proved against. */
const provenBy = 'proven_by';

const at = (field: string) => `/data/attributes/${field}`;

/** A person's own account (drupal-jsonapi contract, 1.6): password and address change only with the present password. */
export function createOwnAccountStore({ config, database, clock }: Parts): RecordStore {
  /** Looks at the password outside of a transaction, as hashing takes its time; counts wrong ones as at the sign-in. */
  async function isExisting({ viewer, address }: Asking, existing: string | undefined) {
    if (existing === undefined || existing.length > longestPassword) return undefined;
    const account = await database.db
      .selectFrom('account')
      .select(['name', 'password_hash'])
      .where('id', '=', viewer.accountId)
      .executeTakeFirst();
    if (!account) return undefined;
    // As if the name had been typed at the sign-in.
    const tries = throttleKeys(viewer.accountId, address, account.name);
    const { waitS } = await database.write((trx) => countTry(trx, tries, clock()), 'read committed');
    if (waitS > 0) {
      throw new HttpError(429, signInTexts.tooManyTries, { headers: { 'retry-after': String(waitS) } });
    }
    if (!(await isPasswordOf(account, existing))) return undefined;
    await database.write((trx) => forgive(trx, tries));
    return account.password_hash;
  }

  function refuseUnfit(columns: RecordChanges['columns'], wanted: string | undefined) {
    const problems: { detail: string; pointer: string }[] = [];
    if (typeof columns.mail === 'string' && !isMailAddress(columns.mail))
      problems.push({ detail: signInTexts.noMailAddress, pointer: at('mail') });
    if (typeof columns.langcode === 'string' && !isLanguage(columns.langcode))
      problems.push({ detail: signInTexts.noLanguage, pointer: at('preferred_langcode') });
    if (typeof columns.timezone === 'string' && !isTimeZone(columns.timezone))
      problems.push({ detail: signInTexts.noTimeZone, pointer: at('timezone') });
    if (wanted !== undefined && [...wanted].length < config.passwordMinLength)
      problems.push({ detail: signInTexts.shortPassword(config.passwordMinLength), pointer: at('pass') });
    if (wanted !== undefined && wanted.length > longestPassword)
      problems.push({ detail: signInTexts.longPassword(longestPassword), pointer: at('pass') });
    if (problems.length > 0) throw unprocessable(problems);
  }

  return {
    async prepare(columns, asking) {
      const { existing, value: wanted } = asking.password ?? {};
      refuseUnfit(columns, wanted);
      const isNewMail = columns.mail !== undefined && columns.mail !== asking.stored?.mail;
      if (wanted === undefined && !isNewMail) return columns;
      const proof = await isExisting(asking, existing);
      if (proof === undefined) {
        throw unprocessable([
          ...(wanted === undefined ? [] : [{ detail: signInTexts.needsPassword, pointer: at('pass') }]),
          ...(isNewMail ? [{ detail: signInTexts.mailNeedsPassword, pointer: at('mail') }] : []),
        ]);
      }
      return {
        ...columns,
        [provenBy]: proof,
        ...(wanted !== undefined && { password_hash: await hashPassword(wanted) }),
      };
    },

    async update({ trx, viewer, now }, stored, { columns: { [provenBy]: proof, ...columns } }) {
      if (Object.keys(columns).length === 0) return;
      if (typeof columns.mail === 'string') await refuseTakenMail(trx, viewer.accountId, columns.mail);
      const { numUpdatedRows } = await trx
        .updateTable('account')
        .set({
          ...columns,
          ...(typeof columns.mail === 'string' && { mail_key: fold(columns.mail) }),
          changed: Math.max(now, Number(stored.changed) + 1),
        })
        .where('id', '=', viewer.accountId)
        // Somebody may have changed the password since this one was looked at.
        .$if(proof !== undefined, (query) => query.where('password_hash', '=', String(proof)))
        .executeTakeFirst();
      if (numUpdatedRows === 0n)
        throw unprocessable([{ detail: signInTexts.needsPassword, pointer: at('pass') }]);
      if (columns.password_hash !== undefined)
        await endSessions(trx, viewer.accountId, now, viewer.sessionId);
      await bumpRevision(trx, ownerScope(viewer.accountId));
    },
  };
}

async function refuseTakenMail(trx: WriteTransaction, accountId: string, mail: string) {
  const other = await trx
    .selectFrom('account')
    .select('id')
    .where('mail_key', '=', fold(mail))
    .where('id', '!=', accountId)
    .executeTakeFirst();
  if (other) throw unprocessable([{ detail: signInTexts.mailTaken(mail), pointer: at('mail') }]);
}

function isLanguage(code: string) {
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Named ones only: an offset such as +01:00 says nothing about the summer. */
function isTimeZone(name: string) {
  try {
    return /^[A-Z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
