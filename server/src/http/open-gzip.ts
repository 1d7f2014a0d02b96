import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** A text in gzip whose end is still to come. */
export interface OpenGzip {
  bytes: Buffer;
  /** Of what is in it. */
  checksum: number;
  length: number;
}

/** Compresses what always stays the same, outside of the event loop. */
export async function openGzip(start: Buffer): Promise<OpenGzip> {
  const bytes = await deflate(start, { finishFlush: constants.Z_SYNC_FLUSH });
  return { bytes: Buffer.concat([header, bytes]), checksum: crc32(start), length: start.length };
}

/** What was compressed, for who does not take gzip. */
export const unpacked = ({ bytes }: OpenGzip): Promise<Buffer> =>
  inflate(bytes.subarray(header.length), { finishFlush: constants.Z_SYNC_FLUSH });

/**
 * Adds what is new each time, as it is: a few hundred bytes are not worth the time that compressing takes, and what is
 * secret in them leaves no trace in the length.
 * @param end at most 65,535 bytes
 * @returns one member of gzip (RFC 1952), whose last block is a stored one (RFC 1951, section 3.2.4)
 */
export function endGzip({ bytes, checksum, length }: OpenGzip, end: Buffer): Buffer {
  const whole = Buffer.allocUnsafe(bytes.length + 5 + end.length + 8);
  let at = bytes.copy(whole);
  at = whole.writeUInt8(lastStoredBlock, at);
  at = whole.writeUInt16LE(end.length, at);
  at = whole.writeUInt16LE(~end.length & 0xffff, at);
  at += end.copy(whole, at);
  at = whole.writeUInt32LE(crc32(end, checksum), at);
  whole.writeUInt32LE((length + end.length) >>> 0, at);
  return whole;
}

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const lastStoredBlock = 1;
