import { placeOf } from './stable-id.ts';

/** What became of one record. */
export type Saved = 'created' | 'changed' | 'same' | 'removed';

export interface Change {
  saved: Saved;
  /** Where in the folder it comes from. */
  path: string;
  title: string;
  /** How many packs that were sent have shown it; only of what is removed. */
  sentPacks?: number;
}

export interface ImportOutcome {
  created: number;
  changed: number;
  removed: number;
  same: number;
  /** What could not be taken. It did not stop the rest. */
  problems: { path: string; reason: string }[];
}

export interface ImportReport {
  readonly outcome: ImportOutcome;
  /** How far the import is. */
  progress(line: string): void;
  problem(path: string, reason: string): void;
  tell(changes: readonly Change[]): void;
  /** Of what is told already: packs that were sent after its line, and lose it, too. */
  tellLate(change: Change): void;
}

interface Listener {
  progress(line: string): void;
  /** One line per record that is new, different or gone. */
  detail(line: string): void;
}

const signs = { created: '+', changed: '~', removed: '-' } as const;

export function createReport(listener: Listener): ImportReport {
  const outcome: ImportOutcome = { created: 0, changed: 0, removed: 0, same: 0, problems: [] };
  return {
    outcome,
    progress: listener.progress,
    problem(path, reason) {
      // A folder may be looked into more than once.
      if (outcome.problems.some((known) => known.path === path && known.reason === reason)) return;
      outcome.problems.push({ path, reason });
      listener.progress(`  ! ${path}: ${reason}`);
    },
    tell(changes) {
      for (const { saved, path, title, sentPacks = 0 } of changes) {
        outcome[saved]++;
        const sent = sentPacks > 0 ? `, gone from ${counted(sentPacks, 'sent pack', 'sent packs')}, too` : '';
        if (saved !== 'same') listener.detail(`  ${signs[saved]} ${path} (${title})${sent}`);
      }
    },
    tellLate({ path, title, sentPacks = 0 }) {
      const packs = counted(sentPacks, 'pack that was', 'packs that were');
      listener.detail(`  ${signs.removed} ${path} (${title}), gone from ${packs} sent meanwhile, too`);
    },
  };
}

/** Whether a place lies in what could not be read this time, or is a folder of which something could not be read. */
export function isUnread({ outcome }: ImportReport, source: string) {
  return outcome.problems
    .map(({ path }) => placeOf(path).replace(/\/(?:bundle|channel)\.yaml$/, ''))
    .some((path) => source === path || source.startsWith(`${path}/`) || path.startsWith(`${source}/`));
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** The last line of an import. */
export function summaryOf({ created, changed, removed, same, problems }: ImportOutcome, isDryRun: boolean) {
  const counts = `${created} new, ${changed} changed, ${removed} removed, ${same} as they were`;
  const bad =
    problems.length > 0
      ? ` ${counted(problems.length, 'thing', 'things')} could not be taken, see the lines with '!'.`
      : '';
  return isDryRun ? `This would be: ${counts}. Nothing was written.${bad}` : `${counts}.${bad}`;
}
