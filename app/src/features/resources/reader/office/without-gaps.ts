/** What the levels of lists are read from, whatever else an element of a document is. */
export interface ListItem {
  children?: ListItem[];
  numbering?: { level: string } | null;
  styleId?: string | null;
  styleName?: string | null;
}

const isHeading = ({ styleName, styleId }: ListItem) => /^(heading|title)/i.test(styleName ?? styleId ?? '');

/**
 * The same document in which the items of a list begin on its first level and go down by one. Clauses on the second
 * level of a list whose first is the headings would stand below points without words otherwise.
 */
export function withoutGaps<Item extends ListItem>(item: Item): Item {
  if (!item.children) return item;
  const open: number[] = [];
  const children = item.children.map((child) => {
    const inside = withoutGaps(child);
    if (!inside.numbering || isHeading(inside)) {
      open.length = 0;
      return inside;
    }
    const asked = Number(inside.numbering.level);
    while (open.length > 0 && (open.at(-1) as number) >= asked) open.pop();
    open.push(asked);
    return { ...inside, numbering: { ...inside.numbering, level: String(open.length - 1) } };
  });
  return { ...item, children };
}
