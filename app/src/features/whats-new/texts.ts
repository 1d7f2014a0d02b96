interface Release {
  version: string;
  date: string | null;
  changes: readonly string[];
}

/** Words of the release notes, newest first (NAV-36, NAV-37). */
export const texts = { title: "What's new", version: (version: string) => `Version ${version}` } as const;

export const releases: readonly Release[] = [
  {
    version: '1.7.0',
    date: 'May 2022',
    changes: [
      'Sandbox channels: practise in a live learning channel without reaching anybody.',
      'Help links and contextual help: the question mark in the header knows where you are.',
      'Tours show the way round a page the first time you open it.',
    ],
  },
  { version: '1.6', date: null, changes: ['Packs are built section by section.'] },
  { version: '1.5', date: null, changes: ['A link with a code makes a pack available without an e-mail.'] },
  { version: '1.4', date: null, changes: ['Experiences run inside the app.'] },
  { version: '1.3', date: null, changes: ['Files can be kept on the device for offline use.'] },
];
