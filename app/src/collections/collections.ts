import type { LoadStrategy } from '#sync/load/strategies.ts';
import type { DeleteStrategy } from '#sync/save/save-records.ts';
import type { SaveStrategy } from '#sync/save/strategies.ts';

interface Collection {
  load: LoadStrategy;
  /** Null where the app only reads. */
  save: SaveStrategy | null;
  delete: DeleteStrategy | null;
  /** What the device keeps of its files without being asked: pictures that tiles and pages show (SYNC-10). */
  media: 'pictures' | 'none';
}

/** How each kind behaves offline, in one place. Ages are in sync/load/load-parts.ts. */
export const collections = {
  myChannels: { load: 'remote-then-local', save: null, delete: null, media: 'none' },
  channel: { load: 'local-then-remote', save: null, delete: null, media: 'pictures' },
  bundle: { load: 'local-then-remote', save: null, delete: null, media: 'pictures' },
  pack: { load: 'local-then-remote', save: 'local-then-push', delete: 'both', media: 'none' },
  message: { load: 'local-only', save: 'local-then-push', delete: 'local-only', media: 'none' },
  packLog: { load: 'remote-then-local', save: null, delete: null, media: 'none' },
  signature: { load: 'remote-then-local', save: 'local-then-push', delete: 'local-only', media: 'none' },
  helpPage: { load: 'remote-then-local', save: null, delete: null, media: 'none' },
} as const satisfies Record<string, Collection>;
