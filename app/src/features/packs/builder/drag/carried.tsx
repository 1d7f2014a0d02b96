import { fileCount } from '@satchel/core/format/counts.ts';
import { IconAlignLeft, IconFiles, IconGripVertical } from '@tabler/icons-react';
import { Picture } from '#ui/picture.tsx';
import { FileSign } from '../sections/file-sign.tsx';
import classes from './drag.module.css';
import type { Dragged } from './places.ts';

/** What lies in the hand: picture or sign, and its name. */
export function Carried({ dragged }: { dragged: Dragged }) {
  return (
    <div className={classes.carried} data-carried={dragged.kind}>
      <span className={classes.face}>
        <Face dragged={dragged} />
      </span>
      <span className={classes.words}>
        <strong dir="auto">{dragged.title}</strong>
        {dragged.kind === 'bundle' && <span>{fileCount(dragged.fileCount)}</span>}
      </span>
      <IconGripVertical className={classes.sign} size={20} stroke={1.75} aria-hidden />
    </div>
  );
}

function Face({ dragged }: { dragged: Dragged }) {
  switch (dragged.kind) {
    case 'bundle':
      return <Picture src={dragged.imageUrl} className={classes.picture} />;
    case 'file':
    case 'tile':
      return dragged.media.thumbnail ? (
        <Picture src={dragged.media.thumbnail} className={classes.picture} />
      ) : (
        <FileSign type={dragged.media.type} className={classes.icon} />
      );
    case 'text':
      return <IconAlignLeft size={20} stroke={1.75} aria-hidden />;
    default:
      return <IconFiles size={20} stroke={1.75} aria-hidden />;
  }
}
