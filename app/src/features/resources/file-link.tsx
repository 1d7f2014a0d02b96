import type { ReactNode } from 'react';
import type { MediaView } from '#services.ts';
import { openingOf } from './file-address.ts';

interface Props {
  file: MediaView;
  className?: string | undefined;
  label?: string;
  children: ReactNode;
  onOpen: (file: MediaView, how: 'viewer' | 'address') => void;
}

/** What opens a file: a button for the viewer, a link to a tab of its own, or plain words when it has no address. */
export function FileLink({ file, className, label, children, onOpen }: Props) {
  const opening = openingOf(file);
  if (opening.how === 'none') return <span className={className}>{children}</span>;
  if (opening.how === 'viewer')
    return (
      <button type="button" className={className} aria-label={label} onClick={() => onOpen(file, 'viewer')}>
        {children}
      </button>
    );
  return (
    <a
      href={opening.url}
      target="_blank"
      rel="noreferrer"
      className={className}
      aria-label={label}
      onClick={() => onOpen(file, 'address')}
    >
      {children}
    </a>
  );
}
