import type { StoredValue } from '#features/content/record-store.ts';
import { hashPassword, isPasswordOf } from '#features/sign-in/account-store.ts';
import { unprocessable } from '#http/errors.ts';
import { packTexts } from './texts.ts';

type Columns = Record<string, StoredValue>;

/**
 * Hashes a link's password as accounts' are; an empty one takes the password away. The one that the link has already is left
 * out: clients send it with every change, and a new hash would close the link for who is inside.
 * @param present the hash of the link as it is, when there is one
 */
export async function withHashedPassword(columns: Columns, present: string | null): Promise<Columns> {
  const { link_password: password, ...others } = columns;
  if (password === undefined) return columns;
  if (!password) return { ...others, link_password: null };
  if (present !== null && (await isPasswordOf({ password_hash: present }, String(password)))) return others;
  return { ...others, link_password: await hashPassword(String(password)) };
}

/** The columns as they are stored: when a link was taken back. Throws 422 for a limit that lets nobody in. */
export function withLinkControl(columns: Columns, wasRevoked: boolean, now: number): Columns {
  const { link_revoked: revoked, ...rest } = columns;
  const { link_max_views: views } = rest;
  if (typeof views === 'number' && (views < 1 || views > 1_000_000)) {
    throw unprocessable([{ detail: packTexts.wrongViews, pointer: '/data/attributes/link_max_views' }]);
  }
  const isSaidAgain = revoked === undefined || (revoked === 1 && wasRevoked);
  return isSaidAgain ? rest : { ...rest, link_revoked: revoked === 1 ? now : null };
}
