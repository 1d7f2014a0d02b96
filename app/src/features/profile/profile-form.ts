import type { SignatureFields, SignedInUser } from '#services.ts';
import type { SignatureRecord } from '#storage/records.ts';
import { filled, isRequired } from '#ui/field-rules.ts';
import { isMailAddress } from '#ui/mail-address.ts';
import { texts } from './texts.ts';

export const fieldNames = ['title', 'job_title', 'email', 'telephone', 'telephone2'] as const;

/** The person's own signature; without one their name and address (PROF-23). */
export const fieldsOf = (signature: SignatureRecord | null, user: SignedInUser): SignatureFields => ({
  title: signature ? (signature.title ?? '') : user.name,
  job_title: signature?.job_title ?? '',
  email: signature ? (signature.email ?? '') : user.mail,
  telephone: signature?.telephone ?? '',
  telephone2: signature?.telephone2 ?? '',
});

/** PROF-05 to PROF-08: an address that is none is told in the same words as a missing one. */
export const profileRules = {
  title: filled(texts.fields.title),
  email: (value: string) => (isMailAddress(value) ? null : isRequired(texts.fields.email)),
};

export const saysTheSame = (one: SignatureFields, other: SignatureFields) =>
  fieldNames.every((name) => one[name] === other[name]);

/** The fields that say something else than before. */
export const typedSince = (before: SignatureFields, now: SignatureFields): Partial<SignatureFields> =>
  Object.fromEntries(
    fieldNames.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]),
  );

export const trimmed = (fields: SignatureFields): SignatureFields => ({
  title: fields.title.trim(),
  job_title: fields.job_title.trim(),
  email: fields.email.trim(),
  telephone: fields.telephone.trim(),
  telephone2: fields.telephone2.trim(),
});
