import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './banner.module.css';

interface Props {
  tone: 'neutral' | 'warn';
  text: string;
  icon?: ReactNode;
  action?: ReactNode;
  dismissLabel?: string;
  onDismiss?: () => void;
}

/** One line above a page that wants to be known: an invitation or a warning. */
export const Banner = ({ tone, text, icon, action, dismissLabel = 'Dismiss', onDismiss }: Props) => {
  const Sign = tone === 'warn' ? IconAlertTriangle : IconInfoCircle;
  return (
    <div className={classes.banner} data-tone={tone}>
      {icon ?? <Sign size={20} stroke={1.75} aria-hidden className={classes.icon} />}
      <p className={classes.text}>
        {text} {action}
      </p>
      {onDismiss && (
        <ActionIcon
          variant="transparent"
          size={44}
          aria-label={dismissLabel}
          onClick={onDismiss}
          className={classes.close}
        >
          <IconX size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
};
