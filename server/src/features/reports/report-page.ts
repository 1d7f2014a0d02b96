import * as z from 'zod';
import { HttpError } from '#http/errors.ts';
import type { PageOfReport } from './report.ts';

// The specification's default and its cap (PRPT-04).
const defaultSize = 20;
export const largestSize = 1_000_000;

const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .pipe(z.number().max(largestSize));

const pageParameters = z.object({ 'page[number]': count.optional(), 'page[size]': count.optional() });

/** Which page of a report is asked for. Throws 400 naming the parameter. */
export function readPage(query: unknown, sizeUnlessTold = defaultSize): PageOfReport {
  const { data, error } = pageParameters.safeParse(query);
  if (!data) {
    const parameter = String(error.issues[0]?.path[0]);
    throw new HttpError(400, `${parameter} has to be a whole number from 0.`, { parameter });
  }
  return { number: data['page[number]'] ?? 0, size: data['page[size]'] ?? sizeUnlessTold };
}
