/** Words of the search. */
export const texts = {
  title: 'Search this channel',
  placeholder: 'Titles, descriptions, keywords',
  results: 'Results',
  hint: 'Searches everything of this channel that is on this device, with or without a signal.',
  preparing: 'Preparing the search',
  nothing: (words: string) => `Nothing here matches “${words}”`,
  nothingHint: 'Try fewer or shorter words.',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  failed: (reason: string) => `The search does not work on this device: ${reason}`,
  close: 'Close',
  kinds: { bundle: 'Resources', app: 'Apps' },
  inBundle: (title: string) => `in ${title}`,
  resourceView: (name: string) => `Resource view: ${name}`,
} as const;
