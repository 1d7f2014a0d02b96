import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './field-errors.module.css';

interface Props {
  text: string;
  fields: readonly { label: string; focus: () => void }[];
}

/** What a form says above itself when something in it is wrong, with ways to each such field. */
export const FieldErrors = ({ text, fields }: Props) => (
  <div role="alert" className={classes.errors}>
    <IconAlertTriangle size={20} stroke={1.75} aria-hidden className={classes.icon} />
    <p className={classes.text}>{text}</p>
    <span className={classes.ways}>
      {fields.map(({ label, focus }) => (
        <button key={label} type="button" className={classes.way} onClick={focus}>
          {label}
        </button>
      ))}
    </span>
  </div>
);
