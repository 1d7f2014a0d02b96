import { IconFileText, IconMovie, IconPhoto, IconPhotoX } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './picture.module.css';
import { SatchelGlyph } from './satchel-glyph.tsx';

const signs = { picture: IconPhoto, document: IconFileText, video: IconMovie };

interface Props {
  src: string | null;
  className?: string | undefined;
  /** What stands there without a picture: the app's own sign for channels and tiles, else the sign of the kind. */
  kind?: 'channel' | 'picture' | 'document' | 'video';
  /** It is drawn only when it is in sight or soon will be. */
  isNear?: boolean;
  /** Words for screen readers; decoration without. */
  alt?: string;
}

/** A picture from the content. A placeholder when there is none, a broken-image sign when it does not load (MODEL-12). */
export function Picture({ src, className, kind = 'picture', isNear = false, alt = '' }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = src !== null && broken === src;
  const shape = `${classes.frame} ${className ?? ''}`;
  if (src && !isBroken)
    return (
      <img
        src={src}
        alt={alt}
        className={`${shape} ${classes.picture}`}
        loading={isNear ? 'eager' : 'lazy'}
        decoding="async"
        onError={() => setBroken(src)}
      />
    );
  const Sign = signs[kind === 'channel' ? 'picture' : kind];
  const words = alt && { role: 'img', 'aria-label': alt };
  return (
    <span className={shape} data-picture={isBroken ? 'broken' : 'placeholder'} {...words}>
      {isBroken ? (
        <IconPhotoX className={classes.sign} stroke={1.5} aria-hidden />
      ) : kind === 'channel' ? (
        <SatchelGlyph size={48} />
      ) : (
        <Sign className={classes.sign} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}
