import { ActionIcon, Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useShowsHint } from '#ui/hint-level.ts';
import { usePresenting } from '#ui/use-presenting.ts';
import classes from './mini-app-screen.module.css';
import { texts } from './texts.ts';

/** It lies above the app and has keys of its own; by now it may have gone with this one. */
const isInDialog = (at: EventTarget | null) =>
  at instanceof Element && at.closest('[role="dialog"]') !== null;

/** A running app with the way to let it fill the screen (APP-01). */
export function FullscreenFrame({ children }: { children: ReactNode }) {
  const stage = useRef<HTMLDivElement>(null);
  const { isPresenting, present, leave } = usePresenting(stage);
  // Where only the window is filled, no browser does it.
  useWindowEvent('keydown', ({ key, defaultPrevented, target }) => {
    if (key === 'Escape' && !defaultPrevented && !isInDialog(target) && isPresenting) leave();
  });
  const label = isPresenting ? texts.leaveFullscreen : texts.fullscreen;
  const showsHint = useShowsHint();
  const Icon = isPresenting ? IconMinimize : IconMaximize;
  return (
    <div ref={stage} className={classes.stage} data-presenting={isPresenting || undefined}>
      {children}
      <Tooltip label={label} disabled={!showsHint}>
        <ActionIcon
          className={classes.fullscreen}
          variant="default"
          size={44}
          radius="md"
          aria-label={label}
          onClick={isPresenting ? leave : present}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
