import { Button } from '@mantine/core';
import { useState } from 'react';
import { useServices, useWatched } from '#services.ts';
import { Chip } from '#ui/chip.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { texts } from '../texts.ts';
import { LinkTools } from './link/link-tools.tsx';
import { WaitingLink } from './link/waiting-link.tsx';
import { sendOutcome } from './send-outcome.ts';
import classes from './sent-list-dialog.module.css';
import type { RecordedMessage } from './use-send.ts';
import { hasToBeSeen, type Standing, useStandings } from './use-standings.ts';

interface Props {
  how: 'send' | 'link';
  recorded: readonly RecordedMessage[];
  /** Of the messages, for whoever hands a link on. */
  subject: string;
  /** In a learning channel: the mails go to their sender alone. */
  isOnlyToSender: boolean;
  /** Opens a message that was refused. */
  onCorrect: (id: string) => void;
  onAnother: () => void;
  onFinish: () => void;
}

const { send, link } = texts;

/** What became of all of them, in the words for one; while they go, or were all given up, in words of their own. */
function titleOf(all: readonly Standing[], isOnline: boolean): string {
  const left = all.filter(({ state }) => state !== 'saved' && state !== 'cancelled');
  const failed =
    left.find(({ state }) => state === 'refused') ?? left.find(({ reason }) => isOnline && reason !== null);
  if (failed) {
    return sendOutcome({ savedLocally: true, savedRemotely: false, failure: failed.reason }, true).title;
  }
  if (left.length > 0 || all.length === 0) return isOnline ? send.onItsWay : send.savedForSending;
  return all.some(({ state }) => state === 'saved') ? send.sent : send.allCancelled;
}

/** Several messages at once: how far each has come, while one looks (PSEND-12, PSEND-13). */
export default function SentListDialog(props: Props) {
  const { how, recorded, subject, isOnlyToSender, onCorrect, onAnother, onFinish } = props;
  const { connection } = useServices();
  const { online } = useWatched(connection);
  const states = useStandings(recorded.map(({ id }) => id));
  const all = [...(states?.values() ?? [])];
  const saved = all.filter(({ state }) => state === 'saved').length;
  const leaves = all.some(({ state }) => state === 'waiting' || state === 'going');
  /** Whose code is shown. */
  const [scanned, setScanned] = useState<string | null>(null);
  const title = how === 'link' ? send.linksMade(recorded.length) : titleOf(all, online);
  return (
    <Dialog title={title} size={640} onClose={onFinish} closesOnScrim={false}>
      {how === 'send' && isOnlyToSender && <p>{send.allOnlyToYou}</p>}
      <p role="status">{send.progress(saved, recorded.length)}</p>
      <ul className={classes.list}>
        {recorded.map(({ id, name, email, link: address }) => {
          const { id: now, state, reason } = states?.get(id) ?? { id, state: 'waiting', reason: null };
          return (
            <li key={id} className={classes.item} data-link={how === 'link' || undefined}>
              <span className={classes.who}>
                <strong>{name}</strong>
                <span className={classes.address}>{how === 'link' ? address : email}</span>
                {reason && <span className={classes.reason}>{reason}</span>}
              </span>
              {state === 'refused' && (
                <Button
                  variant="subtle"
                  my={-6}
                  aria-label={send.correctOf(name)}
                  onClick={() => onCorrect(now)}
                >
                  {send.correct}
                </Button>
              )}
              <Chip tone={tones[state]}>{send.states[state]}</Chip>
              {how === 'link' && (
                <LinkTools
                  {...{ id, name, subject, address }}
                  isScanned={scanned === id}
                  onScan={() => setScanned(scanned === id ? null : id)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {leaves && <p className={classes.truth}>{how === 'link' ? link.manyWaiting : send.whileOpen}</p>}
      {all.some(hasToBeSeen) && <WaitingLink />}
      <DialogActions>
        <Button variant="default" onClick={onAnother}>
          {how === 'link' ? link.another : send.sendAnother}
        </Button>
        <Button onClick={onFinish} data-autofocus>
          {send.finish}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const tones = {
  waiting: 'waiting',
  asks: 'waiting',
  going: 'moving',
  refused: 'refused',
  saved: 'done',
  cancelled: 'neutral',
} as const;
