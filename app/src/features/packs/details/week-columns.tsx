import { formatShortDate } from '@satchel/core/format/dates.ts';
import { formatDuration } from '@satchel/core/format/durations.ts';
import { texts } from './texts.ts';
import type { Day } from './visits.ts';
import classes from './week-columns.module.css';

interface Props {
  name: string;
  days: readonly Day[];
  /** Reading time of a full column, in seconds: the same for all that stand below each other. */
  most: number;
}

/** Reading time of seven days as columns, and as a table for whoever does not see them. */
export const WeekColumns = ({ name, days, most }: Props) => (
  <div className={classes.week} data-days={days.some(({ seconds }) => seconds > 0) ? 'some' : 'none'}>
    <div className={classes.columns} aria-hidden>
      {days.map(({ at, seconds }) => (
        <span
          key={at}
          className={classes.day}
          data-empty={seconds === 0 || undefined}
          style={seconds === 0 ? undefined : { height: `${Math.max(12, (seconds / most) * 100)}%` }}
        />
      ))}
    </div>
    <span className={classes.label} aria-hidden>
      {texts.log.lastDays}
    </span>
    <div className={classes.spoken}>
      <table>
        <caption>{texts.week.caption(name)}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.week.day}</th>
            <th scope="col">{texts.week.time}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ at, seconds }) => (
            <tr key={at}>
              <th scope="row">{formatShortDate(at)}</th>
              <td>{formatDuration(seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </div>
);
