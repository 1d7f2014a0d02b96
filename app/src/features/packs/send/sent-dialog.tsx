import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Modal } from '@mantine/core';
import classes from '../dialog.module.css';
import { texts } from '../texts.ts';

interface Props {
  title: string;
  /** For example 'Daniel Okafor'. */
  name: string;
  email: string;
  onAnother: () => void;
  onFinish: () => void;
}

/** What became of the message, and what next (PSEND-12). */
export default function SentDialog({ title, name, email, onAnother, onFinish }: Props) {
  return (
    <Modal
      opened
      onClose={onFinish}
      closeOnClickOutside={false}
      title={title}
      size={440}
      withCloseButton={false}
      classNames={classes}
    >
      <p>{texts.send.sentTo(name, email)}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onAnother}>
          {texts.send.sendAnother}
        </Button>
        <Button onClick={onFinish} data-autofocus>
          {texts.send.finish}
        </Button>
      </div>
    </Modal>
  );
}
