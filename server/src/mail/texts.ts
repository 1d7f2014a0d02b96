/** What prospects and reps read in mails, and what a message says about its delivery. */
export const mailTexts = {
  openPack: 'Open the pack',
  openPackIntro: (title: string) => `${title} is ready for you:`,
  /** Who it is from, in a list of mails: the rep, and in whose name the address stands. */
  senderVia: (sender: string, brand: string) => (brand === '' ? sender : `${sender} via ${brand}`),
  orCopy: 'Or copy this address into your browser:',
  sandbox: (recipient: string) =>
    `This pack was sent from a live learning channel. It would have gone to ${recipient} and came only to you.`,
  sentBy: (brand: string) => `Sent with ${brand}. Reply to this mail to reach the sender.`,
  codeSubject: (brand: string) => `Your code for a new password at ${brand}`,
  code: (code: string, brand: string) =>
    `Somebody, most likely you, asked for a new password at ${brand}. This code is good for one, within 10 minutes:\n\n` +
    `${code}\n\n` +
    'A code that was sent earlier does not work any more. Nobody from us will ever ask you for it. ' +
    'If you did not ask for a code, you need not do anything: your password stays as it is.',
};

export const deliveryTexts = {
  sent: 'The mail server has accepted the mail.',
  written: 'The mail was written to a file, because this host has no mail server.',
  retrying: (reason: string) => `Not sent yet, it will be tried again. ${reason}`,
  gaveUp: (reason: string) => `Given up after three days. ${reason}`,
  refused: (reason: string) => `The mail server refused the mail. ${reason}`,
  unknown:
    'The mail was given to the mail server, but its answer was lost. It may have arrived. ' +
    'It is not sent again by itself: ask the recipient, or send the pack again.',
  restored:
    'The mail was waiting when the backup was made from which this host was restored. It may have arrived. ' +
    'It is not sent again by itself: ask the recipient, or send the pack again.',
  unreachable: 'The mail server cannot be reached.',
  notNoted: 'The host could not note down that it leaves.',
  linkTakenBack: 'Its link is taken back.',
  linkEnded: 'The mail was not sent: its link had ended before the mail could leave. Send the pack again.',
  addressRefused: (reason: string) => `The address was refused: ${reason || 'no reason was given.'}`,
  cameBack: (reason: string) => `The mail came back: ${reason || 'no reason was given.'}`,
  expired: 'The mail was not sent in time.',
  unreadable: 'The mail could not be put together.',
};
