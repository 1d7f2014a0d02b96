import { resourceTypes } from '@satchel/core/contract/resource-types.ts';
import type { LinkControl, MessageForm } from '#services.ts';
import { isMailAddress } from '#ui/mail-address.ts';
import { texts } from '../texts.ts';
import { dayError } from './link/link-day.ts';
import {
  emptyRecipient,
  isBlank,
  type RecipientFields,
  recipientsOf,
  type SendValues,
} from './recipients/recipients.ts';

const { send } = texts;

/** A link that works for ever, for everybody who has it. */
export const openLink: LinkControl = { expires: null, maxVisits: null, password: '', download: true };

/** Characters of HTML; the host refuses more. */
export const longestMessage = resourceTypes['salestool--message'].attributes.message.maxLength;

/** Names the day until which the link is valid among the fields of the form. */
export const expiresPath = 'link.expires';

/** What a new message starts with (PSEND-03, PSEND-05). */
export const emptyMessage = (packTitle: string, hasOwnSignature: boolean): MessageForm => ({
  firstName: '',
  lastName: '',
  email: '',
  company: '',
  subject: packTitle,
  messageHtml: '',
  contactPermission: false,
  memo: '',
  signature: hasOwnSignature ? 'mine' : 'default',
  link: openLink,
});

/** What was typed and chosen at an earlier visit; a signature that nobody chose is that of now. */
export const restored = (stored: SendValues, { signature }: Pick<SendValues, 'signature'>): SendValues => {
  const { isSignatureGiven, ...values } = stored;
  return isSignatureGiven ? { ...values, signature } : values;
};

/**
 * The form for the next recipients: what was about the last ones is gone, the words stay (PSEND-17). So do the limits of the
 * link, but not its password: two prospects who have the same one were never meant to.
 */
export const forNextRecipient = (form: SendValues): SendValues => ({
  ...form,
  ...emptyRecipient(),
  others: [],
  contactPermission: false,
  memo: '',
  ...(form.link && { link: { ...form.link, password: '' } }),
});

/** To whom it goes, of what the form holds. */
export const namedRecipients = (values: SendValues) =>
  recipientsOf(values).filter((recipient) => !isBlank(recipient));

/** The signature that a form begins with, whatever is typed besides. */
export const firstSignature = (stored: SendValues | null, hasOwnSignature: boolean) => {
  const fresh = emptyMessage('', hasOwnSignature);
  return (stored ? restored(stored, fresh) : fresh).signature;
};

/** What somebody may have typed or chosen, to be compared. A signature comes by itself, too. */
const work = (values: SendValues) =>
  JSON.stringify([
    namedRecipients(values).map(({ id: _id, ...recipient }) => recipient),
    [values.subject, values.messageHtml, values.memo, values.contactPermission],
    Object.entries(values.link ?? openLink).sort(),
  ]);

/** @param before the form as nobody has typed in it yet */
export const hasWork = (values: SendValues, before: SendValues) => work(values) !== work(before);

const missing = (label: string, value: string) => (value.trim() === '' ? send.required(label) : null);

/** What is wrong with one recipient, by field, in the order of the form (PSEND-06, PSEND-07). */
function recipientErrors(recipient: RecipientFields): Partial<Record<keyof RecipientFields, string>> {
  const found = {
    firstName: missing(send.firstName, recipient.firstName),
    lastName: missing(send.lastName, recipient.lastName),
    email:
      missing(send.email, recipient.email) ?? (isMailAddress(recipient.email) ? null : send.emailInvalid),
    company: missing(send.company, recipient.company),
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null));
}

/** The same of every recipient; fields of the others are named 'others.0.email'. An address is sent to once. */
function recipientsErrors(values: SendValues): Record<string, string> {
  const addresses = new Set<string>();
  return Object.fromEntries(
    recipientsOf(values).flatMap((recipient, index) => {
      const address = recipient.email.trim().toLowerCase();
      const isTwice = addresses.has(address);
      addresses.add(address);
      const errors = { ...(isTwice && address && { email: send.emailTwice }), ...recipientErrors(recipient) };
      const prefix = index === 0 ? '' : `others.${index - 1}.`;
      return Object.entries(errors).map(([field, error]) => [`${prefix}${field}`, error] as const);
    }),
  );
}

/**
 * What keeps a message back, by field, in the order of the form (PSEND-08).
 * @param now ms
 */
export function sendErrors(values: SendValues, now: number): Record<string, string> {
  const expired = dayError(values.link ?? openLink, now);
  const isTooLong = values.messageHtml.length > longestMessage;
  return {
    ...recipientsErrors(values),
    ...(isTooLong && { messageHtml: send.messageTooLong }),
    ...(expired !== null && { [expiresPath]: expired }),
  };
}

const trimmed = <Fields extends RecipientFields>(recipient: Fields): Fields => ({
  ...recipient,
  firstName: recipient.firstName.trim(),
  lastName: recipient.lastName.trim(),
  email: recipient.email.trim(),
  company: recipient.company.trim(),
});

/** The form as it is recorded: no blanks around what was typed, and a subject in any case. */
export const recordable = (form: SendValues, packTitle: string): SendValues => ({
  ...trimmed(form),
  others: form.others.map(trimmed),
  subject: form.subject.trim() || packTitle,
});

export const recipientName = ({ firstName, lastName }: Pick<MessageForm, 'firstName' | 'lastName'>) =>
  [firstName, lastName]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
