import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';
import sheet from './sheet.module.css';
import { useGivenBackFocus } from './use-given-back-focus.ts';

interface Props {
  title: string;
  /** px */
  size: number;
  /** Something is typed, ticked or moved in it that a stray tap or key would lose: its buttons alone close it. */
  holdsWork?: boolean;
  /** False where a stray tap would take away what is to be read. */
  closesOnScrim?: boolean;
  children: ReactNode;
  onClose: () => void;
}

/** A dialog in the middle, on a phone a sheet from below. Its header is no landmark of the page. */
export function Dialog(props: Props) {
  const { title, size, holdsWork = false, closesOnScrim = true, children, onClose } = props;
  useGivenBackFocus();
  return (
    <Modal.Root
      opened
      centered
      onClose={onClose}
      size={size}
      closeOnEscape={!holdsWork}
      closeOnClickOutside={closesOnScrim && !holdsWork}
      transitionProps={{ duration: 240 }}
      // What takes the bar away sets a variable of the body, with which every element of the page gets its style anew.
      removeScrollProps={{ removeScrollBar: false }}
    >
      <Modal.Overlay />
      <Modal.Content
        radius="xl"
        classNames={{ inner: sheet.inner, content: `${classes.content} ${sheet.content}` }}
      >
        <Modal.Title component="h2" className={classes.title}>
          {title}
        </Modal.Title>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The buttons of a dialog: at the right, on a phone side by side over the whole width. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={classes.actions}>{children}</div>
);
