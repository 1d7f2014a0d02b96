import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './banner.module.css';
import { IconButton } from './icon-button.tsx';

interface Props {
  text: string;
  /** The way out, as a button. */
  action?: ReactNode;
  onDismiss?: () => void;
}

/** What went wrong, in the exact words, with a way out. Spoken at once. */
export const ErrorBanner = ({ text, action, onDismiss }: Props) => (
  <div role="alert" className={classes.banner} data-tone="bad">
    <IconAlertTriangle size={20} stroke={1.75} aria-hidden className={classes.icon} />
    <p className={classes.text}>{text}</p>
    {action}
    {onDismiss && (
      <IconButton aria-label="Dismiss" onClick={onDismiss} className={classes.close}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </IconButton>
    )}
  </div>
);
