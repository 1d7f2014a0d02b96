/** Some of a long list, from a place on. */
export interface PartWanted {
  from: number;
  most: number;
}

export interface Part<Item> {
  /** Places in the whole list; a place may hold nothing. */
  all: number;
  items: readonly Item[];
}

/** A list in parts, so that none of them holds up the page when it comes over from another thread. */
export async function inParts<Item>(
  most: number,
  read: (part: PartWanted) => Promise<Part<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let all = 0;
  let from = 0;
  do {
    const part = await read({ from, most });
    for (const item of part.items) items.push(item);
    all = part.all;
    from += most;
  } while (from < all);
  return items;
}
