import type { MediaView } from '../media-view.ts';

/** What a search found: a bundle, an app, or a file of a bundle. */
export interface SearchHit {
  kind: 'bundle' | 'app' | 'file';
  id: string;
  title: string;
  /** Where it is found; of a bundle its own id. */
  bundleId: string;
  bundleTitle: string;
  /** A few words around the match outside of the title; empty when only the title matches. */
  snippet: string;
  /** Words of title and snippet that match, without case and marks. */
  matches: readonly string[];
  thumbnailUrl: string | null;
  /** PDF, Word, …; empty for what is no file. */
  fileTypeLabel: string;
  /** What says how a file opens; null for a bundle or an app. */
  file: Pick<MediaView, 'type' | 'url' | 'mime' | 'filename'> | null;
}
