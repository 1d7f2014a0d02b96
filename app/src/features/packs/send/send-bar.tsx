import { Button } from '@mantine/core';
import { IconLink, IconSend } from '@tabler/icons-react';
import { ActionBar } from '#ui/action-bar.tsx';
import { Spoken } from '#ui/spoken.tsx';
import { texts } from '../texts.ts';
import classes from './send-form.module.css';
import type { How } from './use-send.ts';

interface Props {
  /** What is under way, once that takes longer than a moment. */
  busy: How | null;
  isSending: boolean;
  /** Nothing can go out. */
  isHeldBack: boolean;
  /** Why not, for who does not see it. */
  why: string | undefined;
  /** To the step before; null where there is none. */
  onBack: (() => void) | null;
  onCancel: () => void;
  onPreview: () => void;
  onPress: (how: How, button: HTMLElement) => void;
}

/** Cancel and Preview, Link and Send. */
export const SendBar = ({
  busy,
  isSending,
  isHeldBack,
  why,
  onBack,
  onCancel,
  onPreview,
  onPress,
}: Props) => (
  <ActionBar
    aside={
      <>
        <Button variant="subtle" color="gray" disabled={isSending} onClick={onCancel}>
          {texts.send.cancel}
        </Button>
        <Button variant="subtle" className={onBack ? classes.besideBack : undefined} onClick={onPreview}>
          {texts.preview.open}
        </Button>
      </>
    }
  >
    <Spoken role="status">{busy && texts.send.underWay}</Spoken>
    {onBack && (
      <Button variant="default" disabled={isSending || busy !== null} onClick={onBack}>
        {texts.send.back}
      </Button>
    )}
    <Button
      variant="default"
      loading={busy === 'link'}
      disabled={busy === 'send' || isHeldBack}
      aria-description={why}
      leftSection={<IconLink size={20} stroke={1.75} aria-hidden />}
      onClick={({ currentTarget }) => onPress('link', currentTarget)}
    >
      {texts.send.link}
    </Button>
    <Button
      loading={busy === 'send'}
      disabled={busy === 'link' || isHeldBack}
      aria-description={why}
      leftSection={<IconSend size={20} stroke={1.75} aria-hidden />}
      onClick={({ currentTarget }) => onPress('send', currentTarget)}
    >
      {texts.send.send}
    </Button>
  </ActionBar>
);
