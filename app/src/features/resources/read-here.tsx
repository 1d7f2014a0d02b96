import { IconBook } from '@tabler/icons-react';
import type { MediaView } from '#services.ts';
import { useHintTitle } from '#ui/hint-level.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { PlainButton } from '#ui/plain-button.tsx';
import classes from './file-buttons.module.css';
import { readableKind } from './reader/readable.ts';
import { texts } from './texts.ts';

interface Props {
  file: MediaView;
  onRead: (file: MediaView) => void;
  /** As a sign, where a row has no room for words. */
  isCompact?: boolean;
}

/** Opens a document inside Satchel; nothing for what only another app can show. */
export function ReadHere({ file, onRead, isCompact = false }: Props) {
  const hint = useHintTitle(texts.readHere);
  if (!readableKind(file)) return null;
  const look = {
    'aria-label': texts.readNamed(file.name),
    onClick: () => onRead(file),
  };
  if (isCompact)
    return (
      <IconButton {...look} className={classes.sign} title={hint}>
        <IconBook size={20} stroke={1.75} aria-hidden />
      </IconButton>
    );
  return <PlainButton {...look}>{texts.readHere}</PlainButton>;
}
