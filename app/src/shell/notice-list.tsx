import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconCloudUpload, IconInfoCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Notice } from '#services.ts';
import classes from './notice-list.module.css';
import { texts } from './texts.ts';

const icons = {
  done: IconCircleCheck,
  waiting: IconCloudUpload,
  problem: IconAlertCircle,
  neutral: IconInfoCircle,
};

const staysMs = 6000;

/** One line and one action each, at most three; problems stay until closed. */
export default function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const navigate = useNavigate();
  const shown = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, tone, text, action, until } of notices) {
      if (shown.current.has(id)) continue;
      shown.current.add(id);
      const Icon = icons[tone];
      notifications.show({
        id,
        role: tone === 'problem' ? 'alert' : 'status',
        autoClose: tone === 'problem' ? false : staysMs,
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
      void until?.then(() => notifications.hide(id));
    }
  }, [notices, navigate]);
  const isPhone = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false });
  const position = isPhone ? 'bottom-center' : 'bottom-right';
  return (
    <Notifications
      position={position}
      classNames={{ root: classes.list }}
      limit={3}
      containerWidth={420}
      zIndex={500}
    />
  );
}
