import * as z from 'zod/mini';
import type { MessageForm } from '#services.ts';
import { texts } from '../texts.ts';

const { send } = texts;

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
});

/** The form for the next recipient: what was about the last one is gone, the words stay (PSEND-17). */
export const forNextRecipient = (form: MessageForm): MessageForm => ({
  ...form,
  firstName: '',
  lastName: '',
  email: '',
  company: '',
  contactPermission: false,
  memo: '',
});

const isAddress = (text: string) => z.email().safeParse(text.trim()).success;

const missing = (label: string, value: string) => (value.trim() === '' ? send.required(label) : null);

type Errors = Partial<Record<keyof MessageForm, string>>;

/** What is wrong with a form, by field, in the order of the form (PSEND-06, PSEND-07). */
export function messageErrors(form: MessageForm): Errors {
  const found = {
    firstName: missing(send.firstName, form.firstName),
    lastName: missing(send.lastName, form.lastName),
    email: missing(send.email, form.email) ?? (isAddress(form.email) ? null : send.emailInvalid),
    company: missing(send.company, form.company),
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null)) as Errors;
}

/** The form as it is recorded: no blanks around what was typed, and a subject in any case. */
export const recordable = (form: MessageForm, packTitle: string): MessageForm => ({
  ...form,
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  email: form.email.trim(),
  company: form.company.trim(),
  subject: form.subject.trim() || packTitle,
});

export const recipientName = ({ firstName, lastName }: Pick<MessageForm, 'firstName' | 'lastName'>) =>
  [firstName, lastName]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
