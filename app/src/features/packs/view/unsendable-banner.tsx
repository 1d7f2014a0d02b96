import type { PackRecord } from '#storage/records.ts';
import { Banner } from '#ui/banner.tsx';
import { texts } from '../texts.ts';
import { useUnsendable } from '../use-unsendable.ts';

const mostNamed = 3;

/** Says what of a pack its prospect would not get, before anyone is about to send it. */
export function UnsendableBanner({ pack }: { pack: PackRecord }) {
  // Of what is only not on this device nobody can say so.
  const items = useUnsendable(pack).filter(({ because }) => because !== 'missing');
  if (items.length === 0) return null;
  const named = items
    .slice(0, mostNamed)
    .map(({ name, because }) => `${name} (${texts.unsendable.because[because]})`);
  return <Banner tone="warn" text={texts.unsendable.inPack(named, items.length - named.length)} />;
}
