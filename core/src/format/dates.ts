/** A moment: a date, milliseconds since 1970, or text as in JSON:API (RFC 3339). */
export type Moment = Date | number | string | null | undefined;

interface Options {
  /** IANA name; the device's own zone by default. */
  timeZone?: string;
}

const patterns = {
  veryShort: { dateStyle: 'short' },
  date: { dateStyle: 'medium' },
  long: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

// Making a format is slow, and tables show thousands of dates.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(pattern: keyof typeof patterns, timeZone: string | undefined) {
  const key = `${pattern} ${timeZone ?? ''}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { ...patterns[pattern], ...(timeZone && { timeZone }) });
  formats.set(key, made);
  return made;
}

const formatAs =
  (pattern: keyof typeof patterns) =>
  (moment: Moment, { timeZone }: Options = {}): string => {
    const date = new Date(moment ?? Number.NaN);
    if (Number.isNaN(date.getTime())) return '–';
    // Some browsers put a narrow no-break space before AM and PM.
    return formatOf(pattern, timeZone).format(date).replaceAll('\u202f', ' ');
  };

/** '5/4/22' (HTML-10). What is no date is an en dash, here and below. */
export const formatVeryShortDate = formatAs('veryShort');
/** 'May 4, 2022' */
export const formatShortDate = formatAs('date');
/** 'May 4, 2022' */
export const formatDate = formatAs('date');
/** 'May 4, 2022, 3:05 PM' */
export const formatLongDate = formatAs('long');
/** '3:05 PM' */
export const formatTime = formatAs('time');
