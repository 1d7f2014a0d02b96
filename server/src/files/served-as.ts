import type { FileRow } from './file-store.ts';
import { opensInline } from './file-types.ts';

/** For what may be shown as a picture and nothing else. */
export const lifelessPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const viewedPolicy = "base-uri 'none'; form-action 'none'; script-src 'none'";

/** What a browser would run is never run on this origin: it is downloaded, and loads as a script nowhere. */
export function servedAs({ mime, filename }: Pick<FileRow, 'mime' | 'filename'>) {
  const isInline = opensInline(mime);
  return {
    mime: mime === 'text/javascript' ? 'text/plain' : mime,
    headers: {
      'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', filename),
      'content-security-policy': isInline ? viewedPolicy : lifelessPolicy,
    },
  };
}

/** RFC 6266: an ASCII name for old clients, the real one for all others. */
function contentDisposition(kind: 'inline' | 'attachment', filename: string) {
  const ascii = filename.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
