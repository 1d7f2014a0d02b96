export type TourName = 'home' | 'documents';

export interface TourStep {
  /** Value of `data-tour` at the element; where several carry it, the visible one is meant. */
  target: string;
  title: string;
  text: string;
}

/** What the tours point at, one short sentence each (HOME-10, TOUR-03). */
export const tourSteps: Record<TourName, readonly TourStep[]> = {
  home: [
    {
      target: 'resources',
      title: 'Resources',
      text: 'Documents, pictures and films of this channel, in bundles.',
    },
    { target: 'apps', title: 'Apps', text: 'Small tools to show and to work with at a prospect.' },
    { target: 'packs', title: 'Packs', text: 'What you put together and send to a prospect.' },
    {
      target: 'connection',
      title: 'Connection',
      text: 'Whether the server is in reach, and how much still waits to go out.',
    },
    {
      target: 'refresh',
      title: 'Refresh',
      text: 'Asks the server for the newest content of the page you are on.',
    },
    {
      target: 'profile',
      title: 'You',
      text: 'Your account, your profile, settings, help and the way out.',
    },
  ],
  documents: [
    { target: 'display', title: 'Table or grid', text: 'Choose how the files of this bundle are shown.' },
    { target: 'search', title: 'Search', text: 'Finds files by their name and description as you type.' },
    { target: 'columns', title: 'Columns', text: 'Choose what the table tells about each file.' },
    { target: 'file', title: 'A file', text: 'Opens at a tap; pictures and films in the viewer.' },
  ],
};

export const tourTexts = {
  next: 'Next',
  back: 'Back',
  done: 'Done',
  close: 'Close the tour',
  progress: '{{current}} of {{total}}',
} as const;
