import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button } from '@mantine/core';
import { useDocumentVisibility, useMediaQuery } from '@mantine/hooks';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconCloudUpload, IconInfoCircle } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Notice, useServices, useWatched } from '#services.ts';
import { nextTurn } from '#ui/next-turn.ts';
import { menuTexts } from './menu-texts.ts';
import classes from './notice-list.module.css';

const icons = {
  done: IconCircleCheck,
  waiting: IconCloudUpload,
  problem: IconAlertCircle,
  neutral: IconInfoCircle,
};

const staysMs = 6000;

/** Together they hide no more of a page than one does; the newest lies on top, and of more than these the oldest end. */
const most = 20;

/** Of what waits for room the rep has seen all, and is not told again; problems alone stay until they are closed. */
function makeRoomFor(newest: string) {
  const { notifications: inSight, queue } = notificationsStore.getState();
  const passing = [...inSight, ...queue].filter(({ id, role }) => id !== newest && role === 'status');
  if (queue.length > 0) for (const { id } of passing.slice(-queue.length)) notifications.hide(id as string);
}

interface Told {
  text: string;
  /** UUID of who was signed in. */
  userId: string | null;
  /** It stands until it is closed. */
  stays: boolean;
  show: () => void;
  /** `away` is out of sight until whom it is for signs in again. */
  state: 'here' | 'away' | 'over';
}

function putAway(id: string, told: Told) {
  if (told.state !== 'here') return;
  told.state = told.stays ? 'away' : 'over';
  notifications.hide(id);
}

function showAgain(told: Told) {
  if (told.state !== 'away') return;
  told.state = 'here';
  told.show();
}

function end(id: string, told: Told) {
  notifications.hide(id);
  told.state = 'over';
}

/** What one person was told goes when they sign out, or somebody else signs in on this device. */
function useLeftBehind(shown: ReadonlyMap<string, Told>) {
  const { session } = useServices();
  const { user, activeChannelId } = useWatched(session);
  const isAtSignOut = useLocation({ select: ({ pathname }) => pathname === '/user/logout' });
  const hadChannel = useRef(false);
  const userId = user?.uuid ?? null;
  useEffect(() => {
    const hasLeft = hadChannel.current && activeChannelId === null;
    hadChannel.current = activeChannelId !== null;
    // Whoever is signed out by the host is told so, and signs in again to what they were told before: they keep their
    // channel. Who signs out, here or in another window, leaves it.
    if (userId === null && activeChannelId !== null) return;
    // Who had none may have done either in another window: the next person sees nothing of it, and they miss nothing.
    const mayReturn = userId === null && !hasLeft && !isAtSignOut;
    for (const [id, told] of shown) {
      if (told.userId === null) continue;
      if (told.userId === userId) showAgain(told);
      else if (mayReturn) putAway(id, told);
      else end(id, told);
    }
  }, [shown, userId, activeChannelId, isAtSignOut]);
}

/** One line and one action each, in a stack that opens under a pointer, a tap and the focus; problems stay until closed. */
export default function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const navigate = useNavigate();
  const { session } = useServices();
  const [shown] = useState(() => new Map<string, Told>());
  useLeftBehind(shown);
  useEffect(() => {
    function show({ id, tone, text, action, onClosed }: Notice, told: Told, place: number) {
      if (told.state !== 'here') return;
      // What is said again takes the place of what was said before.
      for (const [before, said] of shown) {
        if (before === id) break;
        if (said.text !== text) continue;
        said.state = 'over';
        notifications.hide(before);
      }
      const Icon = icons[tone];
      notifications.show({
        id,
        priority: place,
        role: tone === 'problem' ? 'alert' : 'status',
        ...(told.stays && {
          autoClose: false,
          onClose: () => {
            if (told.state !== 'here') return;
            told.state = 'over';
            onClosed?.();
          },
        }),
        icon: <Icon size={20} stroke={1.75} aria-hidden />,
        className: classes.notice,
        mod: { tone },
        closeButtonProps: { 'aria-label': menuTexts.close, size: 44, iconSize: 18 },
        message: (
          <>
            <span>{text}</span>
            {action && (
              <Button
                variant="subtle"
                onClick={() => {
                  notifications.hide(id);
                  void navigate({ to: action.to });
                }}
              >
                {action.label}
              </Button>
            )}
          </>
        ),
      });
      makeRoomFor(id);
    }
    for (const notice of notices) {
      const { id, tone, text, passes, until } = notice;
      if (shown.has(id)) continue;
      const place = shown.size + 1;
      const told: Told = {
        text,
        userId: session.current().user?.uuid ?? null,
        stays: tone === 'problem' && !passes,
        // In a turn of its own: it is measured as it comes, and so is all that changed on the page with it.
        show: () => void nextTurn().then(() => show(notice, told, place)),
        state: 'here',
      };
      shown.set(id, told);
      told.show();
      void until?.then(() => end(id, told));
    }
  }, [notices, navigate, session, shown]);
  // Nobody has seen what came while the window was hidden: its time begins when somebody looks.
  const isSeen = useDocumentVisibility() === 'visible';
  const isPhone = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false });
  const position = isPhone ? 'bottom-center' : 'bottom-right';
  return (
    <Notifications
      position={position}
      autoClose={isSeen && staysMs}
      classNames={{ root: classes.list }}
      layout="stacked"
      limit={most}
      containerWidth={420}
      zIndex={500}
    />
  );
}
