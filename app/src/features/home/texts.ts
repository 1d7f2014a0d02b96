import { fileCount } from '@satchel/core/format/counts.ts';

const many = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;

/** Words of home and the channel picker; those of the specification to the letter. */
export const texts = {
  noLocalData: 'No local data found, and unable to contact server. Redirecting to login...',
  loading: 'Loading',
  help: {
    invitation: 'New to Satchel? The online help shows the whole journey in ten minutes.',
    open: 'Open help',
    dismiss: 'Dismiss',
  },
  sandboxName: 'live learning channel',
  sandboxWarning:
    'This is a live learning channel. Packs are sent only to you, and activity is not recorded outside it.',
  lastDownloaded: (date: string) => `Last downloaded ${date}`,
  refresh: 'Refresh',
  logInToDownload: 'Log in to download',
  news: 'News',
  tiles: { resources: 'Resources', apps: 'Apps', packs: 'Packs' },
  counts: {
    resources: (bundles: number, files: number | null) =>
      many(bundles, 'bundle', 'bundles') + (files === null ? '' : `, ${fileCount(files)}`),
    apps: (apps: number) => many(apps, 'experience', 'experiences'),
    packs: (packs: number) => many(packs, 'pack', 'packs'),
    unknown: 'Not downloaded yet',
  },
  empty: {
    resources: 'There is no content currently available in this channel',
    apps: 'There are no experiences currently available in this channel',
  },
  picker: {
    title: 'Channel',
    refresh: 'Refresh the list of available channels',
    failed: 'There was an error retrieving channels',
    otherUser: 'Log in as a different user',
    none: 'You do not appear to be assigned to any channels',
    noneHint: 'Please ask your team leader to assign you to one.',
    choose: (title: string) => `Choose ${title}`,
  },
} as const;
