import { Extension } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { EditorState, Selection } from '@tiptap/pm/state';

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

/** As the commands of lists see it. `isActive` counts items in each other twice, and so takes what stands beside them for a list. */
const isInOneList = ({ $from, $to }: Selection) =>
  $from.blockRange($to, ({ firstChild }) => firstChild?.type.name === 'listItem') !== null;

const runsFromRight =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

function firstLetter(node: DocumentNode): string | undefined {
  if (node.text) return /\p{L}/u.exec(node.text)?.[0];
  for (const child of node.children) {
    const letter = firstLetter(child);
    if (letter) return letter;
  }
  return undefined;
}

/** Where words begin by themselves. Of a block that runs as they do the browser tells the direction of what is around it. */
const sideOfWords = (node: DocumentNode) => (runsFromRight.test(firstLetter(node) ?? '') ? 'right' : 'left');

/** Of the last block that is selected, as it is seen. */
export function alignmentOf({ doc, selection }: EditorState): Alignment {
  const selected: DocumentNode[] = [];
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (isBlock(node.type.name)) selected.push(node);
  });
  const last = selected.at(-1);
  return last ? (last.attrs.alignment ?? sideOfWords(last)) : 'left';
}

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
      ({ tr, dispatch }) => {
        let isAnyBlock = false;
        const set = (node: DocumentNode, at: number) => {
          if (!isBlock(node.type.name)) return true;
          isAnyBlock = true;
          const around = tr.doc.resolve(at);
          // A page has all of a list, a quotation or a table run as its first words do.
          const sides = [node, around.depth > 0 ? around.node(1) : node].map(sideOfWords);
          const stored = sides.every((side) => side === alignment) ? null : alignment;
          if (dispatch && stored !== node.attrs.alignment) tr.setNodeAttribute(at, 'alignment', stored);
          return false;
        };
        for (const { $from, $to } of tr.selection.ranges) tr.doc.nodesBetween($from.pos, $to.pos, set);
        return isAnyBlock;
      },
    indentBy:
      (steps) =>
      ({ commands, tr, dispatch }) => {
        if (isInOneList(tr.selection))
          return steps > 0 ? commands.sinkListItem('listItem') : commands.liftListItem('listItem');
        let isAnyMoved = false;
        const move = (node: DocumentNode, at: number) => {
          // Beside paragraphs a list stays where it is: its items have no indent of their own.
          if (node.type.name === 'listItem') return false;
          if (!isBlock(node.type.name)) return true;
          const indent = Math.min(indentSteps, Math.max(0, Number(node.attrs.indent) + steps));
          if (indent === node.attrs.indent) return false;
          isAnyMoved = true;
          if (dispatch) tr.setNodeAttribute(at, 'indent', indent);
          return false;
        };
        // Cells that are selected are a range each.
        for (const { $from, $to } of tr.selection.ranges) tr.doc.nodesBetween($from.pos, $to.pos, move);
        return isAnyMoved;
      },
  }),
});
