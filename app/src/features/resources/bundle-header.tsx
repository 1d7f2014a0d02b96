import { PageHeading } from '#navigation/page-title.tsx';
import { useServices, useWatched } from '#services.ts';
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
  summary: string;
}

/** Picture, name, chips and one line on the left, the Offline switch on the right. */
export function BundleHeader({ bundle, fileCount, summary }: Props) {
  const { bundles, session } = useServices();
  const { activeChannelId } = useWatched(session);
  const imageUrl = useLive(async () => {
    const inChannel = await bundles.inChannel(activeChannelId ?? '', ['salestool--document_bundle']);
    return inChannel.find(({ id }) => id === bundle.id)?.imageUrl ?? null;
  }, [activeChannelId, bundle.id]);
  return (
    <div className={classes.header}>
      <Picture src={imageUrl ?? null} className={classes.picture} />
      <div className={classes.words}>
        <div className={classes.line}>
          <PageHeading className={classes.title}>{bundle.title ?? texts.loading}</PageHeading>
          <AvailabilityChip availability={bundle.availability} />
          <Chip>{texts.files(fileCount)}</Chip>
        </div>
        {summary && <p className={classes.summary}>{summary}</p>}
      </div>
      <OfflineToggle subject={{ kind: 'bundle', id: bundle.id }} className={classes.offline} />
    </div>
  );
}
