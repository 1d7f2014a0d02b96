import { IconSelector } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import type { ChannelSummary } from '#services.ts';
import { PlainButton } from '#ui/plain-button.tsx';
import { ChannelLabel } from './channel-label.tsx';
import classes from './channel-switcher.module.css';
import { texts } from './texts.ts';

type Props = { active: ChannelSummary } & ComponentPropsWithRef<'button'>;

/** The header's button that names the active channel. */
export const ChannelButton = ({ active, ...button }: Props) => (
  <PlainButton
    aria-label={texts.switchChannel(active.title)}
    {...button}
    className={`${classes.button} ${button.className ?? ''}`}
  >
    <ChannelLabel channel={active} />
    <IconSelector size={18} stroke={1.75} aria-hidden className={classes.sign} />
  </PlainButton>
);
