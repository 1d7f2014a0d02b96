import { formatLongDate } from '@satchel/core/format/dates.ts';
import { formatDuration } from '@satchel/core/format/durations.ts';
import {
  IconAlertCircle,
  IconClock,
  IconCloudCheck,
  IconCloudUpload,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconLink,
  IconPencil,
  IconRobot,
  IconSend,
  IconUser,
} from '@tabler/icons-react';
import { isMailed, isOnlyHere, type SentRow } from './sent-row.ts';
import { texts } from './texts.ts';
import classes from './visit-timeline.module.css';
import { isCounted, type Visit } from './visits.ts';

const { timeline, states } = texts;

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

/** What kept a message from its prospect; a reason that the row has no room for stands here in full. */
const setbacks = {
  asks: { Icon: IconCloudUpload, words: states.asks, tone: 'waiting' },
  refused: { Icon: IconAlertCircle, words: states.refused, tone: 'refused' },
  accepted: { Icon: IconClock, words: timeline.notMailedYet, tone: 'waiting' },
  failed: { Icon: IconAlertCircle, words: states.failed, tone: 'refused' },
  unknown: { Icon: IconAlertCircle, words: states.unknown, tone: 'waiting' },
};

const setbackOf = ({ state, reason }: SentRow) =>
  reason !== null && Object.hasOwn(setbacks, state)
    ? { ...setbacks[state as keyof typeof setbacks], reason }
    : null;

/** What was changed since the host took it, and is not there yet. */
const changeOf = ({ change }: SentRow) => {
  if (!change) return null;
  const isRefused = change.state === 'refused';
  return {
    Icon: isRefused ? IconAlertCircle : IconCloudUpload,
    words: states.change[change.state],
    tone: isRefused ? 'refused' : 'waiting',
    reason: timeline.worksAsBefore(change.reason),
  };
};

/** How far a mail came; nobody tells when. Nothing was mailed that only the host has. */
function arrivalOf(row: SentRow) {
  if (row.kind === 'link' || isOnlyHere(row)) return null;
  return isMailed(row)
    ? { Icon: IconSend, words: timeline.sentByMail }
    : { Icon: IconCloudCheck, words: timeline.saved };
}

/** How it began, which is what its date is of. */
function originOf(row: SentRow) {
  if (isOnlyHere(row)) return { Icon: IconCloudUpload, words: timeline.waits };
  return row.kind === 'link'
    ? { Icon: IconLink, words: timeline.madeLink }
    : { Icon: IconPencil, words: timeline.written };
}

interface Props {
  row: SentRow;
  /** Newest first; null when only the device can be asked. */
  visits: readonly Visit[] | null;
}

/** What became of a message, newest first; visits that are nobody's reading are in it and say so. */
export function VisitTimeline({ row, visits }: Props) {
  const troubles = [changeOf(row), setbackOf(row)].filter((each) => each !== null);
  const arrival = arrivalOf(row);
  const origin = originOf(row);
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
      {troubles.map(({ Icon, words, tone, reason }) => (
        <li key={words}>
          <span className={classes.sign} data-tone={tone}>
            <Icon size={16} stroke={1.75} aria-hidden />
          </span>
          <strong>{words}</strong>
          <small>{reason}</small>
        </li>
      ))}
      {arrival && (
        <li>
          <span className={classes.sign}>
            <arrival.Icon size={16} stroke={1.75} aria-hidden />
          </span>
          <strong>{arrival.words}</strong>
        </li>
      )}
      <li>
        <span className={classes.sign}>
          <origin.Icon size={16} stroke={1.75} aria-hidden />
        </span>
        <strong>{origin.words}</strong>
        <small>{formatLongDate(row.date)}</small>
      </li>
    </ol>
  );
}
