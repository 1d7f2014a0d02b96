const minutes = (seconds: number) => {
  const whole = Math.ceil(seconds / 60);
  return whole === 1 ? '1 minute' : `${whole} minutes`;
};

export const resetTexts = {
  invalidCode: { message: 'Invalid code', data: 'The code is wrong or has expired.' },
  invalidPassword: 'Invalid password',
  shortPassword: (least: number) => `The password should be at least ${least} characters long.`,
  longPassword: (most: number) => `The password should be at most ${most} characters long.`,
  tooMany: 'Too many requests',
  tooManyCodes: (seconds: number) =>
    `Too many codes were asked for. The newest one that was sent may still work; another one is sent in ${minutes(seconds)} at the earliest.`,
  tooManyCalls: (seconds: number) => `Too many tries. Try again in ${minutes(seconds)}.`,
  changedSubject: (brand: string) => `Your password at ${brand} was changed`,
  changed: (name: string, brand: string) =>
    `The password of ${name} at ${brand} has just been set anew with a code that was sent to this address. ` +
    'All devices that were signed in have been signed out.\n\n' +
    'If that was not you, somebody else can read your mail: see to that first, then ask for a code yourself and set ' +
    'another password.',
};
