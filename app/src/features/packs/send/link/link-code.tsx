import { texts } from '../../texts.ts';
import classes from './link-dialog.module.css';
import { qrPath } from './qr-path.ts';

/** The code to scan. */
export function LinkCode({ link }: { link: string }) {
  const { size, path } = qrPath(link);
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={texts.link.code(link)}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
