import { defaultSectionTitle } from '@satchel/core/pack/pack-data.ts';
import { recallPackData } from '@satchel/core/pack/recalled-pack-data.ts';
import type { PackRecord } from '#storage/records.ts';

/** How many sections show prospects the title that they had before anybody gave them one. */
export function untitledSections({ pack_data }: PackRecord): number {
  const read = recallPackData(pack_data);
  const sections = read.ok ? read.pack.elements : [];
  return sections.filter(
    (section) => section.type !== 'unknown' && section.showTitle && section.title === defaultSectionTitle,
  ).length;
}
