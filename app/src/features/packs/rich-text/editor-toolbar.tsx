import { Popover } from '@mantine/core';
import { useDisclosure, useElementSize, useWindowEvent } from '@mantine/hooks';
import { RichTextEditor } from '@mantine/tiptap';
import { IconDots } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type ReactNode, useRef } from 'react';
import { texts } from '../texts.ts';
import {
  Control,
  History,
  Indents,
  Lists,
  Marks,
  RemoveFormat,
  Rule,
  type TextHistory,
  Underline,
} from './editor-controls.tsx';
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

// As the style sheet has them.
const controlWidth = window.matchMedia('(pointer: coarse)').matches ? 44 : 38;
const groupPadding = 9;
const moreWidth = controlWidth + groupPadding;
const widthOf = (controls: number) => controls * controlWidth + groupPadding;

function groupsOf(editor: Editor, standing: EditorStanding, kind: EditorKind, history: TextHistory): Group[] {
  const shared = { editor, standing };
  const isSection = kind === 'section';
  const groups: (Group | false)[] = [
    { key: 'format', width: 113, content: <FormatMenu {...shared} /> },
    isSection && { key: 'align', width: widthOf(1), content: <AlignmentMenu {...shared} /> },
    {
      key: 'marks',
      width: widthOf(isSection ? 4 : 3),
      content: (
        <>
          <Marks {...shared} />
          {isSection && <Underline {...shared} />}
        </>
      ),
    },
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
    { key: 'history', width: widthOf(2), content: <History history={history} /> },
  ];
  return groups.filter((group): group is Group => group !== false);
}

interface Props {
  editor: Editor;
  kind: EditorKind;
  /** Of the whole that the text is a part of; its own without. */
  history: TextHistory | undefined;
}

const ownHistory = (editor: Editor, { canUndo, canRedo }: EditorStanding): TextHistory => ({
  canUndo,
  canRedo,
  undo: () => editor.chain().focus().undo().run(),
  redo: () => editor.chain().focus().redo().run(),
});

/** What a press of 'more' brings. */
function Folded({ children }: { children: ReactNode }) {
  const [opened, { set, close, toggle }] = useDisclosure();
  const more = useRef<HTMLButtonElement>(null);
  const dropdown = useRef<HTMLDivElement>(null);
  // The focus need not be among them: it is on what opened them and, once one was used, in the words. A menu among them is closed first.
  const onEscape = ({ key }: KeyboardEvent) => {
    const among = dropdown.current;
    if (key !== 'Escape' || !among || among.querySelector('[aria-expanded="true"]')) return;
    if (among.contains(document.activeElement)) more.current?.focus();
    close();
  };
  useWindowEvent('keydown', onEscape, { capture: true });
  return (
    <Popover
      opened={opened}
      onChange={set}
      closeOnEscape={false}
      position="bottom-end"
      withinPortal={false}
      shadow="md"
      radius="lg"
    >
      <Popover.Target>
        <Control ref={more} label={texts.editor.more} icon={IconDots} onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown ref={dropdown} className={classes.more}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** One row of six groups; what does not fit folds into 'more'. */
export function EditorToolbar({ editor, kind, history }: Props) {
  const { ref, width } = useElementSize();
  const standing = useEditorState({ editor, selector: () => standingOf(editor) });
  const groups = groupsOf(editor, standing, kind, history ?? ownHistory(editor, standing));
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
            <Folded>{folded.map(show)}</Folded>
          </RichTextEditor.ControlsGroup>
        )}
      </div>
    </RichTextEditor.Toolbar>
  );
}
