import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { texts } from '../texts.ts';
import type { Withdrawn } from './withdrawn.ts';

interface Props {
  withdrawn: readonly Withdrawn[];
  /** With or without what is missing. */
  onSend: (without: readonly string[]) => void;
  onCancel: () => void;
}

/** Asks before something goes out that lacks what it promises. */
export default function WithdrawnDialog({ withdrawn, onSend, onCancel }: Props) {
  return (
    <Dialog title={texts.withdrawn.title} size={520} onClose={onCancel}>
      <p>{texts.withdrawn.question}</p>
      <ul>
        {withdrawn.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {texts.send.cancel}
        </Button>
        <Button variant="default" onClick={() => onSend([])}>
          {texts.withdrawn.asItIs}
        </Button>
        <Button onClick={() => onSend(withdrawn.map(({ id }) => id))}>{texts.withdrawn.without}</Button>
      </DialogActions>
    </Dialog>
  );
}
