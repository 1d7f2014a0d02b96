import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useHintTitle } from './hint-level.ts';
import { Spoken } from './spoken.tsx';

const failed = 'Action failed';

interface Props extends UnstyledButtonProps {
  /** What the button is called. */
  label: string;
  /** What the receiving program takes as the subject. */
  title: string;
  url: string;
}

const canShare = (data: ShareData) =>
  typeof navigator.share === 'function' && (navigator.canShare?.(data) ?? true);

/** Hands a link to the system's share sheet; not there where the system has none. */
export function ShareButton({ label, title, url, ...button }: Props) {
  const [hasFailed, setFailed] = useState(false);
  const hint = useHintTitle(hasFailed ? failed : label, hasFailed);
  const data = { title, url };
  if (!canShare(data)) return null;
  const share = async () => {
    setFailed(false);
    try {
      await navigator.share(data);
    } catch (error) {
      // Who closes the sheet, or touches twice while it opens, meant no harm.
      const isClosed =
        error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name);
      setFailed(!isClosed);
    }
  };
  return (
    <UnstyledButton
      {...button}
      aria-label={label}
      title={hint}
      data-state={hasFailed ? 'error' : 'ready'}
      onClick={() => void share()}
    >
      <IconShare2 size={22} stroke={1.75} aria-hidden />
      <Spoken role="status">{hasFailed ? failed : ''}</Spoken>
    </UnstyledButton>
  );
}
