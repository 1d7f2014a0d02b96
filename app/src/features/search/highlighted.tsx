import { Fragment } from 'react';
import { partsOf } from './highlight.ts';
import classes from './search-dialog.module.css';

/** A text whose matching words are marked. */
export const Highlighted = ({ text, matches }: { text: string; matches: readonly string[] }) =>
  partsOf(text, matches).map(({ at, words, isMatch }) =>
    isMatch ? (
      <mark key={at} className={classes.mark}>
        {words}
      </mark>
    ) : (
      <Fragment key={at}>{words}</Fragment>
    ),
  );
