import * as z from 'zod';

const milliseconds = z.number().min(0).max(1e12).transform(Math.floor);
const byNumber = z.record(z.string().regex(/^\d{1,4}$/), milliseconds);
const mediaId = z.string().max(64);

/** What a page says of its visit: all times are sums since it was opened (content-host contract, section 5). */
export const report = z.object({
  session: z.string().max(300),
  /** Whether somebody touched, moved or typed, or kept the page before them (decision 011). */
  attended: z.boolean().default(false),
  totals: z.object({
    visible_ms: milliseconds,
    /** By media id: what was opened, and for how long it was looked at. */
    medias: z.record(mediaId, milliseconds).default({}),
    /** By the section's place in the pack, from 0. */
    sections: byNumber.default({}),
    /** By media id and page, from 1. */
    pages: z.record(mediaId, byNumber).default({}),
  }),
});

export type Totals = z.infer<typeof report>['totals'];

/** Many documents with many pages; more than any reader gets to. */
export const reportLimitBytes = 64 * 1024;

/** Rows that one visit may leave behind, whatever its page says. */
export const mostPartsOfVisit = 1000;

/** Far more than a pack that many people got by one link has readers in a day. */
export const mostVisitsOfDay = 1000;

const sizeOf = (record: object) => Object.keys(record).length;

/** How many rows a report becomes at most. */
export function rowsOf({ medias, sections, pages }: Totals) {
  const parts = Object.values(pages).reduce((sum, read) => sum + sizeOf(read), sizeOf(sections));
  return 1 + sizeOf(medias) + Math.min(parts, mostPartsOfVisit);
}
