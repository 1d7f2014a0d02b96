import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import type { ChannelSummary } from '#services.ts';
import { Picture } from '#ui/picture.tsx';
import { ChannelLabel } from './channel-label.tsx';
import classes from './channel-switcher.module.css';
import menuClasses from './menu.module.css';
import { texts } from './texts.ts';
import { useSwitchChannel } from './use-switch-channel.ts';

interface Props {
  channels: readonly ChannelSummary[];
  active: ChannelSummary;
}

/** The active channel as a menu to switch to another (NAV-48, CHAN-18). */
export default function ChannelSwitcher({ channels, active }: Props) {
  const switchChannel = useSwitchChannel();
  return (
    <Menu position="bottom-start" width={320}>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={texts.switchChannel(active.title)}>
          <ChannelLabel channel={active} />
          <IconSelector size={18} stroke={1.75} aria-hidden className={classes.sign} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.channels}>
        {channels.map((channel) => (
          <Menu.RadioItem
            key={channel.id}
            value={channel.id}
            className={menuClasses.item}
            checked={channel.id === active.id}
            closeMenuOnClick
            checkIcon={<IconCheck size={18} stroke={1.75} aria-hidden />}
            onChange={(id) => void switchChannel(id)}
          >
            <span className={classes.choice}>
              <Picture src={channel.imageUrl} className={classes.picture} kind="channel" />
              {channel.title}
            </span>
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
