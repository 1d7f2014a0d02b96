import type { LinkControl } from '#services.ts';
import { texts } from '../../texts.ts';

/** A day as the date field has it, in the device's own time zone; its end is when a link runs out. */
export const dayOf = (ms: number | null) => {
  if (ms === null) return '';
  const date = new Date(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  // While a year is typed it is 2, then 20: the field takes four digits, and loses what it is given otherwise.
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** The last millisecond but for the seconds that travel: ms, or null for what is no day. */
export function endOfDay(text: string): number | null {
  // Of words, since years below 100 given as numbers are those of 1900.
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T23:59:59`).getTime() : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

/**
 * What is wrong with the day until which a link is valid: one that has passed would make a link that never works.
 * @param now ms
 */
export const dayError = ({ expires }: Pick<LinkControl, 'expires'>, now: number): string | null =>
  expires !== null && expires <= now ? texts.control.expired : null;
