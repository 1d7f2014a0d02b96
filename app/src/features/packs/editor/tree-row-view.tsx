import { IconCheck, IconChevronRight, IconMinus } from '@tabler/icons-react';
import { type MouseEvent, memo } from 'react';
import { Spoken } from '#ui/spoken.tsx';
import { FileSign } from '../builder/sections/file-sign.tsx';
import classes from './content-tree.module.css';
import { texts } from './texts.ts';
import type { Ticked, TreeRow } from './tree-rows.ts';

interface Props {
  row: TreeRow;
  /** px */
  top: number;
  filter: string;
  ticked: Ticked;
  /** Ticked files of a bundle. */
  files: number;
  isActive: boolean;
  onFocus: (row: TreeRow) => void;
  onTick: (row: TreeRow) => void;
  onOpen: (row: TreeRow, isOpen: boolean) => void;
}

/** A bundle or a file: chevron, box, name, and how many of its files are ticked. */
export const TreeRowView = memo(function TreeRowView(props: Props) {
  const { row, top, filter, ticked, files, isActive, onFocus, onTick, onOpen } = props;
  const name = row.name || texts.untitled;
  const all = row.bundle.medias.length;
  const isBranch = row.isOpen !== null;
  const onClick = (event: MouseEvent) => {
    onFocus(row);
    const isOnBox = (event.target as Element).closest('[data-box]') !== null;
    if (isBranch && !isOnBox) onOpen(row, !row.isOpen);
    else onTick(row);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys of all its rows
    <div
      role="treeitem"
      data-row={row.key}
      data-level={row.media ? 2 : 1}
      aria-level={row.media ? 2 : 1}
      aria-setsize={row.count}
      aria-posinset={row.position + 1}
      aria-expanded={isBranch ? (row.isOpen ?? false) : undefined}
      aria-checked={ticked}
      tabIndex={isActive ? 0 : -1}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={() => onFocus(row)}
      onClick={onClick}
    >
      {isBranch && <IconChevronRight className={classes.chevron} size={18} stroke={2} aria-hidden />}
      <span className={classes.box} data-box data-ticked={ticked} aria-hidden>
        <span>
          {ticked === true && <IconCheck size={16} stroke={3} />}
          {ticked === 'mixed' && <IconMinus size={16} stroke={3} />}
        </span>
      </span>
      {row.media && <FileSign type={row.media.type} className={classes.sign} />}
      <span className={classes.name} dir="auto">
        <Name text={name} filter={filter} />
      </span>
      {isBranch && (
        <span className={classes.count}>
          {texts.ticked(files, all)} <Spoken>{texts.chosen}</Spoken>
        </span>
      )}
    </div>
  );
});

/** A name with what the filter matches in semibold. */
function Name({ text, filter }: { text: string; filter: string }) {
  const lower = text.toLowerCase();
  const at = filter === '' ? -1 : lower.indexOf(filter);
  // A few letters are longer in lower case, and what was found then lies elsewhere.
  if (at < 0 || lower.length !== text.length) return text;
  const end = at + filter.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
