export const signInTexts = {
  // Known by heart by other clients of hosts like this one: not to be polished.
  needsPassword: "pass: Your current password is missing or incorrect; it's required to change the Password.",
  mailNeedsPassword:
    "mail: Your current password is missing or incorrect; it's required to change the Email.",
  shortPassword: (least: number) => `pass: Your password should be at least ${least} characters long.`,
  longPassword: (most: number) => `pass: Your password should be at most ${most} characters long.`,
  tooManyTries: 'Too many wrong passwords. Try again later.',
  noMailAddress: 'mail: This is not a valid e-mail address.',
  mailTaken: (mail: string) => `mail: The email address ${mail} is already taken.`,
  noTimeZone: 'timezone: This is not the name of a time zone, such as Europe/Oslo.',
  noLanguage: 'preferred_langcode: This is not the code of a language, such as en or pt-br.',
};
