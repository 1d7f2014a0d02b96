import type { MediaView } from '#services.ts';
import { openingOf } from '../file-address.ts';

export type ReadableKind = 'pdf' | 'word' | 'excel';

const kinds: readonly { kind: ReadableKind; mime: string; ending: string }[] = [
  { kind: 'pdf', mime: 'application/pdf', ending: '.pdf' },
  {
    kind: 'word',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ending: '.docx',
  },
  {
    kind: 'excel',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: '.xlsx',
  },
];

/** What a document is read as inside Satchel; null for what only another app can show. */
export function readableKind(
  file: Pick<MediaView, 'type' | 'url' | 'mime' | 'filename'>,
): ReadableKind | null {
  if (openingOf(file).how !== 'address') return null;
  const { mime, filename } = file;
  // A host that does not know a file's type calls it a stream of bytes.
  const isUnknown = mime === null || mime === 'application/octet-stream';
  const name = filename?.toLowerCase() ?? '';
  const found = kinds.find((kind) => (isUnknown ? name.endsWith(kind.ending) : mime === kind.mime));
  return found?.kind ?? null;
}
