import { unzipSync, type Zippable, zipSync } from 'fflate';

/** What all parts of a document may come to, in bytes: a document of a few kilobytes can claim terabytes. */
const mostBytes = 150_000_000;
const mostFiles = 5000;

/** Macros, embedded programs and data of other documents: never looked at. */
const leftOut = /vbaProject|activeX|embeddings|externalLinks|ctrlProps|customUI|printerSettings/i;

export class TooLarge extends Error {}

/**
 * The same archive without what could do harm and without compression, so that who reads it on unpacks nothing.
 * @throws TooLarge; anything else for what is no archive
 */
export function safeZip(bytes: Uint8Array, limits = { bytes: mostBytes, files: mostFiles }): Uint8Array {
  let total = 0;
  let count = 0;
  // Parts are unpacked into the room that their entry claims and no further, whatever is really in them.
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      count += 1;
      if (leftOut.test(name)) return false;
      total += originalSize;
      if (count > limits.files || total > limits.bytes) throw new TooLarge('too large to unpack');
      return true;
    },
  });
  const stored: Zippable = {};
  for (const [name, content] of Object.entries(parts)) stored[name] = [content, { level: 0 }];
  return zipSync(stored);
}
