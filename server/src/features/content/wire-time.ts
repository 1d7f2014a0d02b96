const rfc3339 = /^(\d{4}-\d{2}-\d{2})[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:?\d{2})$/;
const unixSeconds = /^-?\d{1,11}$/;

/** How a time stands in an answer: RFC 3339 in UTC, whole seconds. */
export const wireTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}+00:00`;

/** Milliseconds of a time as callers write it, RFC 3339 or UNIX seconds; undefined for anything else. */
export function parseTime(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  if (unixSeconds.test(text)) return Number(text) * 1000;
  const day = rfc3339.exec(text)?.[1];
  // The 30th of February would become a day in March.
  if (!day || !new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
