import { PageHeading } from '#navigation/page-title.tsx';
import { useServices } from '#services.ts';
import type { BundleRecord } from '#storage/records.ts';
import { Chip } from '#ui/chip.tsx';
import { Picture } from '#ui/picture.tsx';
import { useLive } from '#ui/use-live.ts';
import { AvailabilityChip } from './availability-chip.tsx';
import classes from './bundle-header.module.css';
import { OfflineToggle } from './offline-toggle.tsx';
import { texts } from './texts.ts';

interface Props {
  bundle: BundleRecord;
  fileCount: number;
  words: string;
}

/** Picture, name, chips and one line on the left, the Offline switch on the right. */
export function BundleHeader({ bundle, fileCount, words }: Props) {
  const { bundles } = useServices();
  const summary = useLive(() => bundles.summary(bundle.id), [bundle.id]);
  return (
    <div className={classes.header}>
      <Picture src={summary?.imageUrl ?? null} className={classes.picture} />
      <div className={classes.words}>
        <div className={classes.line}>
          <PageHeading className={classes.title}>{bundle.title ?? texts.loading}</PageHeading>
          <AvailabilityChip availability={bundle.availability} />
          <Chip>{texts.files(fileCount)}</Chip>
        </div>
        {words && <p className={classes.summary}>{words}</p>}
      </div>
      <OfflineToggle subject={{ kind: 'bundle', id: bundle.id }} className={classes.offline} />
    </div>
  );
}
