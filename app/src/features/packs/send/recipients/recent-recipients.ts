import { fold } from '@satchel/core/format/fold.ts';
import { useReducer } from 'react';
import { useServices, useWatched } from '#services.ts';
import type { RecipientFields } from './recipients.ts';

/** As many as anybody picks from by hand. */
const mostKept = 100;
const mostOffered = 5;

const addressOf = ({ email }: Pick<RecipientFields, 'email'>) => email.trim().toLowerCase();

const bare = ({ firstName, lastName, email, company }: RecipientFields): RecipientFields => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email.trim(),
  company: company.trim(),
});

/** With these in front; of one address the latest word holds. */
const withRecent = (kept: readonly RecipientFields[], used: readonly RecipientFields[]) => {
  const addresses = new Set(used.map(addressOf));
  return [...used.map(bare), ...kept.filter((each) => !addresses.has(addressOf(each)))].slice(0, mostKept);
};

/**
 * Those of whom any part begins with what was typed, the latest first; none before something is typed, and nobody who is
 * in the form already.
 */
export function matching(
  kept: readonly RecipientFields[],
  typed: string,
  inForm: readonly Pick<RecipientFields, 'email'>[],
): RecipientFields[] {
  const wanted = fold(typed.trim());
  if (wanted === '') return [];
  const taken = new Set(inForm.map(addressOf));
  const partsOf = ({ firstName, lastName, email, company }: RecipientFields) =>
    [firstName, lastName, `${firstName} ${lastName}`, email, ...company.split(/\s+/), company].map(fold);
  return kept
    .filter((each) => !taken.has(addressOf(each)))
    .filter((each) => partsOf(each).some((part) => part.startsWith(wanted)))
    .slice(0, mostOffered);
}

/** To whom the person who is signed in sent last, on this device alone. */
export function useRecentRecipients() {
  const { preferences, session } = useServices();
  const { user } = useWatched(session);
  const key = user && `recipients.${user.uuid}`;
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  /** Read anew each time: what another window has forgotten meanwhile does not come back. */
  const kept = (): readonly RecipientFields[] => (key ? preferences.read(key, []) : []);
  const keep = (next: readonly RecipientFields[]) => {
    if (key) preferences.write(key, next);
    redraw();
  };
  return {
    recent: kept(),
    remember: (used: readonly RecipientFields[]) => keep(withRecent(kept(), used)),
    forget: (one: RecipientFields) => keep(kept().filter((each) => addressOf(each) !== addressOf(one))),
  };
}

export type RecentRecipients = ReturnType<typeof useRecentRecipients>;
