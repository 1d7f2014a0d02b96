import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ChannelSummary, useServices } from '#services.ts';
import { Picture } from '#ui/picture.tsx';
import classes from './channel-switcher.module.css';
import menuClasses from './menu.module.css';
import { texts } from './texts.ts';

/** Makes a channel the active one and goes home (CHAN-16). */
export function useSwitchChannel() {
  const { session } = useServices();
  const navigate = useNavigate();
  return async (channelId: string) => {
    await session.selectChannel(channelId);
    await navigate({ to: '/' });
  };
}

interface Props {
  channels: readonly ChannelSummary[];
  active: ChannelSummary | null;
}

/** The active channel; with several of them a menu to switch (NAV-48, CHAN-18). */
export function ChannelSwitcher({ channels, active }: Props) {
  const switchChannel = useSwitchChannel();
  if (!active) return null;
  const label = (
    <>
      <Picture src={active.imageUrl} className={classes.picture} kind="channel" />
      <span className={classes.title}>{active.title}</span>
    </>
  );
  if (channels.length < 2) return <div className={classes.label}>{label}</div>;
  return (
    <Menu position="bottom-start" width={320}>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={texts.switchChannel(active.title)}>
          {label}
          <IconSelector size={18} stroke={1.75} aria-hidden className={classes.sign} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.channels}>
        {channels.map((channel) => (
          <Menu.Item
            key={channel.id}
            className={menuClasses.item}
            role="menuitemradio"
            aria-checked={channel.id === active.id}
            leftSection={<Picture src={channel.imageUrl} className={classes.picture} kind="channel" />}
            rightSection={channel.id === active.id && <IconCheck size={18} stroke={1.75} aria-hidden />}
            onClick={() => void switchChannel(channel.id)}
          >
            {channel.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
