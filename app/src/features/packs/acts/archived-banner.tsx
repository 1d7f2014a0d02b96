import type { PackRecord } from '#storage/records.ts';
import { Banner } from '#ui/banner.tsx';
import { texts } from '../texts.ts';
import { usePackPermissions } from './use-pack-permissions.ts';

/** Says of a pack that is reached by its address alone why there is so little to do with it (PLIST-07). */
export function ArchivedBanner({ pack }: { pack: PackRecord }) {
  const may = usePackPermissions(pack);
  if (pack.archived !== true) return null;
  return <Banner tone="neutral" text={may.clone ? texts.archived.cloneable : texts.archived.text} />;
}
