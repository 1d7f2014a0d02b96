/** The words of the product for any field (ERR-19). */
export const isRequired = (field: string) => `${field} is required`;
export const isNotValid = (field: string, kind: string) => `${field} is not a valid ${kind}`;

/** A rule of a form: something other than blanks has to be typed. */
export const filled = (field: string) => (value: string) => (value.trim() === '' ? isRequired(field) : null);

/** The same of a password, which may be of blanks alone. */
export const typed = (field: string) => (value: string) => (value === '' ? isRequired(field) : null);

const shortPassword = (least: number) => `Your password should be at least ${least} characters long`;

/** CONST-11: the host may ask for more characters than the product does. Counted as the host counts them. */
export const longEnough = (least: number) => (password: string) =>
  [...password].length < least ? shortPassword(least) : null;
