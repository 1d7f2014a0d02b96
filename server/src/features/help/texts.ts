export const helpTexts = {
  title: 'Help',
  all: 'All help pages',
  missingTitle: 'There is no such help page',
  missing: 'It may have been renamed or removed.',
};
