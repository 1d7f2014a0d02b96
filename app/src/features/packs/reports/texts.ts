/** Of recipients and of files (PRPT-05). */
const neverSent = 'You do not appear to have sent this pack to any prospects.';

/** What the reports say. Where the specification gives a text, it stands here to the letter. */
export const texts = {
  title: 'Reports',
  tabs: { recipients: 'Recipients', media: 'Files', visits: 'Visits' },
  allPacks: 'All my packs',
  empty: {
    recipients: neverSent,
    media: neverSent,
    visits: 'Nobody has opened this pack yet.',
    packs: 'You have not sent any packs yet.',
  },
  toPacks: 'All packs',
  toDetails: 'Pack details',
  csv: 'Save as CSV',
  failed: (reason: string) => `The report could not be fetched: ${reason}`,
  csvFailed: (reason: string) => `The file could not be made: ${reason}`,
  offline: 'Reports come from the server. They show again when you are online.',
  otherPages: 'Other pages come from the server. They show again when you are online.',
  again: 'Try again',
  signedOut: 'Log in to see reports.',
  login: 'Login',
  range: (from: number, to: number, total: number | null) =>
    total === null ? `${from} to ${to}` : `${from} to ${to} of ${total}`,
  noMore: 'There are no more rows.',
  previous: 'Previous page',
  next: 'Next page',
  showAll: 'Show all',
  showLess: 'Show less',
} as const;
