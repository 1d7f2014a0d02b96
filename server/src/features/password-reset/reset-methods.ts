import { randomInt } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '#clock.ts';
import type { Config } from '#config.ts';
import type { HostDatabase } from '#database/database.ts';
import { findByMail, hashPassword, longestPassword, setPassword } from '#features/sign-in/account-store.ts';
import { endSessions } from '#features/sign-in/session-store.ts';
import { countCall, networkOf, throttleKeys, welcome } from '#features/sign-in/try-store.ts';
import type { Keys } from '#keys.ts';
import { isMailAddress } from '#mail/mail-address.ts';
import type { Outbox } from '#mail/outbox.ts';
import { queueMail } from '#mail/queue-mail.ts';
import { endCodes, mailHashOf, saveCode, tryCode } from './code-store.ts';
import { RpcError, type RpcMethod, rpcMethod } from './json-rpc.ts';
import { resetTexts } from './texts.ts';

export interface ResetParts {
  config: Pick<Config, 'passwordMinLength' | 'brand'>;
  database: HostDatabase;
  keys: Keys;
  outbox: Outbox;
  clock: Clock;
}

const mail = z.string().trim().min(1).max(320);
/** People type a code as they read it, some with a space in the middle. */
const otp = z.union([z.string().max(40), z.number().int()]).transform((typed) => {
  const code = String(typed).replaceAll(/\s/g, '');
  return typeof typed === 'number' ? code.padStart(6, '0') : code;
});

// Far more than an office behind one address needs in an hour.
const callsOfNetwork = { tries: 200, withinMs: 3_600_000 };

const refused = (message: string, data: string) => new RpcError(-32_000, message, data);
const invalidCode = () => refused(resetTexts.invalidCode.message, resetTexts.invalidCode.data);

/**
 * Setting a forgotten password with a code that is mailed (content-host contract, section 4). An address nobody has
 * gets the same answers as one somebody has, and costs the same work.
 */
export function resetMethods(parts: ResetParts): Record<string, RpcMethod> {
  const { config, database, keys, outbox, clock } = parts;
  const mailHash = (address: string) => mailHashOf(keys.hashSecret, address);

  async function countFrom(address: string) {
    const key = `codes ${keys.hashSecret(networkOf(address))}`;
    const waitS = await database.write(
      (trx) => countCall(trx, key, callsOfNetwork, clock()),
      'read committed',
    );
    if (waitS > 0) throw refused(resetTexts.tooMany, resetTexts.tooManyCalls(waitS));
  }

  /** Mails a code of 6 digits, when the address is somebody's. */
  const generate = rpcMethod({ mail }, async (given, address) => {
    await countFrom(address);
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const sealedCode = keys.seal(code);
    const saved = await database.write(async (trx, afterCommit) => {
      const found = await findByMail(trx, given.mail);
      const account = found && isMailAddress(found.mail) ? found : undefined;
      const asked = { code, mailHash: mailHash(given.mail), accountId: account?.id ?? null };
      const outcome = await saveCode(trx, keys.hashSecret, asked, clock());
      if ('expires' in outcome && account) {
        await queueMail(
          trx,
          { kind: 'code', recipient: account.mail, sealedCode, expires: outcome.expires },
          clock(),
        );
        afterCommit(outbox.wake);
      }
      return outcome;
    });
    if ('waitS' in saved) throw refused(resetTexts.tooMany, resetTexts.tooManyCodes(saved.waitS));
    return { status: 'ok' };
  });

  /** Says whether a code is right, without using it up. */
  const validate = rpcMethod({ mail, otp }, async (given, address) => {
    await countFrom(address);
    const asked = { code: given.otp, mailHash: mailHash(given.mail) };
    const found = await database.write(
      (trx) => tryCode(trx, keys.hashSecret, asked, clock()),
      'read committed',
    );
    if (!found) throw invalidCode();
    return { status: 'ok' };
  });

  /** Sets the password, uses the code up, and ends every session of the account. */
  const apply = rpcMethod({ mail, otp, password: z.string() }, async (given, address) => {
    await countFrom(address);
    const { passwordMinLength: least } = config;
    if ([...given.password].length < least)
      throw refused(resetTexts.invalidPassword, resetTexts.shortPassword(least));
    if (given.password.length > longestPassword)
      throw refused(resetTexts.invalidPassword, resetTexts.longPassword(longestPassword));
    // Before the code is looked at: hashing has no place in a transaction, and takes as long for a wrong code.
    const passwordHash = await hashPassword(given.password);
    const asked = { code: given.otp, mailHash: mailHash(given.mail) };
    const account = await database.write(async (trx, afterCommit) => {
      const now = clock();
      const code = await tryCode(trx, keys.hashSecret, asked, now);
      const owner = await findByMail(trx, given.mail);
      if (!code || owner?.id !== code.accountId) return null;
      await endCodes(trx, asked.mailHash);
      await setPassword(trx, owner.id, passwordHash, now);
      await endSessions(trx, owner.id, now);
      // The app signs in with the new password next.
      for (const typed of [owner.name, owner.mail])
        await welcome(trx, throttleKeys(owner.id, address, typed), now);
      await queueMail(trx, changedNotice(owner), now);
      afterCommit(outbox.wake);
      return owner;
    });
    if (!account) throw invalidCode();
    return { status: 'ok', username: account.name };
  });

  const changedNotice = (owner: { name: string; mail: string }) => ({
    kind: 'notice' as const,
    recipient: owner.mail,
    subject: resetTexts.changedSubject(config.brand.name),
    text: resetTexts.changed(owner.name, config.brand.name),
  });

  return {
    'salestool_otp.generate_otp': generate,
    'salestool_otp.validate_otp': validate,
    'salestool_otp.apply_otp': apply,
  };
}
