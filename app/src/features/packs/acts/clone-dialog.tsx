import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BackButton } from '#ui/back-button.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { useDialogAct } from '#ui/use-dialog-act.ts';
import { texts } from '../texts.ts';

interface Props {
  /** Name of the pack that is copied. */
  of: string;
  onClone: (title: string) => unknown;
  onCancel: () => void;
}

/** Asks for the name of a copy; without one there is none (PLIST-08, PLIST-09). */
export default function CloneDialog({ of, onClone, onCancel }: Props) {
  const [title, setTitle] = useState('');
  const name = title.trim();
  const { isBusy, run, back } = useDialogAct(() => onClone(name));
  return (
    <Dialog title={texts.clone.title} size={440} onClose={onCancel} holdsWork={title !== ''}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name) void run();
        }}
      >
        <TextInput
          label={texts.clone.question}
          description={texts.clone.copyOf(of)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={title}
          maxLength={255}
          readOnly={isBusy}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        <DialogActions>
          <BackButton ref={back} isBusy={isBusy} onClick={onCancel}>
            {texts.cancel}
          </BackButton>
          <Button type="submit" disabled={name === ''} loading={isBusy}>
            {texts.clone.ok}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
