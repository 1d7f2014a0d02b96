import type { ByteRange } from '#files/disk.ts';

/**
 * Reads a Range header for a file of a size (RFC 9110, section 14). Null: there is none, or one that a host may leave
 * unheeded (several ranges, another unit, nonsense), so the whole file is due. 'unsatisfiable': it starts behind the end.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < size ? { start, end } : 'unsatisfiable';
}
