import { ActionIcon, Skeleton } from '@mantine/core';
import { fileCount } from '@satchel/core/format/counts.ts';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type BundleSummary, useServices } from '#services.ts';
import { Picture } from '#ui/picture.tsx';
import { Spoken } from '#ui/spoken.tsx';
import { useLive } from '#ui/use-live.ts';
import { texts } from '../texts.ts';
import { packMediaOf } from './add-medias.ts';
import classes from './palette.module.css';
import { ShowMore, useFirst } from './show-more.tsx';
import type { Builder } from './use-builder.ts';

interface Props {
  bundle: BundleSummary;
  builder: Builder;
}

/** A bundle that becomes a section whole, or opens to give single files. */
export function PaletteBundle({ bundle, builder }: Props) {
  const { bundles } = useServices();
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const title = bundle.title ?? '';
  const addWhole = async () => {
    const medias = await bundles.medias(bundle.id);
    builder.addBundle(title, { id: bundle.id, type: bundle.type }, medias.map(packMediaOf));
  };
  return (
    <div className={classes.bundle}>
      <div className={classes.bundleRow}>
        <button type="button" className={classes.whole} onClick={() => void addWhole()}>
          <Picture src={bundle.imageUrl} className={classes.picture} />
          <span className={classes.grow}>
            <strong className={classes.title}>{title}</strong>
            <span className={classes.files}>{fileCount(bundle.fileCount)}</span>
            <Spoken>{texts.builder.addBundle}</Spoken>
          </span>
          <IconPlus className={classes.plus} size={18} stroke={1.75} aria-hidden />
        </button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={texts.builder.showFiles(title)}
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown className={classes.chevron} size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <div id={list} hidden={!isOpen}>
        {isOpen && <Files bundleId={bundle.id} builder={builder} />}
      </div>
    </div>
  );
}

function Files({ bundleId, builder }: { bundleId: string; builder: Builder }) {
  const { bundles } = useServices();
  const medias = useLive(() => bundles.medias(bundleId), [bundleId]);
  const { first, rest, showMore } = useFirst(medias ?? [], bundleId);
  if (!medias) return <Skeleton height={44} radius={8} />;
  if (medias.length === 0) return <p className={classes.none}>{texts.builder.noFiles}</p>;
  return (
    <div className={classes.fileList}>
      {first.map((media) => (
        <button
          key={media.id}
          type="button"
          className={classes.file}
          onClick={() => builder.addFile(packMediaOf(media))}
        >
          <Picture src={media.thumbnailUrl} className={classes.filePicture} />
          <span className={classes.grow}>
            <span className={classes.fileName}>{media.name}</span>
            <span className={classes.files}>{media.fileTypeLabel}</span>
            <Spoken>{texts.builder.addFile}</Spoken>
          </span>
          <IconPlus className={classes.plus} size={18} stroke={1.75} aria-hidden />
        </button>
      ))}
      <ShowMore rest={rest} onMore={showMore} />
    </div>
  );
}
