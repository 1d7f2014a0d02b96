import type { PackRecord } from '#storage/records.ts';
import { Banner } from '#ui/banner.tsx';
import { contentsProblem } from './builder/pack-draft.ts';
import { texts } from './texts.ts';

/** Says why nothing of a pack's contents is shown, so that nobody takes it for an empty one and sends it. */
export function ContentsBanner({ pack }: { pack: PackRecord }) {
  const problem = contentsProblem(pack);
  return problem && <Banner tone="warn" text={texts.contentsProblem[problem]} />;
}
