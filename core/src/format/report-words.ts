/** What the codes in a report's columns say to people, on the screen and in a file; nothing where there is nothing to say. */
export const reportWords = {
  kind: {
    mail: 'e-mail',
    link: 'link',
    prospect: 'opened',
    scanner: 'mail scanner, not counted',
    own: 'by you, not counted',
    download: 'file downloaded, not counted',
    unattended: 'no sign of a reader, not counted',
  },
  delivery: {
    none: '',
    queued: 'saved to server',
    sent: 'mailed',
    failed: 'mail failed',
    unknown: 'mail may have left',
  },
  device: { phone: 'phone', tablet: 'tablet', desktop: 'computer' },
} as const;

const words: Record<string, Readonly<Record<string, string>>> = reportWords;

/** A value of the column with that key, in words where it is a code that is known. */
export const inWords = (key: string, value: string): string => {
  const known = Object.hasOwn(words, key) ? words[key] : undefined;
  return known && Object.hasOwn(known, value) ? (known[value] ?? '') : value;
};
