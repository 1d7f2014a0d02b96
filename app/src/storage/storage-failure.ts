/** The device could not keep or open something. `full`: no space left; `unavailable`: the database does not open. */
export class StorageFailure extends Error {
  readonly kind: 'full' | 'unavailable' | 'broken';

  constructor(kind: StorageFailure['kind'], cause: unknown) {
    super(says[kind], { cause });
    this.name = 'StorageFailure';
    this.kind = kind;
  }
}

const says = {
  full: 'This device has no space left. Nothing was lost: free some space and try again.',
  unavailable: 'Error initialising local store',
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
  return names.some(isStorageError) ? new StorageFailure('broken', error) : error;
}
