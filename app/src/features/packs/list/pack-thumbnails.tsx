import type { PackMedia } from '@satchel/core/pack/pack-data.ts';
import { type MediaView, useServices } from '#services.ts';
import { Picture } from '#ui/picture.tsx';
import { texts } from '../texts.ts';
import classes from './pack-thumbnails.module.css';
import { pictureOfMedia } from './picture-of-media.ts';

interface Props {
  medias: readonly PackMedia[];
  /** Records of the medias, as far as they are on the device. */
  known: ReadonlyMap<string, MediaView> | undefined;
  size?: 'card' | 'row';
}

export const shownAtMost = 3;

/** How many more there are where only so many fit. */
const rest = (medias: readonly PackMedia[], shown: number) =>
  medias.length > shown ? texts.list.more(medias.length - shown) : '';

/** What stands for a file without a picture. */
function kindOf(type: string) {
  if (type === 'media--image') return 'picture';
  return type === 'media--video' || type === 'media--remote_video' ? 'video' : 'document';
}

/** The first pages of a pack, and how many more there are. */
export function PackThumbnails({ medias, known, size = 'card' }: Props) {
  const { configuration } = useServices();
  return (
    <div className={classes.row} data-size={size}>
      {medias.slice(0, shownAtMost).map((media) => (
        <Picture
          key={media.id}
          src={pictureOfMedia(media, known?.get(media.id), configuration.host)}
          className={classes.page}
          kind={kindOf(media.type)}
        />
      ))}
      {size === 'card' && (
        <>
          <span className={classes.more}>{rest(medias, shownAtMost)}</span>
          <span className={classes.moreInNarrow}>{rest(medias, shownAtMost - 1)}</span>
        </>
      )}
    </div>
  );
}
