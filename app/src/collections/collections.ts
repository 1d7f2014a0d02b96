import type { LoadStrategy } from '#sync/load/strategies.ts';
import type { DeleteStrategy } from '#sync/save/save-records.ts';
import type { SaveStrategy } from '#sync/save/strategies.ts';

interface Collection {
  /** Null where it comes with the packs of a channel. */
  load: LoadStrategy | null;
  /** Null where the app only reads. */
  save: SaveStrategy | null;
  /** Null where nothing is deleted: a message is cancelled, which is told to the host first. */
  delete: DeleteStrategy | null;
}

/**
 * How each kind behaves offline, in one place. Ages are in sync/load/load-parts.ts; what the device keeps of files
 * without being asked in sync/channel-pictures.ts.
 */
export const collections = {
  myChannels: { load: 'remote-then-local', save: null, delete: null },
  channel: { load: 'local-then-remote', save: null, delete: null },
  bundle: { load: 'local-then-remote', save: null, delete: null },
  pack: { load: 'local-then-remote', save: 'local-then-push', delete: 'both' },
  message: { load: null, save: 'local-then-push', delete: null },
  packLog: { load: 'remote-then-local', save: null, delete: null },
  signature: { load: 'remote-then-local', save: 'local-then-push', delete: null },
  helpPage: { load: 'remote-then-local', save: null, delete: null },
} as const satisfies Record<string, Collection>;
