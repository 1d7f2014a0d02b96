import { newId } from '@satchel/core/pack/new-id.ts';
import type { MessageForm } from '#services.ts';

/** Who a message goes to. */
export type RecipientFields = Pick<MessageForm, 'firstName' | 'lastName' | 'email' | 'company'>;

/** One of several recipients; the id becomes that of the message, so that nothing is recorded twice. */
export interface Recipient extends RecipientFields {
  id: string;
}

/** The form: one message, written to one recipient and as many others as were added. */
export interface SendValues extends MessageForm {
  /** Id of the message to the first recipient. */
  id: string;
  others: Recipient[];
  /** Of a draft: nobody had chosen the signature, which may be another one by the next visit. */
  isSignatureGiven?: boolean | undefined;
}

/** More would be a mailing, which this is not. */
export const mostRecipients = 50;

export const emptyRecipient = (): Recipient => ({
  id: newId(),
  firstName: '',
  lastName: '',
  email: '',
  company: '',
});

const recipientOf = ({ id, firstName, lastName, email, company }: Recipient): Recipient => ({
  ...{ id, firstName, lastName, email, company },
});

export const isBlank = ({ firstName, lastName, email, company }: RecipientFields) =>
  [firstName, lastName, email, company].every((value) => value.trim() === '');

/** All recipients of a form, the first one first. */
export const recipientsOf = (values: SendValues): Recipient[] => [recipientOf(values), ...values.others];

/** The form with these recipients; without any it has an empty one. */
export function withRecipients<Values extends SendValues>(
  values: Values,
  recipients: readonly Recipient[],
): Values {
  const [first = emptyRecipient(), ...others] = recipients;
  return { ...values, ...recipientOf(first), others };
}

/** One message for each recipient. */
export function messagesOf(
  { others: _others, id: _id, isSignatureGiven: _given, ...form }: SendValues,
  recipients: readonly Recipient[],
) {
  return recipients.map(({ id, ...recipient }) => ({
    id,
    form: { ...form, ...recipient } satisfies MessageForm,
  }));
}

interface Sorted {
  /** Each address once, with a name where one of them has it. */
  fresh: RecipientFields[];
  /** Addresses that were there already. */
  present: string[];
  /** Addresses that were added more than once, each as often as it was too many. */
  repeated: string[];
}

const addressOf = ({ email }: RecipientFields) => email.trim().toLowerCase();
const isNamed = ({ firstName, lastName }: RecipientFields) => `${firstName}${lastName}`.trim() !== '';

/** What of it would be new beside those that are there. */
export function sortAdded(present: readonly RecipientFields[], added: readonly RecipientFields[]): Sorted {
  const known = new Set(present.map(addressOf));
  const sorted: Sorted = { fresh: [], present: [], repeated: [] };
  /** Where each address stands among the fresh ones. */
  const places = new Map<string, number>();
  for (const recipient of added) {
    const address = addressOf(recipient);
    const place = address === '' ? undefined : places.get(address);
    const other = place === undefined ? undefined : sorted.fresh[place];
    if (address !== '' && known.has(address)) sorted.present.push(recipient.email);
    else if (place === undefined || !other) {
      places.set(address, sorted.fresh.length);
      sorted.fresh.push(recipient);
    } else {
      sorted.repeated.push(recipient.email);
      if (!isNamed(other)) sorted.fresh[place] = { ...recipient, email: other.email };
    }
  }
  return sorted;
}

/** Whether all of it can be added: nobody of a list that is pasted is left out without a word. */
export function hasRoomFor(present: readonly Recipient[], added: readonly RecipientFields[]): boolean {
  const known = present.filter((recipient) => !isBlank(recipient));
  return known.length + sortAdded(known, added).fresh.length <= mostRecipients;
}

/**
 * Adds recipients behind those that are there. Blank rows are filled first, an address that is there is not added
 * again, and what would be more than `mostRecipients` is left out.
 */
export function addRecipients(present: readonly Recipient[], added: readonly RecipientFields[]): Recipient[] {
  const known = present.filter((recipient) => !isBlank(recipient));
  const { fresh } = sortAdded(known, added);
  return [...known, ...fresh.map((recipient) => ({ ...recipient, id: newId() }))].slice(0, mostRecipients);
}
