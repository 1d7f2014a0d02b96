import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './portrait.module.css';

interface Props {
  name: string | null;
  src: string | null;
  /** px */
  size: number;
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map(([letter = '']) => letter)
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('')
    .toUpperCase();

/** A person's picture in a circle; without one that loads, the initials. Decoration: the name stands beside it. */
export function Portrait({ name, src: address, size }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const src = address === broken ? null : address;
  return (
    <span
      className={classes.portrait}
      style={{ width: size, height: size }}
      // Drawn by the stylesheet: as text they would count as a name that the control does not have.
      data-initials={!src && name ? initials(name) : undefined}
      aria-hidden="true"
    >
      {src ? (
        <img src={src} alt="" onError={() => setBroken(src)} />
      ) : (
        !name && <IconUser size={Math.round(size * 0.55)} stroke={1.75} />
      )}
    </span>
  );
}
