import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './dialog.module.css';
import { texts } from './texts.ts';

interface Props {
  onClone: (title: string) => unknown;
  onCancel: () => void;
}

/** Asks for the name of a copy; without one there is none (PLIST-08, PLIST-09). */
export default function CloneDialog({ onClone, onCancel }: Props) {
  const [title, setTitle] = useState('');
  const [isBusy, setBusy] = useState(false);
  const name = title.trim();
  const clone = async () => {
    setBusy(true);
    try {
      await onClone(name);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onCancel}
      closeOnClickOutside={title === ''}
      title={texts.clone.title}
      size={440}
      withCloseButton={false}
      classNames={classes}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name && !isBusy) void clone();
        }}
      >
        <TextInput
          label={texts.clone.question}
          value={title}
          maxLength={255}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={name === ''} loading={isBusy}>
            {texts.clone.ok}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
