import { UnstyledButton } from '@mantine/core';
import { formatDate } from '@satchel/core/format/dates.ts';
import { formatDuration } from '@satchel/core/format/durations.ts';
import { IconAlertCircle, IconChevronDown, IconCloudUpload, IconLink, IconMail } from '@tabler/icons-react';
import { Fragment, useId, useState } from 'react';
import type { MediaView } from '#services.ts';
import { Portrait } from '#ui/portrait.tsx';
import { Spoken } from '#ui/spoken.tsx';
import { MessageActions } from './message-actions.tsx';
import { ReadingTimes } from './reading-times.tsx';
import { isOnlyHere, type SentRow } from './sent-row.ts';
import classes from './sent-to-row.module.css';
import { texts } from './texts.ts';
import { useOwnVisits } from './use-own-visits.ts';
import { VisitTimeline } from './visit-timeline.tsx';
import { lastDays, readingOf, type Visit } from './visits.ts';
import { WeekColumns } from './week-columns.tsx';

interface Props {
  row: SentRow;
  /** Null while they are not known. */
  visits: readonly Visit[] | null;
  /** Those of the pack are too many to be listed: a row that is open asks for its own. */
  isCut: boolean;
  /** When the host told of visits; ms. */
  toldAt: number;
  /** Reading time of a full column. */
  most: number;
  medias: ReadonlyMap<string, MediaView>;
  packId: string;
  maySend: boolean;
  onChanged: () => void;
}

const { states } = texts;

interface Standing {
  first: string;
  second?: string;
  /** Of one that was opened: when last, and for how long it was read, as far as that is known. */
  opened?: readonly string[];
}

/** What is to be said of the mail although the link was opened, which may have been copied and given otherwise. */
const mailProblemOf = ({ state, reason }: SentRow) =>
  state === 'failed' || state === 'unknown' ? `${states[state]}${reason ? `: ${reason}` : ''}` : null;

/** How far it has come and what came of it. */
function standingOf(row: SentRow, visits: readonly Visit[] | null): Standing {
  const reading = readingOf(visits ?? []);
  const opened = Math.max(row.opened, reading.opened);
  if (opened > 0 && row.state !== 'revoked') {
    const last = reading.lastOpened ?? row.lastOpened;
    const details = [
      ...(last === null ? [] : [states.lastOpened(formatDate(last))]),
      ...(reading.seconds > 0 ? [states.reading(formatDuration(reading.seconds))] : []),
    ];
    return { first: states.opened(opened), opened: details };
  }
  const date = formatDate(row.date);
  switch (row.state) {
    case 'waiting':
      return { first: states.waiting, second: row.mayHaveLeft ? states.mayBeThere : states.waitingHint };
    case 'going':
      return { first: states.going, second: states.goingHint };
    case 'refused':
      return { first: states.refused, second: row.reason ?? '' };
    case 'asks':
      return { first: states.asks, second: row.reason ?? '' };
    case 'failed':
      return { first: states.failed, second: row.reason ?? '' };
    case 'unknown':
      return { first: states.unknown, second: row.reason ?? '' };
    case 'revoked':
      return { first: states.revoked, second: states.revokedHint };
    case 'accepted':
      return { first: states.accepted, second: states.acceptedHint };
    case 'link':
      return { first: states.link, second: states.linkHint(date) };
    case 'mailed':
      return { first: states.mailed, second: states.mailedHint };
  }
}

const signs = {
  waiting: IconCloudUpload,
  going: IconCloudUpload,
  refused: IconAlertCircle,
  asks: IconCloudUpload,
  failed: IconAlertCircle,
  unknown: IconAlertCircle,
};

/** One prospect of the log; opens to the timeline and what was read. */
export function SentToRow({ row, visits, isCut, toldAt, most, medias, packId, maySend, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false);
  const body = useId();
  const name = row.name || row.email || texts.log.nameless;
  const isAsked = isOpen && isCut && visits === null && !isOnlyHere(row);
  const own = useOwnVisits(row.id, { isAsked, asOf: toldAt });
  const whole = own && !own.isCut ? own.visits : visits;
  const { first, second, opened } = standingOf(row, whole);
  const mailProblem = mailProblemOf(row);
  const Sign = Object.hasOwn(signs, row.state) ? signs[row.state as keyof typeof signs] : null;
  const Kind = row.kind === 'mail' ? IconMail : IconLink;
  return (
    <li className={classes.item} data-message={row.id} data-open={isOpen || undefined}>
      <div className={classes.row}>
        <Portrait name={name} src={null} size={40} />
        <div className={classes.who}>
          <h3 className={classes.name}>
            <UnstyledButton
              className={classes.toggle}
              aria-expanded={isOpen}
              aria-controls={body}
              onClick={() => setOpen(!isOpen)}
            >
              {name}
            </UnstyledButton>
          </h3>
          <p className={classes.company}>{row.company}</p>
        </div>
        <p className={classes.date}>
          <Kind size={16} stroke={1.75} aria-hidden />
          <Spoken>{row.kind === 'mail' ? texts.log.byMail : texts.log.byLink} </Spoken>
          {formatDate(row.date)}
        </p>
        <div className={classes.standing} data-state={opened ? 'opened' : row.state}>
          <p className={classes.first}>
            {Sign && !opened && <Sign size={16} stroke={1.75} aria-hidden />}
            {first}
          </p>
          {opened ? (
            <p className={classes.opened}>
              {opened.map((each, at) => (
                <Fragment key={each}>
                  {at > 0 && ' '}
                  <span>{each}</span>
                </Fragment>
              ))}
            </p>
          ) : (
            <p className={classes.second}>{second}</p>
          )}
          {opened && mailProblem && (
            <p className={classes.second} data-trouble={row.state} data-below={row.reason ? true : undefined}>
              {mailProblem}
            </p>
          )}
          {row.change && <p className={classes.second}>{states.change[row.change.state]}</p>}
        </div>
        {visits ? (
          <WeekColumns name={name} days={lastDays(visits, toldAt)} most={most} />
        ) : (
          <span className={classes.noWeek} />
        )}
        <IconChevronDown className={classes.chevron} size={20} stroke={1.75} aria-hidden />
      </div>
      <div id={body} className={classes.body} hidden={!isOpen}>
        {isOpen && (
          <>
            <VisitTimeline row={row} visits={own?.visits ?? visits} />
            {(visits || isAsked) && !isOnlyHere(row) && (
              <ReadingTimes
                messageId={row.id}
                totalSeconds={whole && readingOf(whole).seconds}
                medias={medias}
              />
            )}
            {row.more.length > 0 && (
              <dl className={classes.more}>
                {row.more.map(([field, value]) => (
                  <div key={field}>
                    <dt>{field}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            )}
            <MessageActions {...{ row, packId, maySend, name, onChanged }} />
          </>
        )}
      </div>
    </li>
  );
}
