// Well under the parameters that either engine takes, and little enough that a statement holds up nobody.
const namesAtOnce = 1000;

/** Rows by their names, each name once: a rep's words can name any number. */
export async function inPortions<Row>(names: readonly string[], read: (some: string[]) => Promise<Row[]>) {
  const once = [...new Set(names)];
  const rows: Row[] = [];
  for (let start = 0; start < once.length; start += namesAtOnce)
    rows.push(...(await read(once.slice(start, start + namesAtOnce))));
  return rows;
}
