// What page and worker say to each other. Every question travels with a MessagePort, and its answer comes back on it.
import * as z from 'zod/mini';

const urls = z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(50_000));

const question = z.discriminatedUnion('type', [
  /** Fetches and keeps content files. What is kept already is not fetched again, unless `renew` asks for a newer copy. */
  z.object({ type: z.literal('st-precache'), urls, renew: z.optional(z.boolean()) }),
  z.object({ type: z.literal('st-decache'), urls }),
  /** Empties everything but the app itself, which would not start offline without its shell. */
  z.object({ type: z.literal('st-reset') }),
  z.object({ type: z.literal('st-get-caches') }),
  z.object({ type: z.literal('st-get-cache-contents'), cacheName: z.string() }),
  /** What comes in just now is called off, so that another version can take over. */
  z.object({ type: z.literal('let-go') }),
  /** The waiting version takes over. */
  z.object({ type: z.literal('skip-waiting') }),
  /** The running version takes on pages that no worker serves. */
  z.object({ type: z.literal('claim') }),
]);

export type Question = z.infer<typeof question>;
export type QuestionType = Question['type'];

/**
 * Why a file is not kept: no answer from its host, none for too long or one that says to come back later, another answer than
 * 200, something else than the file (a sign-in page, an opaque answer), fewer bytes than announced or removed before it was here, no room on the device,
 * called off, or not a content address.
 */
const reason = z.enum([
  'unreachable',
  'refused',
  'not-the-file',
  'cut-off',
  'storage-full',
  'stopped',
  'not-content',
]);
export type NotKept = z.infer<typeof reason>;

interface Done {
  ok: true;
}

interface Answers {
  'st-precache': PrecacheAnswer;
  'st-decache': Done;
  'st-reset': Done;
  'st-get-caches': { caches: string[] };
  'st-get-cache-contents': { keys: string[] };
  'let-go': Done;
  'skip-waiting': Done;
  claim: Done;
}

export interface PrecacheAnswer {
  ok: boolean;
  /** Files that are kept now, fetched or not. */
  cached: number;
  failed: { url: string; reason: NotKept }[];
  /** Says in words how many are missing. */
  error?: string | undefined;
}

const done = z.object({ ok: z.literal(true) });
const answers: { [T in QuestionType]: z.ZodMiniType<Answers[T]> } = {
  'st-precache': z.object({
    ok: z.boolean(),
    cached: z.number(),
    failed: z.array(z.object({ url: z.string(), reason })),
    error: z.optional(z.string()),
  }),
  'st-decache': done,
  'st-reset': done,
  'st-get-caches': z.object({ caches: z.array(z.string()) }),
  'st-get-cache-contents': z.object({ keys: z.array(z.string()) }),
  'let-go': done,
  'skip-waiting': done,
  claim: done,
};

export type Answer<T extends QuestionType> = Answers[T];

const refusal = z.object({ error: z.string() });
export type Refusal = z.infer<typeof refusal>;

/** A sign of life while a file comes in or is waited for: bytes of it so far. */
const progress = z.object({ type: z.literal('st-progress'), url: z.string(), bytes: z.number() });
export type Progress = z.infer<typeof progress>;

/** Sent after a question on the same port: whoever asked does not want it any more. */
export const stopSignal = { type: 'st-stop' } as const;
const stop = z.object({ type: z.literal('st-stop') });

/** Sent to the worker itself while an answer of it is waited for: the browser lets it go on then. */
export const holdSignal = { type: 'st-hold' } as const;
const hold = z.object({ type: z.literal('st-hold') });

export function readQuestion(value: unknown): Question | null {
  const read = question.safeParse(value);
  return read.success ? read.data : null;
}

export const isStop = (value: unknown) => stop.safeParse(value).success;

export const isHold = (value: unknown) => hold.safeParse(value).success;

export function readProgress(value: unknown): Progress | null {
  const read = progress.safeParse(value);
  return read.success ? read.data : null;
}

/** Null for something that is no answer to a question of this type, as an older or newer worker may give. */
export function readAnswer<T extends QuestionType>(type: T, value: unknown): Answer<T> | Refusal | null {
  const answer = answers[type].safeParse(value);
  if (answer.success) return answer.data;
  const refused = refusal.safeParse(value);
  return refused.success ? refused.data : null;
}
