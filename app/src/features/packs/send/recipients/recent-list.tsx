import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { Spoken } from '#ui/spoken.tsx';
import { texts } from '../../texts.ts';
import { recipientName } from '../message-form.ts';
import classes from './recent-list.module.css';
import type { RecipientFields } from './recipients.ts';

interface Props {
  offered: readonly RecipientFields[];
  onChoose: (one: RecipientFields) => void;
  onForget: (one: RecipientFields) => void;
  onDismiss: () => void;
  /** Takes the focus when nothing is left here that could have it. */
  onLeft: () => void;
  list: RefObject<HTMLElement | null>;
}

/** Recent recipients that fit what is typed: a tap or a key fills the fields, the cross takes one off this device. */
export function RecentList({ offered, onChoose, onForget, onDismiss, onLeft, list }: Props) {
  if (offered.length === 0) return null;
  const forget = (one: RecipientFields, at: number) => {
    flushSync(() => onForget(one));
    const left = [...(list.current?.querySelectorAll<HTMLElement>('[data-forget]') ?? [])];
    const next = left[at] ?? left.at(-1);
    if (next) next.focus();
    else onLeft();
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      onDismiss();
      onLeft();
    }
    const item = event.target instanceof Element && event.target.closest('li');
    if (!item || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    const next = event.key === 'ArrowDown' ? item.nextElementSibling : item.previousElementSibling;
    next?.querySelector('button')?.focus();
  };
  return (
    <section ref={list} className={classes.recent} aria-label={texts.send.recent} onKeyDown={move}>
      <Spoken role="status">{texts.send.recentCount(offered.length)}</Spoken>
      <ul className={classes.list}>
        {offered.map((one, at) => {
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
                data-forget
                onClick={() => forget(one, at)}
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
