/** What a prospect's page says of itself, wherever it is shown. */
export const prospectWords = {
  privacy: (brand: string) =>
    `While this page is open it tells ${brand} for how long and which of its parts and files are looked at, so that your contact knows what matters to you. Nothing else is collected and nothing is stored on your device.`,
  withdrawn: 'This is no longer available. Ask the sender for the current version.',
};
