import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { texts } from '../../texts.ts';
import { sectionName } from '../state/add-medias.ts';

export const sectionTitle = (section: PackElement): string => sectionName(section) || texts.builder.unknown;

/** By what a section is known on the page, to those who hear it and to a hand that carries something over it. */
export const sectionAttributes = (section: PackElement, position: number) => ({
  'aria-label': sectionTitle(section),
  'data-section': section.id,
  'data-position': position,
  ...(section.type === 'medias' && { 'data-takes-files': '', 'data-files': section.data.medias.length }),
});
