import { Extension } from '@tiptap/core';

const alignments = ['left', 'center', 'right', 'justify'] as const;
export type Alignment = (typeof alignments)[number];

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    blockStyle: {
      align: (alignment: Alignment) => ReturnType;
      /** One step further in or out; at most four, as many as the sanitiser keeps. */
      indentBy: (steps: 1 | -1) => ReturnType;
    };
  }
}

const blocks = ['paragraph', 'heading'] as const;
const isBlock = (name: string) => blocks.some((block) => block === name);
const indentSteps = 4;
const emPerStep = 2;

const stepsOf = (element: HTMLElement) => {
  const em = /^(\d+)em$/.exec(element.style.marginLeft)?.[1];
  return Math.min(indentSteps, Math.round(Number(em ?? 0) / emPerStep));
};

/** Alignment and indent of paragraphs and headings, in the declarations the sanitiser keeps (HTML-03). */
export const BlockStyle = Extension.create({
  name: 'blockStyle',
  addGlobalAttributes: () => [
    {
      types: [...blocks],
      attributes: {
        alignment: {
          default: null,
          parseHTML: (element) => alignments.find((known) => known === element.style.textAlign) ?? null,
          renderHTML: ({ alignment }) => (alignment ? { style: `text-align: ${alignment}` } : {}),
        },
        indent: {
          default: 0,
          parseHTML: stepsOf,
          renderHTML: ({ indent }) => (indent ? { style: `margin-left: ${indent * emPerStep}em` } : {}),
        },
      },
    },
  ],
  addCommands: () => ({
    align:
      (alignment) =>
      ({ commands }) =>
        blocks
          .map((block) =>
            commands.updateAttributes(block, { alignment: alignment === 'left' ? null : alignment }),
          )
          .some(Boolean),
    indentBy:
      (steps) =>
      ({ commands, editor, tr, dispatch }) => {
        if (editor.isActive('listItem'))
          return steps > 0 ? commands.sinkListItem('listItem') : commands.liftListItem('listItem');
        let isAnyMoved = false;
        tr.doc.nodesBetween(tr.selection.from, tr.selection.to, (node, at, parent) => {
          // Beside paragraphs a list stays where it is: its items have no indent of their own.
          if (!isBlock(node.type.name) || parent?.type.name === 'listItem') return;
          const indent = Math.min(indentSteps, Math.max(0, Number(node.attrs.indent) + steps));
          if (indent === node.attrs.indent) return;
          isAnyMoved = true;
          if (dispatch) tr.setNodeAttribute(at, 'indent', indent);
        });
        return isAnyMoved;
      },
  }),
});
