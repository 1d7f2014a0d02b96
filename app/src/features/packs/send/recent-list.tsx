import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Spoken } from '#ui/spoken.tsx';
import { texts } from '../texts.ts';
import { recipientName } from './message-form.ts';
import classes from './recent-list.module.css';
import type { RecipientFields } from './recipients.ts';

interface Props {
  offered: readonly RecipientFields[];
  onChoose: (one: RecipientFields) => void;
  onForget: (one: RecipientFields) => void;
  onDismiss: () => void;
}

/** Recent recipients that fit what is typed: a tap fills the fields, the cross takes one off this device. */
export function RecentList({ offered, onChoose, onForget, onDismiss }: Props) {
  if (offered.length === 0) return null;
  return (
    <section
      className={classes.recent}
      aria-label={texts.send.recent}
      onKeyDown={({ key }) => key === 'Escape' && onDismiss()}
    >
      <Spoken role="status">{texts.send.recentCount(offered.length)}</Spoken>
      <ul className={classes.list}>
        {offered.map((one) => {
          const name = recipientName(one) || one.email;
          return (
            <li key={one.email} className={classes.item}>
              <UnstyledButton className={classes.choose} onClick={() => onChoose(one)}>
                <strong>{name}</strong>
                <span>{[one.company, one.email].filter(Boolean).join(', ')}</span>
              </UnstyledButton>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={texts.send.forgetRecent(name)}
                onClick={() => onForget(one)}
              >
                <IconX size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
