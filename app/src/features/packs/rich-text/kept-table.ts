import { keptAttribute } from '@satchel/core/html/allowed-html.ts';
import { Node } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import { CellSelection, deleteTable, tableEditing } from '@tiptap/pm/tables';

/** What each node is to the library that edits tables. */
const roles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

const isWholeTable = (selection: unknown) =>
  selection instanceof CellSelection && selection.isColSelection() && selection.isRowSelection();

/** A table that came with the text or was pasted. Its words can be written, and it can be removed as a whole. */
const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  extendNodeSchema: ({ name }) => (name in roles ? { tableRole: roles[name] } : {}),
  addProseMirrorPlugins: () => [tableEditing({ allowTableNodeSelection: true })],
  addKeyboardShortcuts() {
    const removeWhole = () =>
      isWholeTable(this.editor.state.selection) && deleteTable(this.editor.state, this.editor.view.dispatch);
    // Beside a table the cursor stands where there are no words, and browsers do not know the way from there.
    const goTo = (place: 'start' | 'end') => () =>
      this.editor.state.selection instanceof GapCursor && this.editor.commands.focus(place);
    return {
      Backspace: removeWhole,
      Delete: removeWhole,
      'Mod-Home': goTo('start'),
      'Mod-End': goTo('end'),
    };
  },
});

const Row = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

/** The sanitiser keeps no cell that spans others, so there is none. */
const cell = (name: string, tag: 'td' | 'th', attributes = {}) =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      ...attributes,
      colspan: { default: 1, rendered: false, parseHTML: () => 1 },
      rowspan: { default: 1, rendered: false, parseHTML: () => 1 },
      colwidth: { default: null, rendered: false, parseHTML: () => null },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

/** Which cells a header is of. What is pasted may say anything. */
const scope = {
  default: null,
  parseHTML: (header: HTMLElement) =>
    keptAttribute('rich', 'th', 'scope', header.getAttribute('scope') ?? ''),
};

export const keptTable = [Table, Row, cell('tableCell', 'td'), cell('tableHeader', 'th', { scope })];
