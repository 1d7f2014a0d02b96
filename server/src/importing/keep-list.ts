import type { WriteTransaction } from '#database/database.ts';
import { inPortions } from '#database/in-portions.ts';
import { bumpRevision, type Scope } from '#database/revision.ts';
import { isUnread } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import type { Link } from './record-keeper.ts';

interface List {
  of: readonly [table: 'channel' | 'bundle', id: string];
  join: 'channel_bundle' | 'channel_media' | 'bundle_media';
  holds: 'bundle' | 'media';
  ids: readonly string[];
}

/**
 * Makes a channel or a bundle list exactly these, and what it lists already and could not be read this time. What leaves a
 * list is gone from sent packs, too: such a list stays as it is until that has been said (remove-gone.ts), so that an import
 * that is cut off takes away nothing untold.
 */
export async function keepList(
  run: ImportRun,
  trx: WriteTransaction,
  scope: Scope,
  list: List,
): Promise<'same' | 'changed' | 'waits'> {
  const [table, id] = list.of;
  const link: Link = {
    join: list.join,
    owner: [`${table}_id`, id],
    column: `${list.holds}_id`,
    ids: list.ids,
  };
  const missing = await run.records.leaving(trx, link);
  const unread = await unreadOf(run, trx, list.holds, missing);
  link.ids = [...list.ids, ...missing.filter((each) => unread.has(each))];
  if (unread.size === missing.length) return (await run.records.link(trx, link)) ? 'changed' : 'same';
  for (const each of missing) if (!unread.has(each)) run.leaving.add(each);
  const waiting = run.shorterLists.get(scope) ?? [];
  run.shorterLists.set(scope, waiting);
  waiting.push(async (writing) => {
    if (!(await run.records.link(writing, link))) return;
    await run.records.touch(writing, table, id);
    await bumpRevision(writing, scope);
  });
  return 'waits';
}

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
