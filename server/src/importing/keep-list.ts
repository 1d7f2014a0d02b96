import type { WriteTransaction } from '#database/database.ts';
import { inPortions } from '#database/in-portions.ts';
import { bumpRevision, type Scope } from '#database/revision.ts';
import { isUnread } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import type { Link } from './record-keeper.ts';

export interface List {
  of: readonly [table: 'channel' | 'bundle', id: string];
  join: 'channel_bundle' | 'channel_media' | 'bundle_media';
  holds: 'bundle' | 'media';
  ids: readonly string[];
}

/**
 * Makes a channel or a bundle list these, and what it lists already and could not be read this time. What leaves a list is
 * gone from sent packs, too: it stays at the end of the list until that has been said (remove-gone.ts), so that an import
 * that is cut off takes away nothing untold. A list that only waits for that is not written yet.
 */
export async function keepList(
  run: ImportRun,
  trx: WriteTransaction,
  scope: Scope,
  list: List,
): Promise<'same' | 'changed' | 'waits'> {
  const missing = await run.records.leaving(trx, linkOf(list));
  const unread = await unreadOf(run, trx, list.holds, missing);
  const ids = [...list.ids, ...missing.filter((each) => unread.has(each))];
  const leaving = missing.filter((each) => !unread.has(each));
  wait(run, scope, { ...list, ids }, leaving);
  for (const each of ids) run.listed.add(each);
  if (await relink(run, trx, { ...list, ids: [...ids, ...leaving] })) return 'changed';
  return leaving.length > 0 ? 'waits' : 'same';
}

/** By its list, because the transaction may be repeated. */
function wait({ waitingLists }: ImportRun, scope: Scope, list: List, leaving: readonly string[]) {
  const waiting = waitingLists.get(scope) ?? new Map();
  waitingLists.set(scope, waiting);
  const key = `${list.join} ${list.of[1]}`;
  if (leaving.length > 0) waiting.set(key, { list, leaving });
  else waiting.delete(key);
}

/** Takes out of a list what leaves it. */
export async function shortenList(run: ImportRun, trx: WriteTransaction, scope: Scope, list: List) {
  if (!(await relink(run, trx, list))) return;
  await run.records.touch(trx, ...list.of);
  await bumpRevision(trx, scope);
}

/** Another import, of a folder that lacks it, may have removed the owner or what it lists since they were read. */
async function relink({ records }: ImportRun, trx: WriteTransaction, list: List) {
  const [table, id] = list.of;
  if ((await records.existing(trx, table, [id])).length === 0) return false;
  const ids = await records.existing(trx, list.holds, list.ids);
  return records.link(trx, linkOf({ ...list, ids }));
}

const linkOf = ({ of: [table, id], join, holds, ids }: List): Link => ({
  join,
  owner: [`${table}_id`, id],
  column: `${holds}_id`,
  ids,
});

async function unreadOf(
  { report }: ImportRun,
  trx: WriteTransaction,
  table: 'bundle' | 'media',
  ids: readonly string[],
) {
  const rows = await inPortions(ids, (some) =>
    trx.selectFrom(table).select(['id', 'source']).where('id', 'in', some).execute(),
  );
  return new Set(
    rows.filter(({ source }) => source !== null && isUnread(report, source)).map(({ id }) => id),
  );
}
