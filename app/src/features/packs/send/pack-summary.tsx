import { fileCount } from '@satchel/core/format/counts.ts';
import type { MediaView } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { packMedias } from '../list/pack-medias.ts';
import { PackSpine } from '../list/pack-spine.tsx';
import { PackThumbnails } from '../list/pack-thumbnails.tsx';
import { contentsOf } from '../pack-contents.ts';
import { texts } from '../texts.ts';
import classes from './pack-summary.module.css';

interface Props {
  pack: PackRecord;
  medias: ReadonlyMap<string, MediaView>;
}

/** The pack that is being sent, in one row. */
export function PackSummary({ pack, medias }: Props) {
  const shown = packMedias(pack);
  return (
    <section className={classes.card} aria-label={pack.title ?? ''}>
      <PackSpine color={pack.color} />
      <div className={classes.words}>
        <h2 className={classes.title}>{pack.title}</h2>
        <p className={classes.count}>
          {texts.send.contents(fileCount(shown.length), contentsOf(pack).elements.length)}
        </p>
      </div>
      <PackThumbnails medias={shown} known={medias} size="row" />
    </section>
  );
}
