import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { BackButton } from './back-button.tsx';
import classes from './confirm-dialog.module.css';
import { Dialog, DialogActions } from './dialog.tsx';
import { useDialogAct } from './use-dialog-act.ts';

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

/** A question with one act and a way back; until that is chosen Escape and the scrim cancel. */
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
  const { isBusy, run, back } = useDialogAct(onConfirm);
  return (
    <Dialog title={title} size={440} onClose={onCancel} holdsWork={isBusy}>
      <p className={classes.question}>{question}</p>
      {children}
      <DialogActions>
        <BackButton ref={back} isBusy={isBusy} isFirst onClick={onCancel}>
          {cancel}
        </BackButton>
        <Button color={destructive ? 'red' : 'brand'} loading={isBusy} onClick={() => void run()}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
