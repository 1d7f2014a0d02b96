import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { texts } from '../texts.ts';

interface Props {
  title: string;
  /** For example 'Daniel Okafor'. */
  name: string;
  email: string;
  /** It lies on this device alone. */
  isWaiting: boolean;
  onAnother: () => void;
  onFinish: () => void;
}

/** What became of the message, and what next (PSEND-12). */
export default function SentDialog({ title, name, email, isWaiting, onAnother, onFinish }: Props) {
  return (
    <Dialog title={title} size={440} onClose={onFinish} closesOnScrim={false}>
      <p>{texts.send.sentTo(name, email)}</p>
      {isWaiting && <p>{texts.send.whileOpen}</p>}
      <DialogActions>
        <Button variant="default" onClick={onAnother}>
          {texts.send.sendAnother}
        </Button>
        <Button onClick={onFinish} data-autofocus>
          {texts.send.finish}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
