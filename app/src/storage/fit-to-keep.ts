import { onWrites } from './on-writes.ts';
import { StorageFailure } from './storage-failure.ts';

/**
 * Browsers refuse a single value near 128 MiB, each in its own way and some only after they have tried to write it.
 * Text is counted with two bytes a character.
 */
const largestValueBytes = 127 * 2 ** 20;

/** Refuses before anything is written what no store can hold: too much in one value, or what is no data. */
export const fitToKeep = onWrites('fit-to-keep', (next) => (request) => {
  if (request.type === 'put' || request.type === 'add')
    for (const value of request.values) refuseUnfit(value);
  return next(request);
});

/** @returns roughly how many bytes it has. @throws StorageFailure */
export function refuseUnfit(value: unknown): number {
  const bytes = bytesOf(value);
  if (bytes > largestValueBytes) throw new StorageFailure('too-large', null);
  return bytes;
}

/** Roughly, and without looking into texts or bytes. @throws StorageFailure for functions and symbols */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length * 2;
  if (typeof value === 'function' || typeof value === 'symbol') throw new StorageFailure('no-data', null);
  if (typeof value !== 'object' || value === null) return 8;
  if (Object.getPrototypeOf(value) !== Object.prototype && !Array.isArray(value)) return bytesOfBinary(value);
  let bytes = 0;
  // A pack names thousands of files, and to ask for each of their fields by its name takes four times as long.
  for (const part of Object.values(value)) bytes += bytesOf(part);
  return bytes;
}

function bytesOfBinary(value: object): number {
  if (value instanceof Blob) return value.size;
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? value.byteLength : 8;
}
