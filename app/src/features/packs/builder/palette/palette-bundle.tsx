import { Skeleton } from '@mantine/core';
import { fileCount } from '@satchel/core/format/counts.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { memo, useId, useMemo } from 'react';
import type { MediaView } from '#services.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Picture } from '#ui/picture.tsx';
import { Spoken } from '#ui/spoken.tsx';
import { texts } from '../../texts.ts';
import { useDragState } from '../drag/drag-area.tsx';
import { Grip } from '../drag/grip.tsx';
import type { Dragged } from '../drag/places.ts';
import { ShowMore, useFirst } from '../sections/show-more.tsx';
import { packMediaOf } from '../state/add-medias.ts';
import type { Work } from '../state/use-builder.ts';
import { type FoundBundle, useFilesOf, useOpened } from './found-bundles.ts';
import classes from './palette.module.css';

interface Props {
  found: FoundBundle;
  search: string;
  work: Work;
}

/** A bundle that becomes a section whole, or opens to give single files. */
export const PaletteBundle = memo(function PaletteBundle({ found, search, work }: Props) {
  const { bundle } = found;
  const { isOpen, toggle } = useOpened(found, search);
  const list = useId();
  const title = bundle.title ?? '';
  const dragged = useMemo<Dragged>(
    () => ({
      kind: 'bundle',
      title,
      bundle: { id: bundle.id, type: bundle.type },
      imageUrl: bundle.imageUrl,
      fileCount: bundle.fileCount,
    }),
    [bundle, title],
  );
  const isLifted = useDragState(
    ({ dragged: held }) => held?.kind === 'bundle' && held.bundle.id === bundle.id,
  );
  const addWhole = () => work.actions.addBundle(title, { id: bundle.id, type: bundle.type });
  return (
    <div className={classes.bundle} data-lifted={isLifted || undefined}>
      <div className={classes.bundleRow}>
        <button type="button" className={classes.whole} onClick={addWhole}>
          <Picture src={bundle.imageUrl} className={classes.picture} />
          <span className={classes.grow}>
            <strong className={classes.title}>{title}</strong>
            <span className={classes.files}>{fileCount(bundle.fileCount)}</span>
            <Spoken>{texts.builder.addBundle}</Spoken>
          </span>
        </button>
        <IconButton
          aria-label={texts.builder.showFiles(title)}
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={toggle}
        >
          <IconChevronDown className={classes.chevron} size={18} stroke={1.75} aria-hidden />
        </IconButton>
        <Grip id={`palette:${bundle.id}`} dragged={dragged} />
      </div>
      <div id={list} hidden={!isOpen}>
        {isOpen && <Files found={found} work={work} />}
      </div>
    </div>
  );
});

function Files({ found, work }: { found: FoundBundle; work: Work }) {
  const medias = useFilesOf(found);
  const { first, rest, showMore } = useFirst(medias ?? [], found.bundle.id);
  if (!medias) return <Skeleton height={44} radius={8} />;
  if (medias.length === 0) return <p className={classes.none}>{texts.builder.noFiles}</p>;
  return (
    <div className={classes.fileList}>
      {first.map((media) => (
        <File key={media.id} media={media} work={work} />
      ))}
      <ShowMore rest={rest} onMore={showMore} />
    </div>
  );
}

function File({ media, work }: { media: MediaView; work: Work }) {
  const dragged = useMemo<Dragged>(
    () => ({ kind: 'file', title: media.name, media: packMediaOf(media) }),
    [media],
  );
  return (
    <div className={classes.fileRow}>
      <button type="button" className={classes.file} onClick={() => work.actions.addFile(packMediaOf(media))}>
        <Picture src={media.thumbnailUrl} className={classes.filePicture} />
        <span className={classes.grow}>
          <span className={classes.fileName}>{media.name}</span>
          <span className={classes.files}>{media.fileTypeLabel}</span>
          <Spoken>{texts.builder.addFile}</Spoken>
        </span>
      </button>
      <Grip id={`palette:${media.id}`} dragged={dragged} />
    </div>
  );
}
