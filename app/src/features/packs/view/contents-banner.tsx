import { useMemo } from 'react';
import type { PackRecord } from '#storage/records.ts';
import { Banner } from '#ui/banner.tsx';
import { contentsProblem } from '../builder/state/pack-draft.ts';
import { texts } from '../texts.ts';
import { untitledSections } from './untitled-sections.ts';

/**
 * Says why nothing of a pack's contents is shown, so that nobody takes it for an empty one and sends it, and that sections
 * still wait for their titles.
 */
export function ContentsBanner({ pack }: { pack: PackRecord }) {
  const problem = contentsProblem(pack);
  const untitled = useMemo(() => untitledSections(pack), [pack]);
  if (problem) return <Banner tone="warn" text={texts.contentsProblem[problem]} />;
  return untitled > 0 && <Banner tone="neutral" text={texts.untitled(untitled)} />;
}
