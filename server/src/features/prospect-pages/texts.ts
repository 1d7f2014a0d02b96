import { prospectWords } from '@satchel/core/pack-page/prospect-words.ts';

export const prospectTexts = {
  notReadyTitle: 'This page is not ready yet',
  notReady: [
    'The sender may still be on the way to a place with a connection. Try again in a little while.',
    'If it still does not open, the address may have been cut when it was copied, or the page was taken back. The person who gave it to you can send you a new one.',
  ],
  lockedTitle: 'This page has a password',
  locked: 'The person who sent you the link can tell you the password.',
  password: 'Password',
  unlock: 'Open',
  wrongPassword: 'That is not the password of this page. Try again.',
  tooManyTries: 'That was too often. Try again later.',
  somebody: 'Somebody',
  openedSubject: (who: string, subject: string) => `${who} has opened “${subject}”`,
  openedMail: (who: string, subject: string, app: string) =>
    `${who} has opened your pack “${subject}” for the first time.\n\nHow often it was opened, and when, is in the app: ${app}\n\nYou get this mail because you asked for it in the settings. It is sent once for each message.`,
  ...prospectWords,
  erased: 'Erased',
  erasedUnsent: 'Erased before it was mailed.',
};
