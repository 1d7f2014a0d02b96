import type { PasswordReset } from '#services.ts';
import { filled, isNotValid, longEnough } from '#ui/field-rules.ts';
import { isMailAddress } from '#ui/mail-address.ts';
import { texts } from './texts.ts';

/** What is typed on the way to another password. */
export interface ResetForm {
  mail: string;
  code: string;
  password: string;
  confirmation: string;
}

/** The address, the code, the new password, and that it is done (AUTH-29). */
export type ResetStep = 1 | 2 | 3 | 4;

const { reset } = texts;

type Errors = Partial<Record<keyof ResetForm, string>>;

const found = (errors: { [Field in keyof ResetForm]?: string | null }): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== null)) as Errors;

/**
 * What is wrong with the fields of a step (AUTH-33 to AUTH-35).
 * @param least characters of a password
 */
export function resetErrors(step: number, form: ResetForm, least: number): Errors {
  switch (step) {
    case 1:
      return found({
        mail:
          filled(reset.mail)(form.mail) ??
          (isMailAddress(form.mail) ? null : isNotValid(reset.mail, reset.mailKind)),
      });
    case 2:
      return found({ code: filled(reset.code)(form.code) });
    default:
      return found({
        password: form.password === '' ? reset.passwordMissing : longEnough(least)(form.password),
        confirmation: form.confirmation === form.password ? null : reset.mismatch,
      });
  }
}

/**
 * Takes a step at the host; the last one resolves with the name to sign in with.
 * @throws Error 'Invalid reset step' (AUTH-37), or with the host's words (AUTH-36)
 */
export async function takeResetStep(
  step: number,
  { mail, code, password }: ResetForm,
  host: PasswordReset,
): Promise<string | null> {
  const given = { mail: mail.trim(), code: code.trim(), password };
  switch (step) {
    case 1:
      await host.sendCode(given.mail);
      return null;
    case 2:
      await host.checkCode(given.mail, given.code);
      return null;
    case 3:
      return host.setPassword(given);
    default:
      throw new Error(reset.invalidStep);
  }
}
