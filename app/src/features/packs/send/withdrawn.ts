import type { MediaView } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { packMedias } from '../pack-medias.ts';

export interface Withdrawn {
  id: string;
  /** As the pack calls it. */
  name: string;
}

/** Files a pack names that are not on this device any more: the host refuses a message with what was withdrawn. */
export const withdrawnFrom = (
  pack: Pick<PackRecord, 'pack_data'>,
  medias: ReadonlyMap<string, MediaView>,
): Withdrawn[] => packMedias(pack).flatMap(({ id, name }) => (medias.has(id) ? [] : [{ id, name }]));
