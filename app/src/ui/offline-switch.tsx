import { useThrottledValue } from '@mantine/hooks';
import { fileCount } from '@satchel/core/format/counts.ts';
import { formatFileSize } from '@satchel/core/format/file-size.ts';
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react';
import { type CSSProperties, useId, useState } from 'react';
import { useHintTitle } from './hint-level.ts';
import classes from './offline-switch.module.css';
import { Spoken } from './spoken.tsx';

/** How far the files of a bundle or pack are on this device. */
export interface OfflineProgress {
  /** 'on' only when every byte is there. */
  state: 'off' | 'loading' | 'partial' | 'on';
  filesDone: number;
  filesTotal: number;
  bytesDone: number;
  bytesTotal: number;
}

interface Props {
  progress: OfflineProgress;
  /** 'Offline' or 'Save for offline'. */
  label: string;
  /** What the switch does, for screen readers and as a tooltip. */
  description: string;
  /** Why nothing can be downloaded now; what is there can still be dropped. */
  blockedBecause?: string | null;
  /** Leaves the number of files out where it stands beside the switch anyway. */
  short?: boolean;
  className?: string | undefined;
  /**
   * Off or stopped to loading, loading to stopped, on to off.
   * @param shown what was pressed; the files may be a step further
   */
  onToggle: (shown: OfflineProgress['state']) => void;
}

// At most four steps a second, so that the thumb travels and does not flicker.
const stepMs = 250;

const icons = { off: null, loading: IconDownload, partial: IconAlertTriangle, on: IconCheck };

/** '96 MB': without the decimal once it says nothing. */
const roundSize = (bytes: number) => formatFileSize(bytes).replace(/^(\d{2,})\.\d/, '$1');

export function offlineLine(progress: OfflineProgress, short = false): string | null {
  const { state, filesDone, filesTotal, bytesDone, bytesTotal } = progress;
  switch (state) {
    case 'off':
      return null;
    case 'loading':
      return `${filesDone} of ${fileCount(filesTotal)}, ${roundSize(bytesDone)} of ${roundSize(bytesTotal)}`;
    case 'partial':
      return `${filesDone} of ${fileCount(filesTotal)}, try again`;
    case 'on':
      return `${short ? '' : `${fileCount(filesTotal)}, `}${roundSize(bytesTotal)} on this device`;
  }
}

/** Spoken at 0, 25, 50, 75 and 100 %, not at every step. */
const quarter = (share: number) => Math.floor(share * 4) * 25;

/** A switch whose thumb travels with the bytes: it never looks finished before it is. */
export function OfflineSwitch(props: Props) {
  const { progress, label, description, blockedBecause = null, short = false, className, onToggle } = props;
  const shown = useThrottledValue(progress, stepMs);
  const labelId = useId();
  const lineId = useId();
  const descriptionId = useId();
  const { state } = shown;
  const [hasLoaded, setLoaded] = useState(false);
  if (state === 'loading' && !hasLoaded) setLoaded(true);
  const share =
    state === 'on' ? 1 : state === 'off' || shown.bytesTotal === 0 ? 0 : shown.bytesDone / shown.bytesTotal;
  const isBlocked = blockedBecause !== null && state !== 'on' && state !== 'loading';
  const line = isBlocked ? blockedBecause : offlineLine(shown, short);
  const Icon = isBlocked ? null : icons[state];
  return (
    <div
      className={`${classes.row} ${className ?? ''}`}
      data-state={state}
      data-blocked={isBlocked || undefined}
    >
      <button
        type="button"
        role="switch"
        aria-checked={state === 'on'}
        aria-labelledby={labelId}
        aria-describedby={`${lineId} ${descriptionId}`}
        aria-disabled={isBlocked || undefined}
        title={useHintTitle(description, true)}
        className={classes.target}
        onClick={() => {
          if (!isBlocked) onToggle(state);
        }}
      >
        <span className={classes.track} style={{ '--share': share } as CSSProperties}>
          <span className={classes.filled} />
          <span className={classes.thumb}>{Icon && <Icon size={14} stroke={2.25} aria-hidden />}</span>
        </span>
      </button>
      <span className={classes.words}>
        <span id={labelId} className={classes.label}>
          {label}
        </span>
        <span id={lineId} className={classes.line}>
          {line}
        </span>
        <Spoken id={descriptionId}>{description}</Spoken>
      </span>
      {state === 'loading' && (
        <Spoken
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          aria-valuetext={line ?? ''}
        />
      )}
      {hasLoaded && (
        <Spoken role="status">
          {state === 'loading' ? `${label} ${quarter(share)} %` : line && `${label}: ${line}`}
        </Spoken>
      )}
    </div>
  );
}
