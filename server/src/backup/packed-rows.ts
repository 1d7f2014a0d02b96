import { constants as buffers } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A longer row could not be made a text of. */
export const longestRowBytes = buffers.MAX_STRING_LENGTH;

const lineEnd = 10;

/**
 * The rows of a compressed part, each as the bytes of its JSON, holding no more than one of them: parts of older backups may
 * be of any length. Throws when a row is longer than that, or the part cannot be unpacked.
 */
export async function* unpackRows(
  part: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  mostBytes = longestRowBytes,
): AsyncGenerator<Buffer> {
  const unpacked = createGunzip({ chunkSize: 256 * 1024 });
  // Whatever fails is thrown by the loop.
  pipeline(Readable.from(part), unpacked, () => {});
  let [pieces, length]: [Buffer[], number] = [[], 0];
  const add = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
    if (length > mostBytes) throw new Error(`a row is longer than ${mostBytes} bytes`);
  };
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
      add(chunk.subarray(from, end));
      if (length > 0) yield Buffer.concat(pieces);
      [pieces, length] = [[], 0];
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield Buffer.concat(pieces);
}
