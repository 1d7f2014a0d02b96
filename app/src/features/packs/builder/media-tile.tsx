import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core';
import { mediaTypeLabel } from '@satchel/core/format/file-types.ts';
import type { PackMedia } from '@satchel/core/pack/pack-data.ts';
import { IconArrowLeft, IconArrowRight, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import type { MediaView } from '#services.ts';
import { Picture } from '#ui/picture.tsx';
import menuClasses from '../menu.module.css';
import { texts } from '../texts.ts';
import { FileSign } from './file-sign.tsx';
import classes from './media-grid.module.css';

interface Props {
  media: PackMedia;
  /** Its record, when it is on the device. */
  known: MediaView | undefined;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: 1 | -1) => void;
  onRename: (name: string) => void;
  onRemove: () => void;
}

/** One file: its picture or sign, with rename and remove on hover, focus and after a tap (PBUILD-16). */
export function MediaTile({ media, known, isFirst, isLast, onMove, onRename, onRemove }: Props) {
  const [isTapped, setTapped] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const picture = known?.thumbnailUrl ?? media.thumbnail;
  const keep = (name: string) => {
    setRenaming(false);
    if (name.trim() !== '' && name.trim() !== media.name) onRename(name.trim());
  };
  return (
    <li className={classes.tile} data-tapped={isTapped || undefined}>
      <div className={classes.frame}>
        <button
          type="button"
          className={classes.face}
          data-tile={media.id}
          aria-pressed={isTapped}
          aria-label={media.name}
          aria-keyshortcuts="ArrowLeft ArrowRight"
          onClick={() => setTapped(!isTapped)}
          onKeyDown={(event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as 1 | -1 | undefined;
            if (!step) return;
            event.preventDefault();
            onMove(step);
          }}
        >
          {picture ? (
            <Picture src={picture} className={classes.picture} />
          ) : (
            <FileSign type={media.type} className={classes.sign} />
          )}
        </button>
        <div className={classes.tools}>
          <Tool label={texts.builder.renameMedia(media.name)} onClick={() => setRenaming(true)}>
            <IconPencil size={18} stroke={1.75} aria-hidden />
          </Tool>
          <Tool label={texts.builder.deleteMedia(media.name)} isBad onClick={onRemove}>
            <IconTrash size={18} stroke={1.75} aria-hidden />
          </Tool>
          <Menu position="bottom-end" width={180}>
            <Menu.Target>
              <Tool label={texts.builder.mediaMenu(media.name)}>
                <IconDots size={18} stroke={1.75} aria-hidden />
              </Tool>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                className={menuClasses.item}
                leftSection={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
                disabled={isFirst}
                onClick={() => onMove(-1)}
              >
                {texts.builder.moveLeft}
              </Menu.Item>
              <Menu.Item
                className={menuClasses.item}
                leftSection={<IconArrowRight size={20} stroke={1.75} aria-hidden />}
                disabled={isLast}
                onClick={() => onMove(1)}
              >
                {texts.builder.moveRight}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>
      {isRenaming ? (
        <NameField name={media.name} onKeep={keep} onCancel={() => setRenaming(false)} />
      ) : (
        <p className={classes.name}>{media.name}</p>
      )}
      <p className={classes.type}>{known?.fileTypeLabel ?? media.mediaType ?? mediaTypeLabel(media.type)}</p>
    </li>
  );
}

interface ToolProps extends Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  label: string;
  isBad?: boolean;
}

const Tool = ({ label, isBad = false, children, ...rest }: ToolProps & { children: ReactNode }) => (
  <ActionIcon
    {...rest}
    variant="default"
    color={isBad ? 'red' : 'gray'}
    size={36}
    className={classes.tool ?? ''}
    aria-label={label}
    title={label}
  >
    {children}
  </ActionIcon>
);

interface NameFieldProps {
  name: string;
  onKeep: (name: string) => void;
  onCancel: () => void;
}

/** Enter or leaving the field keeps the name, Escape does not. */
function NameField({ name, onKeep, onCancel }: NameFieldProps) {
  const [typed, setTyped] = useState(name);
  return (
    <input
      ref={(field) => field?.focus()}
      className={classes.nameField}
      aria-label={texts.builder.mediaName}
      value={typed}
      maxLength={255}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => onKeep(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onKeep(typed);
        else if (event.key === 'Escape') onCancel();
      }}
    />
  );
}
