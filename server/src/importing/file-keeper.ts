import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import { holdKey } from '#features/content/loose-file-store.ts';
import type { FileRow, FileStore } from '#files/file-store.ts';
import { cleanFilename, detectFileType, extensionOf, miniAppFolderType } from '#files/file-types.ts';
import { chunksOf } from './chunks-of.ts';
import type { FolderReader } from './folder-reader.ts';
import type { ImportReport } from './import-report.ts';
import { createKeyReserve } from './key-reserve.ts';
import type { RecordKeeper } from './record-keeper.ts';
import { placeOf, stableId } from './stable-id.ts';

interface Parts {
  database: HostDatabase;
  files: FileStore;
  folder: FolderReader;
  report: ImportReport;
  records: RecordKeeper;
  isDryRun: boolean;
  /** In bytes. */
  fileLimit: number;
}

/** A file whose bytes are safe; whoever uses it writes its row in the transaction that names it. */
export type KeptFile = FileRow & { isNew: boolean };

/** A row that was there before, and the bytes that belong to it. */
interface Known {
  row: FileRow;
  /** Of a mini-app: what lies in its folder. */
  names: readonly string[];
  put(): Promise<FileRow>;
}

// A bucket answers each in some hundredths of a second: fifty thousand files take less than a minute.
const looksAtOnce = 16;

export type FileKeeper = ReturnType<typeof createFileKeeper>;

/**
 * Takes files of the folder into the file store, each version of the bytes once. New bytes get a row and an address of
 * their own; what becomes of the old ones is settled at the end (remove-gone.ts).
 */
export function createFileKeeper({ database, files, folder, report, records, isDryRun, fileLimit }: Parts) {
  const used = new Set<string>();
  const keys = createKeyReserve(database);
  const known = new Map<string, Known>();

  async function findKnown(
    id: string,
    put: (key: string) => Promise<FileRow>,
    names: readonly string[] = [],
  ): Promise<KeptFile | undefined> {
    used.add(id);
    const row = await database.db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return undefined;
    known.set(id, { row, names, put: () => put(row.key) });
    return { ...row, isNew: false };
  }

  async function hasBytes({ row, names }: Known) {
    const paths = row.mime === miniAppFolderType ? names : [undefined];
    for (const path of paths) if (!(await files.open(row, path))) return false;
    return true;
  }

  async function bringBackIfLost(each: Known) {
    if (await hasBytes(each)) return;
    const { row, put } = each;
    report.progress(`  ${row.source}: the host had lost its bytes`);
    if (isDryRun) return;
    const { sha256 } = await put();
    // Somebody has changed the folder meanwhile: these are not the bytes that the address stands for.
    if (sha256 !== row.sha256) await files.remove(row.key);
  }

  /** What the row would be, for a dry run. */
  const imagined = (id: string, filename: string, mime: string, source: string): KeptFile => {
    const facts = { size: 0, sha256: '', width: null, height: null, alt: '', created: 0, changed: 0 };
    return { id, filename, mime, source, internal_id: 0, key: 'dry-run', ...facts, isNew: true };
  };

  async function identify(path: string, of: string) {
    const found = await folder.find(path, fileLimit);
    if (!found) return undefined;
    const { place } = found;
    const source = placeOf(path);
    const id = stableId('file', `${source} ${await digestOf(place)}${of && ` ${of}`}`);
    const filename = basename(path);
    const put = (key: string) => files.put(place, { id, key, filename, source });
    return { id, place, filename, source, put };
  }

  /**
   * Undefined when the file cannot be taken; the reason has been reported.
   * @param of who it is a picture of, where several may have the same one: its words are theirs
   */
  async function keep(path: string, of = ''): Promise<KeptFile | undefined> {
    const found = await identify(path, of);
    if (!found) return undefined;
    const { id, place, filename, source, put } = found;
    const row = await findKnown(id, put);
    if (row) return row;
    const { mime, problem } = await inspect(place, filename);
    if (problem) {
      report.problem(path, problem);
      return undefined;
    }
    if (isDryRun) return imagined(id, filename, mime, source);
    return { ...(await put(await keys.next())), isNew: true };
  }

  /**
   * Takes a mini-app's folder as a whole, so that its files find each other. The list of what an app caches is made from
   * the files when its author has not written one.
   */
  async function keepApp(path: string, paths: readonly string[]): Promise<KeptFile | undefined> {
    const digest = createHash('sha256');
    const places = new Map<string, string>();
    for (const each of paths) {
      const found = await folder.find(`${path}/${each}`, fileLimit);
      if (!found) return undefined;
      places.set(each, found.place);
      digest.update(`${each}\0${await digestOf(found.place)}\n`);
    }
    const source = placeOf(path);
    const id = stableId('file', `${source} ${digest.digest('hex')}`);
    const put = (key: string) =>
      withCopy(places, (copy) => files.putFolder(copy, { id, key, filename: manifestName, source }));
    const row = await findKnown(id, put, [...new Set([...paths, manifestName])]);
    if (row) return row;
    if (isDryRun) return imagined(id, manifestName, miniAppFolderType, source);
    return { ...(await put(await keys.next())), isNew: true };
  }

  return {
    keep,
    keepApp,

    /** Looks after the bytes of a file that was taken for somebody once, and takes nothing: it need not be there any more. */
    async recall(path: string, of: string) {
      const found = (await folder.has(path)) ? await identify(path, of) : undefined;
      if (found) await findKnown(found.id, found.put);
    },

    /** Puts bytes that the host has lost back under the address they had. A store is asked once for each known file. */
    async bringBackLost() {
      for (const some of chunksOf([...known.values()], looksAtOnce))
        await Promise.all(some.map(bringBackIfLost));
    },

    close: keys.close,

    /** Ids of all files of the folder as it is now. */
    used,

    /** Writes the row of a file, or what has become different about it; answers it as it is stored. */
    async settle(trx: WriteTransaction, { isNew, ...row }: KeptFile, alt: string): Promise<FileRow> {
      if (isNew && !isDryRun) {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('file')
          .values({ ...row, alt })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow();
        // An import beside this one may have brought the same file; then these bytes are nobody's.
        if (numInsertedOrUpdatedRows === 1n && !(await holdKey(trx, row.key)))
          throw new Error(`${row.source} took longer than a day, and its bytes may be gone. Import again.`);
      } else if (row.alt !== alt) await records.save(trx, 'file', row.id, { alt });
      const stored = await trx.selectFrom('file').selectAll().where('id', '=', row.id).executeTakeFirst();
      return stored ?? row;
    },
  };
}

export const manifestName = 'manifest.json';

/** @param places of an app's files by their paths in its folder */
async function withCopy<Result>(
  places: ReadonlyMap<string, string>,
  work: (copy: string) => Promise<Result>,
) {
  const copy = await mkdtemp(join(tmpdir(), 'satchel-app-'));
  try {
    for (const [each, place] of places) {
      await mkdir(dirname(join(copy, each)), { recursive: true });
      await copyFile(place, join(copy, each));
    }
    if (!places.has(manifestName))
      await writeFile(join(copy, manifestName), JSON.stringify([...places.keys()]));
    return await work(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function digestOf(place: string) {
  const digest = createHash('sha256');
  await pipeline(createReadStream(place), digest);
  return digest.digest('hex');
}

/** Formats that can be told by their bytes: a file with such a name and other bytes is broken or mislabelled. */
const recognisable = ['pdf', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'mp4', 'mov', 'docx', 'xlsx', 'pptx'];

async function inspect(place: string, filename: string): Promise<{ mime: string; problem?: string }> {
  const clean = cleanFilename(filename);
  const { mime, filename: fitting } = await detectFileType(place, clean);
  const isUnknown = mime === 'application/octet-stream' && recognisable.includes(extensionOf(filename));
  if (isUnknown || fitting !== clean) {
    const content = isUnknown ? 'it is broken' : `it holds ${mime}`;
    return { mime, problem: `it is not the .${extensionOf(filename)} that its name says; ${content}` };
  }
  if (!mime.startsWith('image/')) return { mime };
  try {
    await sharp(place).metadata();
    return { mime };
  } catch {
    return { mime, problem: 'it is a picture that cannot be read' };
  }
}
