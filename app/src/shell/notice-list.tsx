import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconCloudUpload, IconInfoCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Notice } from '#services.ts';
import { nextTurn } from '#ui/next-turn.ts';
import classes from './notice-list.module.css';
import { texts } from './texts.ts';

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

/** One line and one action each, in a stack that opens under a pointer, a tap and the focus; problems stay until closed. */
export default function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const navigate = useNavigate();
  const shown = useRef(new Map<string, string>());
  useEffect(() => {
    function show({ id, tone, text, action, until, passes }: Notice, place: number) {
      // What is said again takes the place of what was said before.
      for (const [before, said] of shown.current)
        if (before !== id && said === text) notifications.hide(before);
      const Icon = icons[tone];
      notifications.show({
        id,
        priority: place,
        role: tone === 'problem' ? 'alert' : 'status',
        autoClose: tone === 'problem' && !passes ? false : staysMs,
        icon: <Icon size={20} stroke={1.75} aria-hidden />,
        className: classes.notice,
        mod: { tone },
        closeButtonProps: { 'aria-label': texts.close, size: 44, iconSize: 18 },
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
      if (shown.current.has(notice.id)) continue;
      shown.current.set(notice.id, notice.text);
      const place = shown.current.size;
      // In a turn of its own: it is measured as it comes, and so is all that changed on the page with it.
      void nextTurn().then(() => show(notice, place));
    }
  }, [notices, navigate]);
  const isPhone = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false });
  const position = isPhone ? 'bottom-center' : 'bottom-right';
  return (
    <Notifications
      position={position}
      classNames={{ root: classes.list }}
      layout="stacked"
      limit={most}
      containerWidth={420}
      zIndex={500}
    />
  );
}
