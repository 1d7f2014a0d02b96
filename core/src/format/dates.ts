/** A moment: a date, milliseconds since 1970, or text as in JSON:API (RFC 3339). */
export type Moment = Date | number | string | null | undefined;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const twoDigits = (value: number) => String(value % 100).padStart(2, '0');

// As `Intl` writes American English, in the device's own zone. A tablet takes 10 ms to make its formats, just when its
// first screen is drawn.
const veryShort = (date: Date) => `${date.getMonth() + 1}/${date.getDate()}/${twoDigits(date.getFullYear())}`;
const short = (date: Date) => `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
const time = (date: Date) =>
  `${date.getHours() % 12 || 12}:${twoDigits(date.getMinutes())} ${date.getHours() < 12 ? 'AM' : 'PM'}`;

const formatBy = (format: (date: Date) => string) => (moment: Moment) => {
  const date = new Date(moment ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? '–' : format(date);
};

/** '5/4/22' (HTML-10). What is no date is an en dash, here and below. */
export const formatVeryShortDate = formatBy(veryShort);
/** 'May 4, 2022' */
export const formatShortDate = formatBy(short);
/** 'May 4, 2022' */
export const formatDate = formatBy(short);
/** 'May 4, 2022, 3:05 PM' */
export const formatLongDate = formatBy((date) => `${short(date)}, ${time(date)}`);
/** '3:05 PM' */
export const formatTime = formatBy(time);
