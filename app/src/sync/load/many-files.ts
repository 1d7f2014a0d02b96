import type { Database } from '#storage/database.ts';

/** Of the marks in which the files of channels are counted. */
export const startOfCounts = 'files-of:';

/** More, and going through them would hold up the page. */
const fewFiles = 300;

/** Whether the channels on this device have many files, as they were counted last; so many may be there when nobody counted. */
export async function hasManyFiles({ marks }: Pick<Database, 'marks'>): Promise<boolean> {
  const counts = await marks.where('id').startsWith(startOfCounts).toArray();
  const files = counts.reduce((sum, { value }) => sum + (typeof value === 'number' ? value : 0), 0);
  return counts.length === 0 || files > fewFiles;
}
