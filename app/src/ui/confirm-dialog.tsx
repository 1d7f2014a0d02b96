import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './confirm-dialog.module.css';
import { Dialog, DialogActions } from './dialog.tsx';

interface Props {
  title: string;
  question: string;
  /** The button is named after the act. */
  confirm: string;
  cancel?: string;
  destructive?: boolean;
  children?: ReactNode;
  onConfirm: () => unknown;
  onCancel: () => void;
}

/** A question with one act and a way back; Escape and the scrim cancel. */
export default function ConfirmDialog(props: Props) {
  const {
    title,
    question,
    confirm,
    cancel = 'Cancel',
    destructive = false,
    children,
    onConfirm,
    onCancel,
  } = props;
  const [isBusy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} size={440} onClose={onCancel}>
      <p className={classes.question}>{question}</p>
      {children}
      <DialogActions>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancel}
        </Button>
        <Button color={destructive ? 'red' : 'brand'} loading={isBusy} onClick={() => void act()}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
