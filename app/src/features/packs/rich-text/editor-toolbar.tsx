import { Popover } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { RichTextEditor } from '@mantine/tiptap';
import { IconDots } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import type { ReactNode } from 'react';
import { texts } from '../texts.ts';
import { Control, History, Indents, Lists, Marks, RemoveFormat, Rule } from './editor-controls.tsx';
import { AlignmentMenu, FormatMenu, TokenMenu } from './editor-menus.tsx';
import { fittingGroups } from './fitting-groups.ts';
import { LinkControl } from './link-control.tsx';
import classes from './rich-text-editor.module.css';
import { type EditorStanding, standingOf } from './standing.ts';

/** 'section': a text in a pack. 'message': the words of a message. */
export type EditorKind = 'section' | 'message';

interface Group {
  key: string;
  /** px, with its padding and line. */
  width: number;
  content: ReactNode;
}

const controlWidth = 38;
const groupPadding = 9;
const moreWidth = controlWidth + groupPadding;
const widthOf = (controls: number) => controls * controlWidth + groupPadding;

function groupsOf(editor: Editor, standing: EditorStanding, kind: EditorKind): Group[] {
  const shared = { editor, standing };
  const isSection = kind === 'section';
  const groups: (Group | false)[] = [
    { key: 'format', width: 113, content: <FormatMenu {...shared} /> },
    isSection && { key: 'align', width: widthOf(1), content: <AlignmentMenu {...shared} /> },
    { key: 'marks', width: widthOf(4), content: <Marks {...shared} /> },
    {
      key: 'insert',
      width: widthOf(isSection ? 4 : 2),
      content: (
        <>
          {isSection && <TokenMenu {...shared} />}
          {isSection && <Rule {...shared} />}
          <LinkControl {...shared} />
          <RemoveFormat {...shared} />
        </>
      ),
    },
    {
      key: 'lists',
      width: widthOf(isSection ? 4 : 2),
      content: (
        <>
          <Lists {...shared} />
          {isSection && <Indents {...shared} />}
        </>
      ),
    },
    { key: 'history', width: widthOf(2), content: <History {...shared} /> },
  ];
  return groups.filter((group): group is Group => group !== false);
}

/** One row of six groups; what does not fit folds into 'more'. */
export function EditorToolbar({ editor, kind }: { editor: Editor; kind: EditorKind }) {
  const { ref, width } = useElementSize();
  const standing = useEditorState({ editor, selector: () => standingOf(editor) });
  const groups = groupsOf(editor, standing, kind);
  const widths = groups.map((group) => group.width);
  const fits = fittingGroups(widths, width, moreWidth);
  const show = ({ key, content }: Group) => (
    <RichTextEditor.ControlsGroup key={key}>{content}</RichTextEditor.ControlsGroup>
  );
  const folded = groups.slice(fits);
  return (
    <RichTextEditor.Toolbar role="toolbar" aria-label={texts.editor.toolbar}>
      <div ref={ref} className={classes.row}>
        {groups.slice(0, fits).map(show)}
        {folded.length > 0 && (
          <RichTextEditor.ControlsGroup>
            <Popover position="bottom-end" withinPortal={false} shadow="md" radius="lg">
              <Popover.Target>
                <Control label={texts.editor.more} icon={IconDots} />
              </Popover.Target>
              <Popover.Dropdown className={classes.more}>{folded.map(show)}</Popover.Dropdown>
            </Popover>
          </RichTextEditor.ControlsGroup>
        )}
      </div>
    </RichTextEditor.Toolbar>
  );
}
