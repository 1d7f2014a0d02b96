import { formatDuration } from '@satchel/core/format/durations.ts';
import { IconFileDescription } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { type MediaView, type Report, type Reports, useServices } from '#services.ts';
import { Picture } from '#ui/picture.tsx';
import { reasonOf } from '#ui/reason-of.ts';
import classes from './reading-times.module.css';
import { texts } from './texts.ts';
import { isCut } from './visits.ts';

interface Read {
  id: string;
  name: string;
  seconds: number;
}

interface Told {
  read: Read[];
  /** Whether that is all that was read. */
  isWhole: boolean;
}

/** What was read until the visits came to that much: a remainder of any other total would be untrue. */
interface Times extends Told {
  /** Which one it answers. */
  question: number;
  /** Null where it is not known. */
  totalSeconds: number | null;
}

const secondsOf = (row: Report['rows'][number] | undefined) => Number(row?.reading_time ?? 0);

const readIn = ({ rows }: Report): Read[] =>
  rows
    .map((row) => ({ id: String(row.id ?? ''), name: String(row.name ?? ''), seconds: secondsOf(row) }))
    .filter(({ name, seconds }) => name !== '' && seconds > 0);

const filesAtOnce = 100;

/** What was read longest comes first: behind a file that nobody read there is nothing to be told. */
const lacksSome = (report: Report, size: number) => isCut(report, size) && secondsOf(report.rows.at(-1)) > 0;

async function readTimes(reports: Reports, messageId: string): Promise<Told> {
  const segments = ['message', messageId, 'media'];
  const first = await reports.read(segments, { size: filesAtOnce });
  if (!lacksSome(first, filesAtOnce)) return { read: readIn(first), isWhole: true };
  // Where the rest does not come, what is here is told all the same.
  const all = await reports.read(segments, { size: 0 }).catch(() => null);
  return { read: readIn(all ?? first), isWhole: all !== null && !lacksSome(all, 0) };
}

interface Props {
  messageId: string;
  /** Of all counted visits together; what no file accounts for was spent on the page. Null where it is not known. */
  totalSeconds: number | null;
  medias: ReadonlyMap<string, MediaView>;
}

/** How long each file of a message was looked at, the longest first, and the page itself: together the whole time. */
export function ReadingTimes({ messageId, totalSeconds, medias }: Props) {
  const { reports } = useServices();
  const [times, setTimes] = useState<Times | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState({ question: 0, totalSeconds });
  // Asked again with every new total, but not with the first that comes: that is of the same moment.
  if (totalSeconds !== asked.totalSeconds) {
    const isFirst = asked.totalSeconds === null;
    setAsked({ question: asked.question + (isFirst ? 0 : 1), totalSeconds });
    if (isFirst && times?.question === asked.question) setTimes({ ...times, totalSeconds });
  }
  const { question } = asked;
  const take = useEffectEvent((told: Told) => setTimes({ ...told, question, totalSeconds }));
  // Until the answer is here, what was known before stands as a whole.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question is asked anew
  useEffect(() => {
    const visit = { isOver: false };
    readTimes(reports, messageId).then(
      (told) => {
        if (visit.isOver) return;
        take(told);
        setFailure(null);
      },
      (error) => !visit.isOver && setFailure(reasonOf(error)),
    );
    return () => {
      visit.isOver = true;
    };
  }, [reports, messageId, question]);
  const read = times?.read ?? null;
  const total = times?.isWhole ? times.totalSeconds : null;
  const onPage = total === null ? 0 : total - (read ?? []).reduce((sum, { seconds }) => sum + seconds, 0);
  const most = Math.max(1, onPage, ...(read ?? []).map(({ seconds }) => seconds));
  return (
    <div className={classes.reading}>
      <h4 className={classes.heading}>{texts.reading.heading}</h4>
      {failure && <p className={classes.none}>{texts.reading.failed(failure)}</p>}
      {read?.length === 0 && total !== null && onPage <= 0 && (
        <p className={classes.none}>{texts.reading.none}</p>
      )}
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
