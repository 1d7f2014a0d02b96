/** Words of the help page; those of the specification to the letter. */
export const texts = {
  title: 'Help',
  resources: 'Help resources',
  resourcesHint: 'Opens in a window of its own and needs a connection.',
  online: 'Online help',
  guides: 'Guides',
  guidesHint: 'Written for the pages of this app.',
  report: 'Report a problem',
  reportHint: 'Tell the people who look after the app what went wrong.',
  reportLink: 'Describe the problem',
} as const;
