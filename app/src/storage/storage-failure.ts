/**
 * The device could not keep or open something. `full`: no space left; `unavailable`: the database does not open;
 * `too-large` and `no-data`: this one value cannot be kept anywhere, however much space there is.
 */
export class StorageFailure extends Error {
  readonly kind: 'full' | 'unavailable' | 'too-large' | 'no-data' | 'broken';

  constructor(kind: StorageFailure['kind'], cause: unknown) {
    super(says[kind], { cause });
    this.name = 'StorageFailure';
    this.kind = kind;
  }
}

const says = {
  full: 'This device has no space left. Nothing was lost: free some space and try again.',
  unavailable: 'Error initialising local store',
  'too-large': 'This is too large to be kept on a device, and was not saved: make it smaller and try again.',
  'no-data': 'A part of this cannot be kept on a device, so nothing of it was saved.',
  broken: 'This device could not save it.',
} satisfies Record<StorageFailure['kind'], string>;

const unavailable = new Set([
  'OpenFailedError',
  'MissingAPIError',
  'InvalidStateError',
  'VersionError',
  'SecurityError',
]);

/** Names of an error and of what caused it. Browsers hide a full disk inside an AbortError, Dexie in `inner`. */
function namesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { name, inner, cause } = error as { name?: unknown; inner?: unknown; cause?: unknown };
  return [
    ...(typeof name === 'string' ? [name] : []),
    ...(inner === error ? [] : namesOf(inner)),
    ...(cause === error ? [] : namesOf(cause)),
  ];
}

const isStorageError = (name: string) =>
  unavailable.has(name) ||
  /^(Abort|DatabaseClosed|Unknown|Timeout|Data|Constraint|Modify|Bulk|Transaction)\w*$/.test(name);

/** Errors of the database as StorageFailure; any other error as it is. */
export function asStorageFailure(error: unknown): unknown {
  if (error instanceof StorageFailure) return error;
  const names = namesOf(error);
  if (names.includes('QuotaExceededError')) return new StorageFailure('full', error);
  if (names.some((name) => unavailable.has(name))) return new StorageFailure('unavailable', error);
  if (names.includes('DataCloneError')) return new StorageFailure('no-data', error);
  return names.some(isStorageError) ? new StorageFailure('broken', error) : error;
}
