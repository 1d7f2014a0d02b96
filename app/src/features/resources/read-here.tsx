import { ActionIcon, Button } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import type { MediaView } from '#services.ts';
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
  if (!readableKind(file)) return null;
  const look = {
    'aria-label': texts.readNamed(file.name),
    onClick: () => onRead(file),
  };
  if (isCompact)
    return (
      <ActionIcon {...look} variant="subtle" size={44} radius="md" title={texts.readHere}>
        <IconBook size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    );
  return (
    <Button {...look} variant="default">
      {texts.readHere}
    </Button>
  );
}
