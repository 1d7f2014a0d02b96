import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ChannelView } from '#services.ts';
import { Picture } from '#ui/picture.tsx';
import classes from './home-tiles.module.css';
import { texts } from './texts.ts';

/** Three doors with counts (HOME-06, HOME-07, HOME-08); their pictures come from the channel's medias (HOME-09). */
export const HomeTiles = ({ channel: { counts, tileUrls } }: { channel: ChannelView }) => (
  <div className={classes.tiles}>
    <Tile
      to="/content"
      title={texts.tiles.resources}
      count={counts.bundles === null ? null : texts.counts.resources(counts.bundles, counts.files)}
      picture={tileUrls[0] ?? null}
      {...(counts.bundles === 0 && { closedBecause: texts.empty.resources })}
    />
    <Tile
      to="/apps"
      title={texts.tiles.apps}
      count={counts.apps === null ? null : texts.counts.apps(counts.apps)}
      picture={tileUrls[1] ?? null}
      {...(counts.apps === 0 && { closedBecause: texts.empty.apps })}
    />
    <Tile
      to="/packs"
      title={texts.tiles.packs}
      count={counts.packs === null ? null : texts.counts.packs(counts.packs)}
      picture={tileUrls[2] ?? null}
    />
  </div>
);

interface TileProps {
  to: '/content' | '/apps' | '/packs';
  title: string;
  /** Null while it is not known. */
  count: string | null;
  picture: string | null;
  /** Why the tile leads nowhere. */
  closedBecause?: string;
}

function Tile({ to, title, count, picture, closedBecause }: TileProps) {
  const inside = (
    <>
      <Picture src={picture} className={classes.picture} kind="channel" />
      <span className={classes.foot}>
        <span className={classes.words}>
          <span className={classes.title}>{title}</span>
          <span className={classes.count} data-unknown={count === null || undefined}>
            {closedBecause ?? count ?? texts.counts.unknown}
          </span>
        </span>
        {!closedBecause && <IconChevronRight size={20} stroke={1.75} aria-hidden className={classes.go} />}
      </span>
    </>
  );
  return (
    <Link to={to} className={classes.tile} disabled={closedBecause !== undefined}>
      {inside}
    </Link>
  );
}
