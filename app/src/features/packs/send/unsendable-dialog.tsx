import { Button } from '@mantine/core';
import type { UnsendableItem } from '#services.ts';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { texts } from '../texts.ts';
import classes from './unsendable-dialog.module.css';

interface Props {
  items: readonly UnsendableItem[];
  /** With or without what cannot be sent. */
  onSend: (without: readonly string[]) => void;
  onCancel: () => void;
}

/** Asks before something goes out that lacks what it promises. */
export default function UnsendableDialog({ items, onSend, onCancel }: Props) {
  return (
    <Dialog title={texts.unsendable.title} size={560} onClose={onCancel}>
      <p>{texts.unsendable.question}</p>
      <ul className={classes.items}>
        {items.map(({ id, name, because }) => (
          <li key={id}>
            <span className={classes.name}>{name}</span>
            <span className={classes.because}>{texts.unsendable.because[because]}</span>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {texts.send.cancel}
        </Button>
        <Button variant="default" onClick={() => onSend([])}>
          {texts.unsendable.asItIs}
        </Button>
        <Button onClick={() => onSend(items.map(({ id }) => id))}>{texts.unsendable.without}</Button>
      </DialogActions>
    </Dialog>
  );
}
