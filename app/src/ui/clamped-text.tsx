import classes from './clamped-text.module.css';
import { useClamped } from './use-clamped.tsx';

interface Props {
  text: string;
  more: string;
  less: string;
}

/** Long words in two lines, and a third that shows the rest. */
export function ClampedText(props: Props) {
  const clamped = useClamped({
    ...props,
    lines: 2,
    classNames: { words: classes.words, button: classes.more },
  });
  return (
    <span className={classes.box}>
      {clamped.words}
      {clamped.button}
    </span>
  );
}
