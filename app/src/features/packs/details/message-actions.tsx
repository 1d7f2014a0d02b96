import { Button } from '@mantine/core';
import { IconPencil, IconSend, IconSettings, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { ButtonLink } from '#navigation/links.tsx';
import { useServices, type WaitingItem } from '#services.ts';
import { actInRow } from '#ui/act-in-row.ts';
import { reasonOf } from '#ui/reason-of.ts';
import { ShareButton } from '#ui/share-button.tsx';
import { useLive } from '#ui/use-live.ts';
import { CopyButton } from '../send/link/copy-button.tsx';
import linkClasses from '../send/link/link-dialog.module.css';
import { OpenButton } from '../send/link/open-button.tsx';
import classes from './message-actions.module.css';
import type { SentRow } from './sent-row.ts';
import { texts } from './texts.ts';

const againIcon = <IconSend size={18} stroke={1.75} aria-hidden />;

/** The row goes with its message. */
const rows = { name: 'message', inside: '[aria-expanded]', otherwise: ['h1'] } as const;

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));
const LinkControlDialog = lazy(() => import('./link-control-dialog.tsx'));

interface Props {
  row: SentRow;
  packId: string;
  /** Whether the pack may be sent. */
  maySend: boolean;
  name: string;
  /** After something was changed at the host. */
  onChanged: () => void;
}

/** What can still be done about a message: its link, and everything else as long as it has not left. */
export function MessageActions({ row, packId, maySend, name, onChanged }: Props) {
  const { messages, notices, waiting } = useServices();
  const [asks, setAsks] = useState<'cancel' | 'control' | 'again' | null>(null);
  const link = useLive(() => messages.link(row.id), [row.id]);
  const control = useLive(() => messages.control(row.id), [row.id]);
  const item = useLive(async () => (await waiting.items({ ids: [row.id] }))[0], [row.id]);
  const actions = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  if (row.message === null) return null;
  const isHere = row.state === 'waiting' || row.state === 'refused' || row.state === 'asks';
  const mayCancel = isHere || row.state === 'accepted';
  // A new message, with a link of its own, which begins with the words of this one.
  const toNewOne = {
    to: '/packs/$id/send',
    params: { id: packId },
    search: { again: row.id },
  } as const;
  const works = !isHere && row.state !== 'going' && row.state !== 'revoked';
  const cancel = async () => {
    await actInRow(actions.current?.closest('[data-message]') ?? null, rows, () => messages.cancel(row.id), {
      done: () => {
        notices.show({ tone: 'done', text: texts.message.cancelled(name) });
        onChanged();
      },
      failed: (reason) => notices.show({ tone: 'problem', text: texts.message.notCancelled(reason) }),
    });
    setAsks(null);
  };
  const sendNow = async (waits: WaitingItem) => {
    try {
      await waiting.retry(waits);
    } catch (error) {
      notices.show({ tone: 'problem', text: texts.message.notSent(reasonOf(error)) });
    }
  };
  return (
    <div className={classes.actions} ref={actions}>
      {link && row.state !== 'revoked' && (
        <div className={linkClasses.field}>
          <output className={linkClasses.address} aria-label={texts.message.linkOf(name)}>
            {link}
          </output>
          {works && <OpenButton link={link} />}
          <ShareButton
            className={linkClasses.copy ?? ''}
            label={texts.message.share(name)}
            title={row.message.subject ?? ''}
            url={link}
          />
          <CopyButton text={link} label={texts.message.copy(name)} />
        </div>
      )}
      <div className={classes.buttons}>
        {row.state === 'asks' && item && (
          <Button
            leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
            onClick={() => void sendNow(item)}
          >
            {texts.message.sendNow}
          </Button>
        )}
        {isHere && !row.mayHaveLeft && maySend && (
          <ButtonLink
            to="/packs/$id/send"
            params={{ id: packId }}
            search={{ message: row.id }}
            variant="default"
            leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
          >
            {texts.message.edit}
          </ButtonLink>
        )}
        {maySend && row.state === 'failed' && (
          <ButtonLink {...toNewOne} variant="default" leftSection={againIcon}>
            {texts.message.again}
          </ButtonLink>
        )}
        {maySend && row.state === 'unknown' && (
          <Button variant="default" leftSection={againIcon} onClick={() => setAsks('again')}>
            {texts.message.again}
          </Button>
        )}
        {control && !isHere && row.state !== 'going' && (
          <Button
            variant="default"
            leftSection={<IconSettings size={18} stroke={1.75} aria-hidden />}
            onClick={() => setAsks('control')}
          >
            {texts.message.control}
          </Button>
        )}
        {mayCancel && (
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
            onClick={() => setAsks('cancel')}
          >
            {texts.message.cancel}
          </Button>
        )}
      </div>
      <Suspense>
        {asks === 'cancel' && (
          <ConfirmDialog
            title={texts.message.cancel}
            question={texts.message.cancelQuestion(name)}
            confirm={texts.message.cancel}
            cancel={texts.message.keep}
            destructive
            onConfirm={cancel}
            onCancel={() => setAsks(null)}
          />
        )}
        {asks === 'again' && (
          <ConfirmDialog
            title={texts.message.again}
            question={texts.message.againQuestion(name)}
            confirm={texts.message.again}
            onConfirm={() => navigate(toNewOne)}
            onCancel={() => setAsks(null)}
          />
        )}
        {asks === 'control' && control && (
          <LinkControlDialog
            id={row.id}
            name={name}
            control={control}
            onClose={() => {
              setAsks(null);
              onChanged();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
