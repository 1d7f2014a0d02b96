import { Menu, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { isScriptAddress } from '@satchel/core/third-party/frame.ts';
import {
  IconCheck,
  IconHelp,
  IconLogin2,
  IconLogout,
  IconMessageReport,
  IconSettings,
  IconSparkles,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSwitchChannel } from '#features/resources/use-switch-channel.ts';
import { usePageLeft } from '#navigation/use-page-left.ts';
import { type ChannelSummary, useServices, useWatched } from '#services.ts';
import { Portrait } from '#ui/portrait.tsx';
import { useLive } from '#ui/use-live.ts';
import type { Late } from './late-menu.tsx';
import menuClasses from './menu.module.css';
import { menuTexts } from './menu-texts.ts';
import classes from './profile-menu.module.css';
import { texts } from './texts.ts';

const FeedbackDialog = lazy(() => import('#ui/feedback-dialog.tsx'));

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface Props extends Late {
  channels: readonly ChannelSummary[];
}

/** 'Login', or everything about the person, the channels and the way out (NAV-56, NAV-57). */
export default function ProfileMenu({ channels, opensAtOnce, place }: Props) {
  const { session, signatures, configuration } = useServices();
  const { user, activeChannelId } = useWatched(session);
  const navigate = useNavigate();
  const [isAsked, feedback] = useDisclosure();
  usePageLeft(feedback.close);
  const switchChannel = useSwitchChannel();
  const picture = useLive(async () => {
    const signature = user ? await signatures.mine() : null;
    return signature ? signatures.pictureUrl(signature) : null;
  }, [user?.uuid]);
  return (
    <>
      <Menu position="bottom-end" width={260} defaultOpened={opensAtOnce}>
        <Menu.Target>
          <UnstyledButton
            ref={place}
            className={classes.button}
            data-tour="profile"
            aria-label={texts.profileMenu(user?.name ?? null)}
          >
            <Portrait name={user?.name ?? null} src={picture ?? null} size={38} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown aria-label={texts.profileMenu(null)} className={classes.dropdown}>
          {user ? (
            <>
              <div className={menuClasses.user} role="presentation">
                <span className={menuClasses.name}>{user.name}</span>
                {user.mail}
              </div>
              <Entry
                icon={<IconUserCircle {...icon} />}
                onClick={() => void navigate({ to: '/user/account' })}
              >
                {menuTexts.account}
              </Entry>
              <Entry icon={<IconUser {...icon} />} onClick={() => void navigate({ to: '/user/profile' })}>
                {menuTexts.profile}
              </Entry>
              <Entry icon={<IconSettings {...icon} />} onClick={() => void navigate({ to: '/settings' })}>
                {menuTexts.settings}
              </Entry>
              {configuration.help.url && (
                <Entry icon={<IconHelp {...icon} />} onClick={() => void navigate({ to: '/help' })}>
                  {menuTexts.help}
                </Entry>
              )}
              <Entry icon={<IconSparkles {...icon} />} onClick={() => void navigate({ to: '/whats-new' })}>
                {menuTexts.whatsNew}
              </Entry>
              {configuration.feedback && isScriptAddress(configuration.feedback) && (
                <Entry icon={<IconMessageReport {...icon} />} onClick={feedback.open}>
                  {menuTexts.feedback}
                </Entry>
              )}
              {configuration.feedback && !isScriptAddress(configuration.feedback) && (
                <Menu.Item
                  component="a"
                  href={configuration.feedback}
                  target="_blank"
                  rel="noreferrer"
                  className={menuClasses.item}
                  leftSection={<IconMessageReport {...icon} />}
                >
                  {menuTexts.feedback}
                </Menu.Item>
              )}
              {channels.length > 1 && (
                <>
                  <Menu.Divider />
                  <Menu.Label className={menuClasses.caption}>{menuTexts.channels}</Menu.Label>
                  {channels.map((channel) => (
                    <Menu.RadioItem
                      key={channel.id}
                      value={channel.id}
                      className={menuClasses.item}
                      checked={channel.id === activeChannelId}
                      closeMenuOnClick
                      checkIcon={<IconCheck {...icon} />}
                      onChange={switchChannel}
                    >
                      {channel.title}
                    </Menu.RadioItem>
                  ))}
                </>
              )}
              <Menu.Divider />
              <Entry icon={<IconLogout {...icon} />} onClick={() => void navigate({ to: '/user/logout' })}>
                {menuTexts.logout}
              </Entry>
            </>
          ) : (
            <Entry icon={<IconLogin2 {...icon} />} onClick={() => void navigate({ to: '/user/login' })}>
              {menuTexts.login}
            </Entry>
          )}
        </Menu.Dropdown>
      </Menu>
      {isAsked && configuration.feedback && (
        <Suspense>
          <FeedbackDialog
            script={configuration.feedback}
            title={menuTexts.feedback}
            onClose={feedback.close}
          />
        </Suspense>
      )}
    </>
  );
}

interface EntryProps {
  icon: React.ReactNode;
  children: string;
  onClick: () => void;
}

const Entry = ({ icon: left, children, onClick }: EntryProps) => (
  <Menu.Item className={menuClasses.item} leftSection={left} onClick={onClick}>
    {children}
  </Menu.Item>
);
