import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button } from '@mantine/core';
import { useDocumentVisibility, useMediaQuery } from '@mantine/hooks';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconCloudUpload, IconInfoCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
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

interface Shown {
  text: string;
  /** UUID of who was signed in. */
  userId: string | null;
  isReplaced?: true;
}

/** What one person was told goes when they sign out, or somebody else signs in on this device. */
function useLeftBehind(shown: ReadonlyMap<string, Shown>) {
  const { session } = useServices();
  const { user, activeChannelId } = useWatched(session);
  const userId = user?.uuid ?? null;
  // Whoever is signed out by the host is told so, and signs in again to what they were told before: they keep their
  // channel. Who signs out, here or in another window, leaves it.
  const mayReturn = userId === null && activeChannelId !== null;
  useEffect(() => {
    if (mayReturn) return;
    for (const [id, told] of shown)
      if (told.userId !== null && told.userId !== userId) notifications.hide(id);
  }, [shown, userId, mayReturn]);
}

/** One line and one action each, in a stack that opens under a pointer, a tap and the focus; problems stay until closed. */
export default function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const navigate = useNavigate();
  const { session } = useServices();
  const [shown] = useState(() => new Map<string, Shown>());
  useLeftBehind(shown);
  useEffect(() => {
    function show({ id, tone, text, action, until, passes, onClosed }: Notice, place: number) {
      // What is said again takes the place of what was said before.
      for (const [before, said] of shown) {
        if (before === id || said.text !== text) continue;
        said.isReplaced = true;
        notifications.hide(before);
      }
      const Icon = icons[tone];
      notifications.show({
        id,
        priority: place,
        role: tone === 'problem' ? 'alert' : 'status',
        ...(tone === 'problem' &&
          !passes && {
            autoClose: false,
            onClose: () => {
              if (!shown.get(id)?.isReplaced) onClosed?.();
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
      void until?.then(() => notifications.hide(id));
    }
    for (const notice of notices) {
      if (shown.has(notice.id)) continue;
      shown.set(notice.id, { text: notice.text, userId: session.current().user?.uuid ?? null });
      const place = shown.size;
      // In a turn of its own: it is measured as it comes, and so is all that changed on the page with it.
      void nextTurn().then(() => show(notice, place));
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
