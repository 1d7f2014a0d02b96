import type { FlatRecord } from '#remote/documents.ts';

export const changedElsewhere = 'The pack was changed on another device too';

/** A pack was changed at the host since the edit that was to be stored began. */
export class EditConflict extends Error {
  /** The host's present state. */
  readonly stored: FlatRecord;

  constructor(stored: FlatRecord) {
    super(changedElsewhere);
    this.name = 'EditConflict';
    this.stored = stored;
  }
}
