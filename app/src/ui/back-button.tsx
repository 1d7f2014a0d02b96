import { Button } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { Spoken } from './spoken.tsx';

interface Props {
  ref: Ref<HTMLButtonElement>;
  /** The act of the dialog runs, and cannot be called off. */
  isBusy: boolean;
  /** It has the focus as the dialog opens. */
  isFirst?: boolean;
  children: ReactNode;
  onClick: () => void;
}

/** A dialog's way back. While the act runs it takes no press, but keeps the focus. */
export const BackButton = ({ ref, isBusy, isFirst = false, children, onClick }: Props) => (
  <>
    <Button
      ref={ref}
      variant="default"
      {...(isFirst && { 'data-autofocus': true })}
      {...(isBusy && { 'data-disabled': true, 'aria-disabled': true })}
      onClick={() => !isBusy && onClick()}
    >
      {children}
    </Button>
    <Spoken role="status">{isBusy && 'Please wait'}</Spoken>
  </>
);
