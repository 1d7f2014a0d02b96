import type { NotKept } from '#service-worker/messages.ts';
import type { KeepProblem } from '#storage/device-rows.ts';

// One address that never answers must not hold the others back; several mean that the host is gone.
const mostUnreachable = 3;

const problemOf = {
  unreachable: 'unreachable',
  'cut-off': 'unreachable',
  refused: 'refused',
  'not-the-file': 'refused',
  'not-content': 'refused',
  'storage-full': 'storage-full',
} satisfies Record<Exclude<NotKept, 'stopped'>, KeepProblem>;

/** What stands in the way for all files comes before what concerns one of them. */
const gravity: KeepProblem[] = ['refused', 'unreachable', 'storage-full', 'not-possible'];

export const graver = (a: KeepProblem | null, b: KeepProblem) =>
  a !== null && gravity.indexOf(a) > gravity.indexOf(b) ? a : b;

/** What became of the files that were asked for, and whether it is worth asking for the rest. */
export function createDownloadTally() {
  let problem: KeepProblem | null = null;
  let counted = 0;
  let unreachable = 0;
  let unreachableInRow = 0;
  let isStopped = false;

  const isOver = () =>
    isStopped ||
    problem === 'storage-full' ||
    problem === 'not-possible' ||
    unreachableInRow >= mostUnreachable;

  return {
    /** @param reason null for a file that is kept */
    count(reason: NotKept | null) {
      counted += 1;
      unreachableInRow = reason === 'unreachable' ? unreachableInRow + 1 : 0;
      if (reason === 'unreachable') unreachable += 1;
      if (reason === 'stopped') isStopped = true;
      else if (reason !== null) problem = graver(problem, problemOf[reason]);
    },
    /** Nobody keeps files here. */
    giveUp() {
      problem = 'not-possible';
    },
    isOver,
    problem: () => problem,
    /** All were asked for, and the host is there: what few addresses fail to give does not speak against it. */
    isDone: () => !isOver() && unreachable * 2 <= counted,
  };
}

export type DownloadTally = ReturnType<typeof createDownloadTally>;
