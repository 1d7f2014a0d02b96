import { sql } from 'kysely';
import type { WriteTransaction } from '#database/database.ts';
import { inPortions } from '#database/in-portions.ts';
import { bumpRevision, channelScope, type Scope } from '#database/revision.ts';
import { dropKey, forgetKeys } from '#features/content/loose-file-store.ts';
import { chunksOf } from './chunks-of.ts';
import { channelId } from './import-channel.ts';
import { type Change, isUnread } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { shortenList } from './keep-list.ts';

type Gone = { id: string; source: string; title: string };
type Removable = 'pack' | 'bundle' | 'media' | 'signature' | 'help_page';

/** Removes what a channel's folder no longer holds, and the bytes that nothing shows any more. */
export async function removeGoneFromChannel(run: ImportRun, name: string) {
  const prefix = `channels/${name}/`;
  const scope = channelScope(channelId(name));
  await removePacks(run, prefix, scope);
  const bundles = await goneFrom(run, 'bundle', prefix);
  const medias = await goneFrom(run, 'media', prefix);
  const told = await tellGone(run, scope, bundles, medias);
  await shortenLists(run, scope, told);
  await deleteRecords(run, 'bundle', scope, bundles);
  await removeSignatures(run, prefix, scope);
  await deleteRecords(
    run,
    'media',
    scope,
    medias.filter(({ id }) => run.sentPacks.naming(id) === 0),
  );
  await removeFiles(run, prefix);
}

export async function removeGonePages(run: ImportRun) {
  await removeRecords(run, 'help_page', 'shared', await goneFrom(run, 'help_page', 'help/'));
}

export async function removeGoneGlobalPacks(run: ImportRun) {
  await removePacks(run, 'packs/', 'shared');
}

/** Records of the folder's part that it no longer holds; what could not be read this time is not gone. */
async function goneFrom(
  { database: { db }, report, seen }: ImportRun,
  table: Removable | 'file',
  prefix: string,
): Promise<Gone[]> {
  const title = sql.ref(table === 'media' ? 'name' : table === 'file' ? 'filename' : 'title');
  const { rows } = await sql<Gone>`select id, source, ${title} as title from ${sql.table(table)}
    where substr(source, 1, ${sql.lit(prefix.length)}) = ${prefix}`.execute(db);
  return rows.filter(({ id, source }) => !seen.has(id) && !isUnread(report, source));
}

/**
 * Says what is gone, before any of it is. A page or an app is gone from sent packs, too, and so are the documents that only
 * it listed. A document that sent packs name stays as a record that nobody is shown, so that it is there again once the
 * folder holds it again: it is told by the import that takes it away, and by none that comes later.
 * @returns in how many sent packs each of them is, as it was said
 */
async function tellGone(run: ImportRun, scope: Scope, bundles: readonly Gone[], medias: readonly Gone[]) {
  const told = new Map<Gone, number>();
  const shortened = waitingOf(run, scope).flatMap(({ leaving }) => leaving);
  const leaving = new Set([...shortened, ...(await listedBy(run, bundles))]);
  if (bundles.length + medias.length + leaving.size === 0) return told;
  const { sentPacks, database, report } = run;
  await sentPacks.look(database.db);
  const isNamed = ({ id }: Gone) => sentPacks.naming(id) > 0;
  const withdrawn = medias.filter((media) => isNamed(media) && leaving.has(media.id));
  const unsent = medias.filter((media) => !isNamed(media));
  const unlisted = await unlistedOf(run, leaving);
  for (const gone of [...bundles, ...withdrawn, ...unsent, ...unlisted])
    told.set(gone, sentPacks.naming(gone.id));
  // A picture that nobody was sent is not gone: its channel shows it.
  const said = [...told].filter(([gone, count]) => count > 0 || !unlisted.includes(gone));
  report.tell(said.map(([gone, count]) => asRemoved(gone, count)));
  return told;
}

/** Documents that the folder still holds and nothing lists any more, such as a picture that only stands for its channel. */
async function unlistedOf({ database: { db }, listed, seen }: ImportRun, leaving: ReadonlySet<string>) {
  const ids = [...leaving].filter((id) => seen.has(id) && !listed.has(id));
  const rows = await inPortions(ids, (some) =>
    db.selectFrom('media').select(['id', 'source', 'name']).where('id', 'in', some).execute(),
  );
  return rows.map(({ id, source, name }): Gone => ({ id, source: source ?? id, title: name }));
}

async function listedBy({ database: { db } }: ImportRun, bundles: readonly Gone[]) {
  const rows = await inPortions(
    bundles.map(({ id }) => id),
    (ids) => db.selectFrom('bundle_media').select('media_id').where('bundle_id', 'in', ids).execute(),
  );
  return rows.map(({ media_id }) => media_id);
}

/** Whoever sends a pack with what is still in a list is told of, too, before it leaves the list. */
async function shortenLists(run: ImportRun, scope: Scope, told: Map<Gone, number>) {
  const waiting = waitingOf(run, scope);
  if (run.isDryRun || waiting.length === 0) return;
  for (;;) {
    // Together, so that a pack is either seen here or refused.
    const late = await run.transact(async (trx) => {
      await run.sentPacks.look(trx);
      const sentMeanwhile = [...told].filter(([{ id }, count]) => run.sentPacks.naming(id) > count);
      if (sentMeanwhile.length > 0) return sentMeanwhile;
      for (const { list } of waiting) await shortenList(run, trx, scope, list);
      return [];
    });
    if (late.length === 0) return;
    for (const [gone, count] of late) {
      const now = run.sentPacks.naming(gone.id);
      run.report.tellLate(asRemoved(gone, now - count));
      told.set(gone, now);
    }
  }
}

const waitingOf = ({ waitingLists }: ImportRun, scope: Scope) => [
  ...(waitingLists.get(scope)?.values() ?? []),
];

async function removeSignatures(run: ImportRun, prefix: string, scope: Scope) {
  const gone = await goneFrom(run, 'signature', prefix);
  if (gone.length === 0) return;
  const kept = await signaturesOfMessages(run);
  const unused = gone.filter(({ id }) => !kept.has(id));
  await removeRecords(run, 'signature', scope, unused);
}

async function removeRecords(run: ImportRun, table: Removable, scope: Scope, gone: readonly Gone[]) {
  run.report.tell(gone.map((each) => asRemoved(each)));
  await deleteRecords(run, table, scope, gone);
}

async function deleteRecords(run: ImportRun, table: Removable, scope: Scope, gone: readonly Gone[]) {
  if (run.isDryRun) return;
  for (const chunk of chunksOf(gone)) {
    await run.transact(async (trx) => {
      for (const { id } of chunk) await trx.deleteFrom(table).where('id', '=', id).execute();
      await bumpRevision(trx, scope);
    });
  }
}

/** @param sentPacks in how many sent packs it was shown */
const asRemoved = ({ source, title }: Gone, sentPacks = 0): Change => ({
  saved: 'removed',
  path: source,
  title,
  sentPacks,
});

async function signaturesOfMessages({ database: { db } }: ImportRun) {
  const rows = await db.selectFrom('message').select('signature_id').distinct().execute();
  return new Set(rows.flatMap(({ signature_id }) => signature_id ?? []));
}

/** A pack that somebody has sent stays for the sake of the message, but archived. */
async function removePacks(run: ImportRun, prefix: string, scope: Scope) {
  for (const pack of await goneFrom(run, 'pack', prefix)) {
    const saved = await run.transact(async (trx) => {
      const sent = await trx
        .selectFrom('message')
        .select('id')
        .where('pack_id', '=', pack.id)
        .executeTakeFirst();
      const result = sent ? await run.records.save(trx, 'pack', pack.id, { archived: 1 }) : 'removed';
      if (result === 'removed' && !run.isDryRun)
        await trx.deleteFrom('pack').where('id', '=', pack.id).execute();
      if (result !== 'same' && !run.isDryRun) await bumpRevision(trx, scope);
      return result;
    });
    if (saved !== 'same') run.report.tell([{ ...asRemoved(pack), saved: 'removed' }]);
  }
}

/** Versions of files that no record and no sent pack shows. They are no content of their own, so nothing is said. */
async function removeFiles(run: ImportRun, prefix: string) {
  if (run.isDryRun) return;
  const gone = (await goneFrom(run, 'file', prefix)).filter(({ id }) => !run.files.used.has(id));
  if (gone.length === 0) return;
  await run.sentPacks.look(run.database.db);
  for (const chunk of chunksOf(gone)) {
    const keys = await run.transact(async (trx) => {
      const removed: string[] = [];
      for (const { id } of chunk) {
        const row = await trx.selectFrom('file').select('key').where('id', '=', id).executeTakeFirst();
        if (!row || run.sentPacks.naming(row.key) > 0 || (await isShown(trx, id, row.key))) continue;
        await trx.deleteFrom('file').where('id', '=', id).execute();
        // Should the import die before it has removed the bytes, the host does.
        await dropKey(trx, row.key, Date.now());
        removed.push(row.key);
      }
      return removed;
    });
    for (const key of keys) await run.store.remove(key);
    if (keys.length > 0) await forgetKeys(run.database, keys);
  }
}

async function isShown(trx: WriteTransaction, id: string, key: string) {
  const { rows } = await sql`
    select 1 from media where ${id} in (file_id, thumbnail_id, thumbnail_image_id, preview_image_id)
    union all select 1 from bundle where image_id = ${id} or urls like ${`%/${key}/%`}
    union all select 1 from message_media where ${id} in (file_id, preview_id)
    union all select 1 from signature where ${id} in (image_id, picture_id)`.execute(trx);
  return rows.length > 0;
}
