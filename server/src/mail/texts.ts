/** What prospects and reps read in mails, and what a message says about its delivery. */
export const mailTexts = {
  openPack: 'Open the pack',
  openPackIntro: (title: string) => `${title} is ready for you:`,
  orCopy: 'Or copy this address into your browser:',
  sandbox: (recipient: string) =>
    `This pack was sent from a live learning channel. It would have gone to ${recipient} and came only to you.`,
  sentBy: (brand: string) => `Sent with ${brand}. Reply to this mail to reach the sender.`,
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
  addressRefused: (reason: string) => `The address was refused: ${reason || 'no reason was given.'}`,
  cameBack: (reason: string) => `The mail came back: ${reason || 'no reason was given.'}`,
  unreadable: 'The mail could not be put together.',
};
