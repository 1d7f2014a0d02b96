import { formatLongDate } from '@satchel/core/format/dates.ts';
import { formatDuration } from '@satchel/core/format/durations.ts';
import {
  IconCloudUpload,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconLink,
  IconRobot,
  IconSend,
  IconUser,
} from '@tabler/icons-react';
import type { SentRow } from './sent-row.ts';
import { texts } from './texts.ts';
import classes from './visit-timeline.module.css';
import { isCounted, type Visit } from './visits.ts';

const { timeline } = texts;

const isDevice = (name: string): name is keyof typeof timeline.openedOn =>
  Object.hasOwn(timeline.openedOn, name);

const kinds = {
  scanner: { Icon: IconRobot, words: timeline.scanner },
  own: { Icon: IconUser, words: timeline.own },
  download: { Icon: IconDownload, words: timeline.download },
  unattended: { Icon: IconEyeOff, words: timeline.unattended },
};

const kindOf = (visit: Visit) => {
  if (!isCounted(visit)) {
    const { kind } = visit;
    return Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : kinds.unattended;
  }
  return { Icon: IconEye, words: isDevice(visit.device) ? timeline.openedOn[visit.device] : timeline.opened };
};

interface Props {
  row: SentRow;
  /** Newest first; null when only the device can be asked. */
  visits: readonly Visit[] | null;
}

/** What became of a message, newest first; visits that are nobody's reading are in it and say so. */
export function VisitTimeline({ row, visits }: Props) {
  const waits = ['waiting', 'going', 'refused', 'asks'].includes(row.state);
  const Origin = waits ? IconCloudUpload : row.kind === 'mail' ? IconSend : IconLink;
  const origin = waits ? timeline.waits : row.kind === 'mail' ? timeline.sentByMail : timeline.madeLink;
  return (
    <ol className={classes.timeline}>
      {visits?.map((visit) => {
        const { Icon, words } = kindOf(visit);
        const counts = isCounted(visit);
        return (
          <li key={visit.id} data-quiet={!counts || undefined}>
            <span className={classes.sign}>
              <Icon size={16} stroke={1.75} aria-hidden />
            </span>
            <strong>{words}</strong>
            <small>
              {formatLongDate(visit.at)}, {counts ? formatDuration(visit.seconds) : timeline.notCounted}
            </small>
          </li>
        );
      })}
      {visits === null && row.lastOpened !== null && (
        <li>
          <span className={classes.sign}>
            <IconEye size={16} stroke={1.75} aria-hidden />
          </span>
          <strong>{timeline.lastOpened}</strong>
          <small>{formatLongDate(row.lastOpened)}</small>
        </li>
      )}
      <li>
        <span className={classes.sign}>
          <Origin size={16} stroke={1.75} aria-hidden />
        </span>
        <strong>{origin}</strong>
        <small>{formatLongDate(row.date)}</small>
      </li>
    </ol>
  );
}
