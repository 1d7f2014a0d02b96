import { isSameDraft, type PackDraft } from './pack-draft.ts';

/** One thing that was done to a draft. */
export interface Step {
  /** What a person would call it, for example 'The counter was removed'. */
  said: string;
  /** The section it was about, to be shown when it is undone. */
  section: string | null;
  before: PackDraft;
  after: PackDraft;
  /** Changes with the same key that follow each other quickly are one step. */
  burst: string | null;
  /** When its first change was made, ms. */
  began: number;
  /** When its last one was, ms. */
  at: number;
}

export interface DraftHistory {
  draft: PackDraft;
  past: readonly Step[];
  future: readonly Step[];
}

export interface Change extends Pick<Step, 'said'> {
  section?: string | null;
  burst?: string | null;
  /** ms */
  now: number;
}

// Long enough for a word to be looked up.
const pauseMs = 1500;

// Who types without a pause gets a thought taken back and not a page.
const burstMs = 5000;

const mostSteps = 500;

export const beginHistory = (draft: PackDraft): DraftHistory => ({ draft, past: [], future: [] });

/** The history after one more change. Typing that goes on where it was a moment ago joins the step before. */
export function withChange(history: DraftHistory, after: PackDraft, change: Change): DraftHistory {
  const { draft, past, future } = history;
  if (isSameDraft(draft, after)) return history;
  const { said, section = null, burst = null, now } = change;
  const last = past.at(-1);
  const isOn = last !== undefined && now - last.at <= pauseMs && now - last.began <= burstMs;
  const joins = burst !== null && future.length === 0 && last?.burst === burst && isOn ? last : null;
  const before = joins?.before ?? draft;
  const earlier = joins ? past.slice(0, -1) : past;
  if (joins && isSameDraft(before, after)) return { draft: before, past: earlier, future: [] };
  const step = { said, section, before, after, burst, began: joins?.began ?? now, at: now };
  return { draft: after, past: [...earlier, step].slice(-mostSteps), future: [] };
}

/** The same with another name wherever the pack has that of before. */
export function retitled({ draft, past, future }: DraftHistory, before: string, title: string): DraftHistory {
  const named = (each: PackDraft) => (each.title === before ? { ...each, title } : each);
  const renamed = (step: Step) => ({ ...step, before: named(step.before), after: named(step.after) });
  return { draft: named(draft), past: past.map(renamed), future: future.map(renamed) };
}

export function undone(history: DraftHistory): { history: DraftHistory; step: Step } | null {
  const step = history.past.at(-1);
  if (!step) return null;
  return {
    step,
    history: { draft: step.before, past: history.past.slice(0, -1), future: [...history.future, step] },
  };
}

export function redone(history: DraftHistory): { history: DraftHistory; step: Step } | null {
  const step = history.future.at(-1);
  if (!step) return null;
  return {
    step,
    // Typing that goes on after it is a step of its own.
    history: {
      draft: step.after,
      past: [...history.past, { ...step, burst: null }],
      future: history.future.slice(0, -1),
    },
  };
}
