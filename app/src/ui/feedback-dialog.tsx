import { Modal } from '@mantine/core';
import { useState } from 'react';
import classes from './feedback-dialog.module.css';
import { ThirdPartyFrame } from './third-party-frame.tsx';
import { useGivenBackFocus } from './use-given-back-focus.ts';

interface Props {
  title: string;
  /** Address of the widget. */
  script: string;
  onClose: () => void;
}

/** The feedback widget of somebody else, in a frame of its own (TOUR-06). It is told nothing but that it is asked for. */
export default function FeedbackDialog({ title, script, onClose }: Props) {
  useGivenBackFocus();
  const [entry] = useState({ event: 'feedback' });
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={title}
      size={640}
      radius="xl"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      <ThirdPartyFrame title={title} script={script} entry={entry} className={classes.frame} />
    </Modal>
  );
}
