import { ActionIcon, Menu } from '@mantine/core';
import {
  type Icon,
  IconArchive,
  IconCloudUpload,
  IconCopy,
  IconDots,
  IconEye,
  IconPencil,
  IconSend,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { whereToEdit } from '#navigation/where-to-edit.ts';
import { useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { texts } from '../texts.ts';
import classes from './menu.module.css';
import type { PackAction } from './use-pack-actions.tsx';
import { usePackPermissions } from './use-pack-permissions.ts';

interface Props {
  pack: PackRecord;
  start: (action: PackAction, pack: PackRecord) => void;
  /** It is on its way to the server by hand. */
  isSending: boolean;
}

const icons: Record<keyof typeof texts.actions, Icon> = {
  view: IconEye,
  edit: IconPencil,
  build: IconStack2,
  clone: IconCopy,
  send: IconSend,
  sendToServer: IconCloudUpload,
  archive: IconArchive,
  delete: IconTrash,
};

const ordinary = ['view', 'edit', 'build', 'clone', 'send', 'sendToServer'] as const;
const leaving = ['archive', 'delete'] as const;

/** Everything that can be done with a pack, as far as this person may (PLIST-05). */
export function PackMenu({ pack, start, isSending }: Props) {
  const { flags } = useServices().configuration;
  const may = usePackPermissions(pack);
  const navigate = useNavigate();
  const run = (action: keyof typeof icons) => {
    const params = { id: pack.id };
    switch (action) {
      case 'view':
        return void navigate({ to: '/packs/$id/view', params });
      case 'edit':
        return void navigate({ to: whereToEdit(flags), params });
      case 'build':
        return void navigate({ to: '/packs/$id/build', params });
      case 'send':
        return void navigate({ to: '/packs/$id/send', params });
      default:
        start(action, pack);
    }
  };
  const item = (action: keyof typeof icons) => {
    const Icon = icons[action];
    const isRunning = action === 'sendToServer' && isSending;
    return (
      <Menu.Item
        key={action}
        className={classes.item}
        data-bad={action === 'delete' || undefined}
        disabled={isRunning}
        leftSection={<Icon size={20} stroke={1.75} aria-hidden />}
        onClick={() => run(action)}
      >
        {isRunning ? texts.sendToServer.running : texts.actions[action]}
      </Menu.Item>
    );
  };
  const leave = leaving.filter((action) => may[action]);
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={texts.list.menuOf(pack.title ?? '')}>
          <IconDots size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ordinary.filter((action) => may[action]).map(item)}
        {leave.length > 0 && <Menu.Divider />}
        {leave.map(item)}
      </Menu.Dropdown>
    </Menu>
  );
}
