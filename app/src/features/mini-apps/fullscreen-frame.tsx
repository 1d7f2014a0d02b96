import { ActionIcon, Tooltip } from '@mantine/core';
import { useFullscreenElement } from '@mantine/hooks';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useShowsHint } from '#ui/hint-level.ts';
import classes from './mini-app-screen.module.css';
import { texts } from './texts.ts';

/** A running app with the way to let it fill the screen (APP-01). */
export function FullscreenFrame({ children }: { children: ReactNode }) {
  const { ref, toggle, fullscreen } = useFullscreenElement<HTMLDivElement>();
  const label = fullscreen ? texts.leaveFullscreen : texts.fullscreen;
  const showsHint = useShowsHint();
  const Icon = fullscreen ? IconMinimize : IconMaximize;
  return (
    <div ref={ref} className={classes.stage}>
      {children}
      <Tooltip label={label} disabled={!showsHint}>
        <ActionIcon
          className={classes.fullscreen}
          variant="default"
          size={44}
          radius="md"
          aria-label={label}
          onClick={() => void toggle()}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
