export const prospectTexts = {
  notReadyTitle: 'This page is not ready yet',
  notReady: [
    'The sender may still be on the way to a place with a connection. Please try again in a little while.',
    'If it still does not open, the address may have been cut when it was copied, or the page was taken back. The person who gave it to you can send you a new one.',
  ],
  withdrawn: 'This is no longer available. Ask the sender for the current version.',
};
