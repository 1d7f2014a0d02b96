import { keylineColor } from '@satchel/core/pack/keyline-color.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BundleSummary } from '#services.ts';
import { Chip } from '#ui/chip.tsx';
import { Picture } from '#ui/picture.tsx';
import { AvailabilityChip } from './availability-chip.tsx';
import classes from './bundle-tile.module.css';
import { OfflineToggle } from './offline-toggle.tsx';
import { texts } from './texts.ts';

interface Props {
  bundle: BundleSummary;
  /** The page the tile opens; a link app has none and brings its own button. */
  to: '/content/$id' | '/apps/$id' | null;
  action?: ReactNode;
}

/** px, about. */
export const tileHeight = 320;

/** Only documents and embed apps have files to keep (RES-09). */
export const hasOfflineFiles = ({ type, miniappType }: BundleSummary) =>
  type === 'salestool--document_bundle' || (type === 'salestool--miniapp_bundle' && miniappType === 'embed');

/** Picture, title, chips, two lines of summary and the Offline switch (RES-04 to RES-09). */
export function BundleTile({ bundle, to, action }: Props) {
  const title = bundle.title ?? texts.loading;
  const keyline = keylineColor(bundle.color);
  return (
    <article className={classes.tile} aria-label={title}>
      <Picture src={bundle.imageUrl} className={classes.picture} />
      {keyline && (
        <span
          className={classes.keyline}
          style={{ background: keyline.color }}
          data-keyline={keyline.color}
          aria-hidden="true"
        />
      )}
      <div className={classes.text}>
        <div className={classes.head}>
          <h2 className={classes.title}>
            {to ? (
              <Link to={to} params={{ id: bundle.id }} className={classes.link}>
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          <span className={classes.chips}>
            <AvailabilityChip availability={bundle.availability} />
            {bundle.type === 'salestool--document_bundle' && <Chip>{texts.files(bundle.fileCount)}</Chip>}
          </span>
        </div>
        <p className={classes.summary}>{bundle.summary}</p>
      </div>
      {(hasOfflineFiles(bundle) || action) && (
        <div className={classes.foot}>
          {hasOfflineFiles(bundle) && <OfflineToggle subject={{ kind: 'bundle', id: bundle.id }} short />}
          {action}
        </div>
      )}
    </article>
  );
}
