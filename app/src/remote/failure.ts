import type { JsonApiError } from '@satchel/core/contract/json-api.ts';

/** What a call met, sorted once by what happens next: wait for the connection, try later, sign in, set aside. */
export type Failure =
  /** `offline`: not tried, the browser has no network. `no-response`: tried. `not-json`: a page where data was due, or data about something else. */
  | { kind: 'unreachable'; why: 'offline' | 'no-response' | 'not-json' }
  | {
      kind: 'busy';
      status: number;
      statusText: string;
      retryAfterMs: number | null;
      /** What the host said about it, if anything. */
      errors?: JsonApiError[];
    }
  | { kind: 'signed-out' }
  | { kind: 'refused'; status: number; statusText: string; errors: JsonApiError[] };

export class RemoteFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(failureText(failure), { cause });
    this.name = 'RemoteFailure';
    this.failure = failure;
  }
}

/** 'title (status) - detail' of every error, joined by semicolons (ERR-15). */
export const flattenErrors = (errors: readonly JsonApiError[]) =>
  errors
    .map(({ title, status, detail }) =>
      [title ?? 'Server error', ...(status ? [`(${status})`] : []), ...(detail ? [`- ${detail}`] : [])].join(
        ' ',
      ),
    )
    .join('; ');

/** The specification's words for a failure (ERR-03, ERR-04, ERR-13 to ERR-15). */
export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'unreachable':
      return failure.why === 'offline' ? 'Application is offline' : 'No response';
    case 'signed-out':
      return 'You are not logged in';
    case 'busy':
      return `${failure.statusText || 'Server error'} (${failure.status})`;
    case 'refused':
      return failure.errors.length > 0
        ? flattenErrors(failure.errors)
        : `${failure.statusText || 'Server error'} (${failure.status})`;
  }
}

/** What a busy host said. */
export const answerText = (failure: Failure & { kind: 'busy' }) =>
  failure.errors?.length ? flattenErrors(failure.errors) : failureText(failure);

/** Any error as words for a person; what is no call's failure says what it says (ERR-14). */
export const errorText = (error: unknown) =>
  error instanceof Error && error.message ? error.message : 'Bad request';

export const failureOf = (error: unknown): Failure | null =>
  error instanceof RemoteFailure ? error.failure : null;

/** The host's first words about what it did not do; undefined when it said none. */
export function firstDetail(error: unknown): string | undefined {
  const failure = failureOf(error);
  return failure && 'errors' in failure ? failure.errors?.[0]?.detail : undefined;
}

export const isRefusedWith = (error: unknown, status: number) => {
  const failure = failureOf(error);
  return failure?.kind === 'refused' && failure.status === status;
};
