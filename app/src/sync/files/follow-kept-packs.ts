import { liveQuery } from 'dexie';
import type { Database } from '#storage/database.ts';
import { subjectOf } from './kept-subjects.ts';
import type { Subject } from './list-files.ts';

interface FollowParts {
  database: Database;
  onChanged: (subject: Subject) => void;
  logFailure: (error: unknown) => void;
}

/** Tells of packs that are kept here and were saved or pulled in another state, whoever looks at them (PLIST-04). */
export function followKeptPacks({ database, onChanged, logFailure }: FollowParts) {
  const changedAt = new Map<string, number | null>();

  async function readPacks() {
    const rows = await database.kept.where('id').startsWith('pack:').toArray();
    const packs = await database.records('salestool--pack').bulkGet(rows.map(({ subjectId }) => subjectId));
    return rows.map((row, at) => ({ subject: subjectOf(row), changed: packs[at]?.changed ?? null }));
  }

  liveQuery(readPacks).subscribe({
    next(packs) {
      for (const { subject, changed } of packs) {
        const before = changedAt.get(subject.id);
        changedAt.set(subject.id, changed);
        // What is new here was just asked for.
        if (before !== undefined && before !== changed) onChanged(subject);
      }
    },
    error: logFailure,
  });
}
