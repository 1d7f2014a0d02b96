import { Button } from '@mantine/core';
import { ButtonLink } from '#navigation/links.tsx';
import { whereToEdit } from '#navigation/where-to-edit.ts';
import { type UnsendableItem, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { usePackPermissions } from '../acts/use-pack-permissions.ts';
import { texts } from '../texts.ts';
import classes from './unsendable-dialog.module.css';

interface Props {
  pack: PackRecord;
  items: readonly UnsendableItem[];
  /** Whether the host takes a message without them, as far as it has told. */
  canLeaveOut: boolean;
  /** With or without what cannot be sent. */
  onSend: (without: readonly string[]) => void;
  onCancel: () => void;
}

/** Asks before something goes out that lacks what it promises. */
export default function UnsendableDialog({ pack, items, canLeaveOut, onSend, onCancel }: Props) {
  const { flags } = useServices().configuration;
  const may = usePackPermissions(pack);
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
      {!canLeaveOut && <p>{texts.unsendable.takeOut}</p>}
      <DialogActions>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {texts.send.cancel}
        </Button>
        <Button variant="default" onClick={() => onSend([])}>
          {texts.unsendable.asItIs}
        </Button>
        {canLeaveOut && (
          <Button onClick={() => onSend(items.map(({ id }) => id))}>{texts.unsendable.without}</Button>
        )}
        {!canLeaveOut && may.edit && (
          <ButtonLink to={whereToEdit(flags)} params={{ id: pack.id }}>
            {texts.actions.edit}
          </ButtonLink>
        )}
      </DialogActions>
    </Dialog>
  );
}
