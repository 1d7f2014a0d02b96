import { open } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { Disk } from './disk.ts';
import { hasDerivatives } from './file-types.ts';
import { createPdfRenderer } from './pdf-renderer.ts';

/** The longest side of each small picture, in pixels (API-44, MODEL-11). */
const longestSide = { thumbnail: 320, salestool_preview: 1200 } as const;

export type DerivativeStyle = keyof typeof longestSide;

export const isDerivativeStyle = (text: string): text is DerivativeStyle => Object.hasOwn(longestSide, text);

// A phone's panorama has about 60 million pixels; far more is a bomb.
const mostPixels = 100_000_000;
const timeLimitS = 20;
/** A file that could not be read is not tried again for this long. */
const retryAfterMs = 10 * 60_000;
const mostFailuresKept = 10_000;

/** Makes small pictures from pictures and first pages, each once, and writes them beside the original. */
export function createDerivatives(disk: Disk) {
  const renderPdf = createPdfRenderer();
  const running = new Map<string, Promise<string | null>>();
  const failed = new Map<string, number>();

  /** Null for a file that cannot be read as what it is. Throws what is no fault of the file's. */
  const bytesOf = (mime: string, original: string, style: DerivativeStyle) =>
    disk.withPath(original, async (path) => {
      try {
        const source =
          mime === 'application/pdf' ? await renderPdf(path, longestSide.salestool_preview) : path;
        return await scaled(sharp(source, { limitInputPixels: mostPixels, failOn: 'error' }), style);
      } catch (error) {
        if (isOfSystem(error)) throw error;
        // The library calls broken also what it could not open: then the file system says so.
        await (await open(path)).close();
        return null;
      }
    });

  async function make(mime: string, original: string, name: string, style: DerivativeStyle) {
    if ((await disk.size(name)) !== null) return name;
    if ((await disk.size(original)) === null) return null;
    const bytes = await bytesOf(mime, original, style);
    if (!bytes) {
      // Broken, encrypted or hostile: the file stays as it is, and simply has no small picture.
      if (failed.size >= mostFailuresKept) failed.clear();
      failed.set(name, Date.now() + retryAfterMs);
      return null;
    }
    await disk.write(name, bytes);
    return name;
  }

  return {
    /**
     * Answers the name on the disk, or null for a file that is gone or has no small picture. Never throws for a bad
     * file; what the disk or the machine cannot do is thrown, and tried again with the next call.
     */
    make(mime: string, original: string, name: string, style: DerivativeStyle) {
      if (!hasDerivatives(mime) || (failed.get(name) ?? 0) > Date.now()) return Promise.resolve(null);
      const known = running.get(name);
      if (known) return known;
      const work = make(mime, original, name, style).finally(() => running.delete(name));
      running.set(name, work);
      return work;
    },
  };
}

/** Such as that there are no more handles for files, and so no renderer. */
const isOfSystem = (error: unknown) => error instanceof Error && 'syscall' in error;

const scaled = (picture: Sharp, style: DerivativeStyle) =>
  picture
    .timeout({ seconds: timeLimitS })
    .autoOrient()
    .resize({
      width: longestSide[style],
      height: longestSide[style],
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp({ quality: style === 'thumbnail' ? 78 : 84 })
    .toBuffer();
