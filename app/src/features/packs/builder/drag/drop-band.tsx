import { texts } from '../../texts.ts';
import classes from './drag.module.css';

/** The open place: says what will happen when it is let go (brief, 'Drag and drop'). */
export const DropBand = ({ title, shape }: { title: string; shape: 'row' | 'tile' }) => (
  <div className={classes.band} data-drop={shape} aria-hidden>
    {texts.builder.drag.goesHere(title)}
  </div>
);
