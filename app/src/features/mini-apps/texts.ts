/** Words of the mini-app pages; those of the specification to the letter. */
export const texts = {
  experiences: 'Experiences',
  empty: 'There are no experiences currently available in this channel',
  failed: (error: string) => `Unable to load bundle: ${error}`,
  tryAgain: 'Try again',
  launch: 'Launch',
  relaunch: 'Relaunch',
  launchNamed: (act: string, title: string) => `${act} ${title}`,
  fullscreen: 'Full screen',
  leaveFullscreen: 'Leave full screen',
  starting: 'Starting',
  noAddress: 'This experience has no address.',
  needsConnection: 'This experience needs a connection.',
  didNotStart: (name: string) => `The file ${name} of this experience did not start.`,
} as const;
