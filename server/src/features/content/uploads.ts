import { type Readable, Transform } from 'node:stream';
import type { Clock } from '#clock.ts';
import type { HostDatabase } from '#database/database.ts';
import { type FileRow, type FileStore, newFileKey } from '#files/file-store.ts';
import { asHttpError, HttpError, unprocessable } from '#http/errors.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import { addUpload, dueKeys, expectFile, forgetKeys, takeBack } from './loose-file-store.ts';
import { contentTexts } from './texts.ts';

interface Parts {
  database: HostDatabase;
  files: FileStore;
  clock: Clock;
  /** Of one file. */
  mostBytes: number;
}

const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
// A few kilobytes can claim more pixels than any memory holds; no camera makes portraits of this size.
const mostPixels = 60_000_000;
// What one person may have waiting for a name, in files of the largest size.
const unnamedFiles = 10;

/** Takes pictures from outside to the disk, and clears away what no record came to name. */
export function createUploads({ database, files, clock, mostBytes }: Parts) {
  async function discard(key: string) {
    if (!(await takeBack(database, key))) return;
    await files.remove(key);
    await forgetKeys(database, [key]);
  }

  /** Removes what nobody named within a day, also of imports that died, and pictures that were replaced. */
  async function sweep() {
    for (;;) {
      const keys = await dueKeys(database, clock());
      if (keys.length === 0) return;
      for (const key of keys) await discard(key);
    }
  }

  return {
    /**
     * Writes the bytes as they come and answers the row of a picture that can be shown; nobody sees it before
     * somebody adds it. Throws 413, 422, and 400 when they end too early; then nothing of them is left.
     */
    async receive(viewer: SignedInViewer, bytes: Readable, filename: string): Promise<FileRow> {
      await sweep();
      const key = newFileKey();
      await expectFile(database, viewer, key, clock(), { bytes: unnamedFiles * mostBytes });
      try {
        const file = await files.put(noMoreThan(bytes, mostBytes), { key, filename, alt: '' });
        await refuseOthers(files, file);
        return file;
      } catch (error) {
        // What still comes is let go by, so that the refusal is heard.
        bytes.resume();
        await discard(key);
        throw isCut(error) ? new HttpError(400, contentTexts.cutUpload) : error;
      }
    },

    /** Lets its owner see a received picture and name it. Throws 408 when that comes too late. */
    async add(viewer: SignedInViewer, file: FileRow) {
      try {
        await database.write((trx) => addUpload(trx, viewer, file, clock()));
      } catch (error) {
        await discard(file.key);
        throw error;
      }
    },

    discard,

    sweep,
  };
}

export type Uploads = ReturnType<typeof createUploads>;

async function refuseOthers(files: FileStore, file: FileRow) {
  const refuse = (detail: string) => unprocessable([{ detail, pointer: '/data' }]);
  if (!pictureTypes.includes(file.mime) || file.width === null || file.height === null)
    throw refuse(contentTexts.noPicture);
  if (file.width * file.height > mostPixels) throw refuse(contentTexts.tooManyPixels(mostPixels));
  // Reading it to its end is the only proof that it is one; the small picture is needed anyway.
  if (!(await files.openDerivative(file, 'thumbnail'))) throw refuse(contentTexts.brokenPicture);
}

/** Passes bytes on until there are more than allowed, said or not. */
function noMoreThan(bytes: Readable, limit: number) {
  let count = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length;
      if (count > limit) done(new HttpError(413, contentTexts.tooManyBytes));
      else done(null, chunk);
    },
  });
  // A caller can hang up before anybody reads: whoever does then finds it cut, and until then it is nobody's error.
  counted.on('error', () => {});
  const cut = () => counted.destroy(new HttpError(400, contentTexts.cutUpload));
  bytes.once('error', (error) => counted.destroy(error));
  bytes.once('close', () => {
    if (!bytes.readableEnded) cut();
  });
  if (bytes.destroyed && !bytes.readableEnded) cut();
  return bytes.pipe(counted);
}

const isCut = (error: unknown) =>
  asHttpError(error).status === 500 &&
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as { code?: string } | null)?.code ?? '');
