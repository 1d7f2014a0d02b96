import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { texts } from '../texts.ts';
import { WaitingLink } from './link/waiting-link.tsx';
import { sendOutcome } from './send-outcome.ts';
import { hasToBeSeen, type Standing, useStandings } from './use-standings.ts';

interface Props {
  /** What came of it at first. */
  title: string;
  messageId: string;
  /** For example 'Daniel Okafor'. */
  name: string;
  email: string;
  /** In a learning channel: the mail goes to its sender alone. */
  isOnlyToSender: boolean;
  /** Opens a message that was refused. */
  onCorrect: (id: string) => void;
  onAnother: () => void;
  onFinish: () => void;
}

const { send } = texts;

function titleOf(standing: Standing | undefined, first: string): string {
  switch (standing?.state) {
    case 'saved':
      return send.sent;
    case 'cancelled':
      return send.wasCancelled;
    case 'refused':
    case 'asks':
      return sendOutcome({ savedLocally: true, savedRemotely: false, failure: standing.reason }, true).title;
    default:
      return first;
  }
}

/** What became of the message, while one looks, and what next (PSEND-12). */
export default function SentDialog(props: Props) {
  const { title, messageId, name, email, isOnlyToSender, onCorrect, onAnother, onFinish } = props;
  const standing = useStandings([messageId])?.get(messageId);
  return (
    <Dialog title={titleOf(standing, title)} size={440} onClose={onFinish} closesOnScrim={false}>
      <p>{isOnlyToSender ? send.onlyToYou(name, email) : send.sentTo(name, email)}</p>
      {(standing?.state === 'waiting' || standing?.state === 'going') && <p>{send.whileOpen}</p>}
      {standing?.state === 'refused' && (
        <Button variant="light" onClick={() => onCorrect(standing.id)}>
          {send.correct}
        </Button>
      )}
      {hasToBeSeen(standing) && <WaitingLink />}
      <DialogActions>
        <Button variant="default" onClick={onAnother}>
          {send.sendAnother}
        </Button>
        <Button onClick={onFinish} data-autofocus>
          {send.finish}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
