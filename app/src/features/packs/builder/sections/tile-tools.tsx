import { Menu } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ComponentPropsWithRef, useState } from 'react';
import { useHintTitle } from '#ui/hint-level.ts';
import menuClasses from '../../acts/menu.module.css';
import { texts } from '../../texts.ts';
import { MenuButton } from '../menu-button.tsx';
import classes from './media-grid.module.css';

interface Props {
  name: string;
  /**
   * Signs are made when the hand comes near: nobody sees them before, and thousands would cost more than all else.
   */
  isInUse: boolean;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: 1 | -1) => void;
  onRename: () => void;
  /** @param byKeys and not by a tap */
  onRemove: (byKeys: boolean) => void;
}

/** What can be done to a file, over its picture. */
export function TileTools({ name, isInUse, isFirst, isLast, onMove, onRename, onRemove }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.tools} data-open={isOpen || undefined}>
      <Tool label={texts.builder.renameMedia(name)} data-rename onClick={onRename}>
        {isInUse && <IconPencil size={18} stroke={1.75} aria-hidden />}
      </Tool>
      <Tool label={texts.builder.deleteMedia(name)} isBad onClick={({ detail }) => onRemove(detail === 0)}>
        {isInUse && <IconTrash size={18} stroke={1.75} aria-hidden />}
      </Tool>
      <MenuButton
        width={180}
        onChange={setOpen}
        button={(props) => (
          <Tool {...props} label={texts.builder.mediaMenu(name)}>
            {isInUse && <IconDots size={18} stroke={1.75} aria-hidden />}
          </Tool>
        )}
      >
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
      </MenuButton>
    </div>
  );
}

interface ToolProps extends ComponentPropsWithRef<'button'> {
  'data-rename'?: boolean;
  label: string;
  isBad?: boolean;
}

// A plain button: there are three on every tile, and thousands of tiles.
const Tool = ({ label, isBad = false, ...rest }: ToolProps) => (
  <button
    {...rest}
    type="button"
    className={classes.tool}
    data-bad={isBad || undefined}
    aria-label={label}
    title={useHintTitle(label)}
  />
);
