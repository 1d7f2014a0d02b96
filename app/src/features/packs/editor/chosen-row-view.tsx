import { Menu } from '@mantine/core';
import {
  IconAlignLeft,
  IconApps,
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconFiles,
  IconHelpSquare,
  IconWorld,
  IconX,
} from '@tabler/icons-react';
import { memo, useRef } from 'react';
import type { UnsendableItem } from '#services.ts';
import { IconButton } from '#ui/icon-button.tsx';
import menu from '../acts/menu.module.css';
import drag from '../builder/drag/drag.module.css';
import { MenuButton } from '../builder/menu-button.tsx';
import { FileSign } from '../builder/sections/file-sign.tsx';
import { createLift, type Press } from '../carrying/lift.tsx';
import { texts as packTexts } from '../texts.ts';
import classes from './chosen-list.module.css';
import type { ChosenRow } from './chosen-rows.ts';
import { texts } from './texts.ts';

export const { LiftArea, useLift } = createLift<ChosenRow>();

interface Props {
  row: ChosenRow;
  name: string;
  /** px */
  top: number;
  position: number;
  count: number;
  isCarried: boolean;
  /** Why it cannot be sent. */
  because: UnsendableItem['because'] | undefined;
  canGoUp: boolean;
  canGoDown: boolean;
  onRemove: (row: ChosenRow) => void;
  onMove: (row: ChosenRow, by: -1 | 1) => void;
}

/** A file or a section: grip, name, a menu with the ways other than dragging, and the way out. */
export const ChosenRowView = memo(function ChosenRowView(props: Props) {
  const { row, name, top, position, count, isCarried, because, canGoUp, canGoDown, onRemove, onMove } = props;
  return (
    <li
      className={classes.row}
      data-kind={row.kind}
      data-carried={isCarried || undefined}
      style={{ top }}
      aria-posinset={position}
      aria-setsize={count}
    >
      {row.isMovable ? <Grip row={row} name={name} /> : <span className={classes.noGrip} />}
      <Sign row={row} />
      <span className={classes.name} dir="auto">
        {name}
        {row.kind === 'section' && row.files === 0 && <small>{texts.emptySection}</small>}
        {because && (
          <>
            {' '}
            <small data-tone="warn">{packTexts.unsendable.because[because]}</small>
          </>
        )}
      </span>
      {row.isMovable && (canGoUp || canGoDown) && (
        <MenuButton
          width={200}
          button={(props) => (
            <IconButton {...props} aria-label={texts.menuOf(name)}>
              <IconDots size={20} stroke={1.75} aria-hidden />
            </IconButton>
          )}
        >
          <Menu.Item
            className={menu.item}
            disabled={!canGoUp}
            leftSection={<IconArrowUp size={20} stroke={1.75} aria-hidden />}
            onClick={() => onMove(row, -1)}
          >
            {texts.moveUp}
          </Menu.Item>
          <Menu.Item
            className={menu.item}
            disabled={!canGoDown}
            leftSection={<IconArrowDown size={20} stroke={1.75} aria-hidden />}
            onClick={() => onMove(row, 1)}
          >
            {texts.moveDown}
          </Menu.Item>
        </MenuButton>
      )}
      {row.isRemovable && (
        <IconButton aria-label={texts.remove(name)} onClick={() => onRemove(row)}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </IconButton>
      )}
    </li>
  );
});

function Grip({ row, name }: { row: ChosenRow; name: string }) {
  const { press, instructionsId } = useLift();
  const button = useRef<HTMLButtonElement>(null);
  const begin: Press = (event) => press(event, row, button.current);
  return (
    <button
      ref={button}
      onMouseDown={begin}
      onTouchStart={begin}
      onKeyDown={begin}
      type="button"
      className={drag.grip}
      data-grip={row.key}
      aria-label={texts.grip(name)}
      aria-describedby={instructionsId}
    />
  );
}

function Sign({ row }: { row: ChosenRow }) {
  if (row.kind === 'media') return <FileSign type={row.type} className={classes.sign} />;
  const sign = { className: classes.sign, stroke: 1.75, 'aria-hidden': true } as const;
  switch (row.element.type) {
    case 'text':
      return <IconAlignLeft {...sign} />;
    case 'media':
      return <FileSign type={row.element.data.media.type} className={classes.sign} />;
    case 'salestool--content_bundle':
      return <IconWorld {...sign} />;
    case 'salestool--miniapp_bundle':
      return <IconApps {...sign} />;
    case 'unknown':
      return <IconHelpSquare {...sign} />;
    default:
      return <IconFiles {...sign} />;
  }
}
