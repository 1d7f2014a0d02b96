import { UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useHintTitle } from '#ui/hint-level.ts';
import { Spoken } from '#ui/spoken.tsx';
import { texts } from '../../texts.ts';
import classes from './link-dialog.module.css';

const revertsAfterMs = 3000;

const signs = {
  ready: { Icon: IconCopy, label: texts.link.copy },
  done: { Icon: IconCheck, label: texts.link.copied },
  error: { Icon: IconAlertCircle, label: texts.link.copyFailed },
};

/** Copies, and says for three seconds how that went (PSEND-14). */
export function CopyButton({ text, label: name = texts.link.copy }: { text: string; label?: string }) {
  const [state, setState] = useState<keyof typeof signs>('ready');
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setState('ready'), revertsAfterMs);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('done');
    } catch {
      setState('error');
    }
    setCopies(copies + 1);
  };
  const { Icon, label: said } = signs[state];
  const label = state === 'ready' ? name : said;
  return (
    <UnstyledButton
      className={classes.copy}
      data-state={state}
      aria-label={label}
      title={useHintTitle(label, state !== 'ready')}
      onClick={() => void copy()}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
      <Spoken role="status">{state === 'ready' ? '' : label}</Spoken>
    </UnstyledButton>
  );
}
