import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useSwitchChannel } from '#features/resources/use-switch-channel.ts';
import type { ChannelSummary } from '#services.ts';
import { Picture } from '#ui/picture.tsx';
import { ChannelButton } from './channel-button.tsx';
import classes from './channel-switcher.module.css';
import type { Late } from './late-menu.tsx';
import menuClasses from './menu.module.css';
import { menuTexts } from './menu-texts.ts';

interface Props extends Late {
  channels: readonly ChannelSummary[];
  active: ChannelSummary;
}

/** The active channel as a menu to switch to another (NAV-48, CHAN-18). */
export default function ChannelSwitcher({ channels, active, opensAtOnce, place }: Props) {
  const switchChannel = useSwitchChannel();
  return (
    <Menu position="bottom-start" width={320} defaultOpened={opensAtOnce}>
      <Menu.Target>
        <ChannelButton active={active} ref={place} />
      </Menu.Target>
      <Menu.Dropdown aria-label={menuTexts.channels}>
        {channels.map((channel) => (
          <Menu.RadioItem
            key={channel.id}
            value={channel.id}
            className={menuClasses.item}
            checked={channel.id === active.id}
            closeMenuOnClick
            checkIcon={<IconCheck size={18} stroke={1.75} aria-hidden />}
            onChange={switchChannel}
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
