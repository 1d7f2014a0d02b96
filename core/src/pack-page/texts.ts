/** What the pack page says in its own words. */
export const texts = {
  preparedFor: 'Prepared for',
  for: 'For',
  view: 'View',
  contact: 'Contact',
  call: 'Call',
  mail: 'Write to',
  office: 'Office',
  terms: 'Terms',
  privacy: 'Privacy',
  later: 'This long text is being read in…',
  unknownSection: (type: string) => `The section type '${type}' is unknown and can not be shown`,
};
