import { Button } from '@mantine/core';
import { IconExternalLink, IconFileOff, IconRefresh } from '@tabler/icons-react';
import { useGivenBackFocus } from '#ui/use-given-back-focus.ts';
import { webAddress } from '../file-address.ts';
import { texts } from '../texts.ts';
import classes from './problem-panel.module.css';
import type { Reading } from './reader-frame.tsx';
import type { ReadingProblem } from './reading-problem.ts';

interface Props {
  file: Reading['file'];
  problem: ReadingProblem;
  onTryAgain?: () => void;
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Why a document is not shown, and what else can be done with it. */
export function ProblemPanel({ file, problem, onTryAgain }: Props) {
  // Who tries again takes the button away, and no key is heard outside the frame.
  useGivenBackFocus();
  const address = webAddress(file.url);
  const isReachable = problem !== 'unreachable' && problem !== 'missing';
  return (
    <div role="alert" className={classes.panel}>
      <IconFileOff size={48} stroke={1.5} aria-hidden className={classes.sign} />
      <p className={classes.words}>{texts.reader.problem[problem]}</p>
      {isReachable && address && (
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink {...icon} />}
        >
          {texts.reader.openElsewhere}
        </Button>
      )}
      {!isReachable && onTryAgain && (
        <Button leftSection={<IconRefresh {...icon} />} onClick={onTryAgain}>
          {texts.reader.tryAgain}
        </Button>
      )}
    </div>
  );
}
