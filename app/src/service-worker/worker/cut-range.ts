type Cut = { from: number; to: number } | 'whole' | 'unsatisfiable';

/**
 * What a Range header asks of a file of `size` bytes (RFC 9110, 14.2); `to` is exclusive. Anything but one range of
 * bytes is ignored, which the RFC allows. (workbox-range-requests answers 416 to an end beyond the file.)
 */
export function cutOf(header: string, size: number): Cut {
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0 ? 'unsatisfiable' : { from: Math.max(0, size - length), to: size };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return 'whole';
  if (from >= size) return 'unsatisfiable';
  return { from, to: last === '' ? size : Math.min(size, Number(last) + 1) };
}

/** If-Range asks for the whole file when its version is another one. */
function isSameVersion({ headers }: Response, condition: string | null) {
  return (
    condition === null || condition === headers.get('etag') || condition === headers.get('last-modified')
  );
}

/** The answer to a request out of a whole file: 206 with the bytes it asked for, 416, or the file as it is. */
export async function cutRange(request: Request, file: Response): Promise<Response> {
  const header = request.headers.get('range');
  if (header === null || !isSameVersion(file, request.headers.get('if-range'))) return file;
  const headers = new Headers(file.headers);
  const bytes = await file.blob();
  const cut = cutOf(header, bytes.size);
  if (cut === 'whole') return new Response(bytes, { headers });
  if (cut === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.size}` } });
  }
  headers.set('content-length', String(cut.to - cut.from));
  headers.set('content-range', `bytes ${cut.from}-${cut.to - 1}/${bytes.size}`);
  return new Response(bytes.slice(cut.from, cut.to), { status: 206, headers });
}
