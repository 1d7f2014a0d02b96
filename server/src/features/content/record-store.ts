import type { WriteTransaction } from '#database/database.ts';
import type { SignedInViewer } from '#http/viewer.ts';

export type StoredValue = string | number | null;

/** A checked document: what to put into which column, and which records it points to. */
export interface RecordChanges {
  columns: Record<string, StoredValue>;
  /** Per list relationship the ids in order; only those that may be stored. */
  lists: Record<string, readonly string[]>;
}

export interface WriteContext {
  trx: WriteTransaction;
  viewer: SignedInViewer;
  now: number;
  /** Runs a task once the transaction is committed. */
  afterCommit(task: () => void): void;
}

export interface GivenPassword {
  existing?: string;
  value?: string;
}

/** Who wants a record written, and from where. */
export interface Asking {
  viewer: SignedInViewer;
  /** The network address, for throttling. */
  address: string;
  password?: GivenPassword | undefined;
  /** The record as it is, when it is changed. */
  stored?: OwnedRow;
}

/** Row of a record that its owner changes; `changed` is the state that `If-Match` names. */
export type OwnedRow = Readonly<Record<string, unknown>>;

/**
 * Thrown by `create` when it lacks something that nobody may wait for within a transaction: it is called again in a new
 * one, with the columns that this answers added to those it had.
 */
export class NeedsPreparation extends Error {
  override name = 'NeedsPreparation';
  readonly prepare: () => Promise<RecordChanges['columns']>;

  constructor(prepare: NeedsPreparation['prepare']) {
    super('Something has to be prepared before the transaction');
    this.prepare = prepare;
  }
}

/** How records of one kind are kept; visibility, ownership and the document have been checked before. */
export interface RecordStore {
  /** Changes a checked document's columns before its transaction begins, where that takes more than SQL. */
  prepare?(columns: RecordChanges['columns'], asking: Asking): Promise<RecordChanges['columns']>;
  /** Throws 422 when the record as a whole is not acceptable, and `NeedsPreparation`. */
  create?(context: WriteContext, id: string, changes: RecordChanges): Promise<void>;
  /** Gets only what is different from the stored record, and is not called without any. */
  update?(context: WriteContext, stored: OwnedRow, changes: RecordChanges): Promise<void>;
  /** Throws 409 when something still needs the record. */
  remove?(context: WriteContext, stored: OwnedRow): Promise<void>;
}
