import { formatDuration } from '@satchel/core/format/durations.ts';
import { IconFileDescription } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type MediaView, type Report, useServices } from '#services.ts';
import { Picture } from '#ui/picture.tsx';
import { reasonOf } from '../pack-outcomes.ts';
import classes from './reading-times.module.css';
import { texts } from './texts.ts';

interface Read {
  id: string;
  name: string;
  seconds: number;
}

/** What was read until the visits came to that much: a remainder of any other total would be untrue. */
interface Times {
  read: Read[];
  totalSeconds: number;
}

const readIn = ({ rows }: Report): Read[] =>
  rows
    .map((row) => ({
      id: String(row.id ?? ''),
      name: String(row.name ?? ''),
      seconds: Number(row.reading_time ?? 0),
    }))
    .filter(({ name, seconds }) => name !== '' && seconds > 0);

interface Props {
  messageId: string;
  /** Of all counted visits together; what no file accounts for was spent on the page. */
  totalSeconds: number;
  medias: ReadonlyMap<string, MediaView>;
}

/** How long each file of a message was looked at, the longest first, and the page itself: together the whole time. */
export function ReadingTimes({ messageId, totalSeconds, medias }: Props) {
  const { reports } = useServices();
  const [times, setTimes] = useState<Times | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // Asked again with every new total; until the answer is here, what was known before stands as a whole.
  useEffect(() => {
    const visit = { isOver: false };
    reports.read(['message', messageId, 'media'], { size: 100 }).then(
      (report) => {
        if (visit.isOver) return;
        setTimes({ read: readIn(report), totalSeconds });
        setFailure(null);
      },
      (error) => !visit.isOver && setFailure(reasonOf(error)),
    );
    return () => {
      visit.isOver = true;
    };
  }, [reports, messageId, totalSeconds]);
  const read = times?.read ?? null;
  const onPage = times ? times.totalSeconds - times.read.reduce((sum, { seconds }) => sum + seconds, 0) : 0;
  const most = Math.max(1, onPage, ...(read ?? []).map(({ seconds }) => seconds));
  return (
    <div className={classes.reading}>
      <h4 className={classes.heading}>{texts.reading.heading}</h4>
      {failure && <p className={classes.none}>{texts.reading.failed(failure)}</p>}
      {read?.length === 0 && onPage <= 0 && <p className={classes.none}>{texts.reading.none}</p>}
      <ul className={classes.list}>
        {read?.map(({ id, name, seconds }) => (
          <li key={id}>
            <Picture
              src={medias.get(id)?.thumbnailUrl ?? null}
              className={classes.picture}
              kind={medias.get(id)?.type === 'media--video' ? 'video' : 'document'}
            />
            <span className={classes.name}>{name}</span>
            <span className={classes.time}>{formatDuration(seconds)}</span>
            <span className={classes.track} aria-hidden>
              <span className={classes.bar} style={{ width: `${(seconds / most) * 100}%` }} />
            </span>
          </li>
        ))}
        {onPage > 0 && (
          <li>
            <IconFileDescription className={classes.page} size={20} stroke={1.75} aria-hidden />
            <span className={classes.name}>{texts.reading.page}</span>
            <span className={classes.time}>{formatDuration(onPage)}</span>
            <span className={classes.track} aria-hidden>
              <span className={classes.bar} style={{ width: `${(onPage / most) * 100}%` }} />
            </span>
          </li>
        )}
      </ul>
    </div>
  );
}
