import '@mantine/core/styles/Input.layer.css';
import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor as EditorFrame } from '@mantine/tiptap';
import { keptAttribute, type SanitiseKind } from '@satchel/core/html/allowed-html.ts';
import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, useEditor } from '@tiptap/react';
import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useServices } from '#services.ts';
import { isHeldByHost } from '../is-held-by-host.ts';
import { texts } from '../texts.ts';
import { BasicForms } from './basic-forms.ts';
import { BlockStyle } from './block-style.ts';
import type { TextHistory } from './editor-controls.tsx';
import { type EditorKind, EditorToolbar } from './editor-toolbar.tsx';
import { heldWords } from './held-words.ts';
import { isTyping } from './is-typing.ts';
import { KeptAnchor } from './kept-anchor.ts';
import { keptPicture } from './kept-picture.ts';
import { keptTable } from './kept-table.ts';
import { type LeftOut, picturesAlone, readPasted } from './pasted/read-pasted.ts';
import { PersonalTokenNode } from './personal-token.ts';
import { inReadableForms } from './readable-forms.ts';
import classes from './rich-text-editor.module.css';
import { roomAbove, useRoomAbove } from './room-above.ts';
import type { Tapped } from './tapped.ts';
import { markersToPills, pillsToMarkers } from './token-markers.ts';

export interface RichTextEditorProps {
  /** HTML with {{markers}}; from outside, it is sanitised here. */
  value: string;
  /** @param isTyped words were only typed or deleted, so that the change may be a part of the one before */
  onChange: (html: string, isTyped: boolean) => void;
  label: string;
  /** Id of a visible label, instead of the words in `label`. */
  labelId?: string | undefined;
  kind: EditorKind;
  /** The steps of a whole that the text is a part of; without it the text has steps of its own. */
  history?: TextHistory;
  /** Starts with the cursor there, and the words where they were. */
  opensAt?: Tapped | 'end';
  /** Told apart from what is drawn: the words may be held before anything of it is. The same for good. */
  isHeld?: () => boolean;
  /** It is drawn that they are held: they are only read. */
  isReadOnly?: boolean;
}

// Mantine's types read Tiptap's CommonJS declarations and ours the module ones: the same class to everybody but tsc.
type FrameEditor = ComponentProps<typeof EditorFrame>['editor'];

/** What is kept of the text on its way to who reads it. */
const sanitisedAs: Record<EditorKind, SanitiseKind> = { section: 'rich', message: 'plain' };

const extensionsFor = (kind: EditorKind) => [
  BasicForms.configure({
    link: {
      openOnClick: false,
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer' },
      isAllowedUri: (address, { defaultValidate }) =>
        defaultValidate(address) && keptAttribute('rich', 'a', 'href', address) !== null,
    },
    trailingNode: false,
    // No page keeps the lines of one.
    codeBlock: false,
    // The steps of a section are the pack's. Of a message nothing is shown that its mail would not have.
    ...(kind === 'section' ? { undoRedo: false } : { underline: false }),
  }),
  PersonalTokenNode,
  KeptAnchor,
  ...(kind === 'section' ? [BlockStyle, ...keptTable] : []),
];

const extensions = { message: extensionsFor('message'), section: extensionsFor('section') };

/** ProseMirror looks at the window alone, and a page may have bars at its edges. */
function roomAtEdges(frame: RefObject<HTMLElement | null>) {
  const below = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0;
  const room = {
    right: 5,
    bottom: 5 + below,
    left: 5,
    get top() {
      return 5 + roomAbove(frame.current);
    },
  };
  return { scrollThreshold: room, scrollMargin: room };
}

const forEditor = (html: string, kind: EditorKind) =>
  markersToPills(inReadableForms(sanitiseInBrowser(html, sanitisedAs[kind])));

/** Lines without anything in them. A table stays, whether or not there are words in its cells. */
function isNothing({ isEmpty, state: { doc } }: Editor) {
  let hasTable = false;
  if (isEmpty)
    doc.descendants(({ type }) => {
      hasTable ||= type.name === 'table';
    });
  return isEmpty && !hasTable;
}

/** The nearest place where there can be words: none between two lines, at the edge of a cell or beside a picture. */
function placeOfWords(words: DocumentNode, place: number): number | undefined {
  const at = words.resolve(Math.min(Math.max(place, 0), words.content.size));
  return (Selection.findFrom(at, 1, true) ?? Selection.findFrom(at, -1, true))?.head;
}

/**
 * The toolbar comes above the words, and what was tapped stays under the finger.
 * @returns its place in the document; undefined where it is not in the window any more
 */
function tappedPlace(view: EditorView, { left, top, wordsAt }: Tapped) {
  scrollBy({ top: view.dom.getBoundingClientRect().top + scrollY - wordsAt, behavior: 'instant' });
  const words = view.dom.getBoundingClientRect();
  const tapped = view.posAtCoords({ left: words.left + left, top: words.top + top });
  return tapped && placeOfWords(view.state.doc, tapped.pos);
}

/** Tiptap in Mantine's frame, with the product's toolbar. Loaded only where a text is written. */
export default function RichTextEditor(props: RichTextEditorProps) {
  const { value, onChange, label, labelId, kind, history, opensAt, isHeld, isReadOnly = false } = props;
  const { configuration, notices } = useServices();
  const written = useRef(value);
  const tell = (leftOut: LeftOut) => {
    const text = texts.editor.leftOut(leftOut);
    if (text) notices.show({ tone: 'neutral', text });
  };
  const readClipboard = (html: string) => {
    const pasted = readPasted(html, {
      isReachable: (picture) => kind === 'section' && isHeldByHost(picture, configuration.host),
      keepsTables: kind === 'section',
    });
    tell(pasted.leftOut);
    return pasted.html;
  };
  // A picture by itself: without this a paste did nothing, and a drop left the app for it.
  const refusePictures = (from: DataTransfer | null) => {
    const pictures = picturesAlone(from);
    tell({ pictures, formOfTables: false });
    return pictures > 0;
  };
  const frame = useRef<HTMLDivElement>(null);
  const naming: Record<string, string> = labelId ? { 'aria-labelledby': labelId } : { 'aria-label': label };
  const [used] = useState(() => [
    ...extensions[kind],
    ...(kind === 'section' ? [keptPicture(configuration.host)] : []),
    ...(isHeld ? [heldWords(isHeld)] : []),
  ]);
  const editor = useEditor({
    extensions: used,
    content: forEditor(value, kind),
    editorProps: {
      attributes: {
        ...{ role: 'textbox', 'aria-multiline': 'true', ...naming },
        // Tiptap's own goes while the words are only read, and the focus with it.
        tabindex: '0',
        ...(isReadOnly && { 'aria-readonly': 'true' }),
      },
      ...roomAtEdges(frame),
      transformPastedHTML: readClipboard,
      handlePaste: (_view, { clipboardData }) => refusePictures(clipboardData),
      handleDrop: (_view, { dataTransfer }) => refusePictures(dataTransfer),
    },
    onUpdate: ({ editor: changed, transaction }) => {
      written.current = isNothing(changed) ? '' : pillsToMarkers(changed.getHTML());
      onChange(written.current, isTyping(transaction));
    },
  });
  useEffect(() => {
    editor.setEditable(!isReadOnly, false);
  }, [editor, isReadOnly]);
  useRoomAbove(editor, frame);
  const isOpened = useRef(false);
  // Tiptap's own `onCreate` comes a turn after the first drawing began, whether or not the words are on the page by then.
  useLayoutEffect(() => {
    if (!opensAt || isOpened.current) return;
    isOpened.current = true;
    const place = opensAt === 'end' ? undefined : tappedPlace(editor.view, opensAt);
    // What was tapped close below the bars would be behind the toolbar.
    editor.commands.focus(place ?? 'end', { scrollIntoView: true });
  }, [editor, opensAt]);
  useEffect(() => {
    if (value === written.current) return;
    written.current = value;
    const before = editor.state.doc.content;
    editor.commands.setContent(forEditor(value, kind), { emitUpdate: false });
    // What was taken back or done again is where the cursor goes.
    const end = before.findDiffEnd(editor.state.doc.content)?.b;
    const place = end === undefined ? end : placeOfWords(editor.state.doc, end);
    if (place !== undefined && editor.isFocused) editor.commands.setTextSelection(place);
  }, [editor, value, kind]);
  return (
    <EditorFrame
      ref={frame}
      editor={editor as unknown as FrameEditor}
      className={classes.frame}
      classNames={{
        control: classes.control,
        controlsGroup: classes.group,
        toolbar: classes.toolbar,
        content: classes.content,
      }}
      withCodeHighlightStyles={false}
      withTypographyStyles={false}
    >
      <EditorToolbar editor={editor} kind={kind} history={history} />
      <EditorFrame.Content />
    </EditorFrame>
  );
}
