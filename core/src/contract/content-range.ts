export interface BytesRange {
  from: number;
  /** Exclusive. */
  to: number;
  total: number;
}

/** Reads the Content-Range of an answer (RFC 9110, 14.4); null for one that is not of bytes with a known end. */
export function readContentRange({ headers }: Pick<Response, 'headers'>): BytesRange | null {
  const [, first, last, total] =
    /^bytes (\d+)-(\d+)\/(\d+)$/i.exec(headers.get('content-range')?.trim() ?? '') ?? [];
  const range = { from: Number(first), to: Number(last) + 1, total: Number(total) };
  return range.from < range.to && range.to <= range.total ? range : null;
}
