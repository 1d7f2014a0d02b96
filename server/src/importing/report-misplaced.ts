import type { ImportRun } from './import-run.ts';

/**
 * Reports what stands in place of a folder that was imported before: a file, or a link to one, which is what a checkout
 * without links makes of a link to a folder. It is not gone then, so that it is not taken away, nor from sent packs.
 * @param folders paths of those that are there
 * @returns the paths of what was reported
 */
export async function reportMisplaced(
  { folder, report, records, transact }: ImportRun,
  base: string,
  table: 'channel' | 'bundle',
  idOf: (path: string) => string,
  folders: readonly string[],
) {
  const taken = new Set(folders.map(idOf));
  const others = (await folder.files(base))
    .map((name) => `${base}/${name}`)
    .filter((path) => !taken.has(idOf(path)));
  if (others.length === 0) return [];
  const known = new Set(await transact((trx) => records.existing(trx, table, others.map(idOf))));
  const misplaced = others.filter((path) => known.has(idOf(path)));
  for (const path of misplaced) report.problem(path, 'it is not a folder');
  return misplaced;
}
