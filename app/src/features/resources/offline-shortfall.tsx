import { Button } from '@mantine/core';
import type { OfflineState } from '#services.ts';
import classes from './offline-shortfall.module.css';
import { texts } from './texts.ts';

interface Props {
  problem: OfflineState['problem'];
  /** Downloading needs a connection and a sign-in; removing needs neither. */
  canResume: boolean;
  onResume: () => void;
  onRemove: () => void;
}

/** Why some of the files are not here, and the two ways on: get the rest, or give back the room of what is here. */
export function OfflineShortfall({ problem, canResume, onResume, onRemove }: Props) {
  return (
    <div className={classes.shortfall}>
      <p role="status" className={classes.problem}>
        {problem ? texts.offline.problem[problem] : ''}
      </p>
      {canResume && (
        <Button variant="subtle" className={classes.act ?? ''} onClick={onResume}>
          {texts.offline.resume}
        </Button>
      )}
      <Button variant="subtle" color="gray" className={classes.act ?? ''} onClick={onRemove}>
        {texts.offline.remove}
      </Button>
    </div>
  );
}
