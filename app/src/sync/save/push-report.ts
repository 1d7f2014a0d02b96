import type { PushableType } from '#storage/device-rows.ts';
import type { PushReport } from '#sync/activity.ts';

type Count = readonly [total: number, succeeded: number];

/** Counts of one push as they come in (SYNC-37). */
export function countPushes() {
  const counts: Record<PushableType, [number, number]> = {
    'salestool--signature': [0, 0],
    'salestool--pack': [0, 0],
    'salestool--message': [0, 0],
  };
  return {
    count(type: PushableType, hasSucceeded: boolean) {
      counts[type][0] += 1;
      if (hasSucceeded) counts[type][1] += 1;
    },
    succeeded: (type: PushableType) => counts[type][1],
    hasAny: () => Object.values(counts).some(([total]) => total > 0),
    /** @param at ms */
    report: (at: number): PushReport => ({
      at,
      signatures: counts['salestool--signature'],
      packs: counts['salestool--pack'],
      messages: counts['salestool--message'],
    }),
  };
}

const sum = (one: Count, other: Count) => [one[0] + other[0], one[1] + other[1]] as const;

export const addReports = (one: PushReport, other: PushReport): PushReport => ({
  at: other.at,
  signatures: sum(one.signatures, other.signatures),
  packs: sum(one.packs, other.packs),
  messages: sum(one.messages, other.messages),
});

export const hasSuccess = ({ signatures, packs, messages }: PushReport) =>
  signatures[1] + packs[1] + messages[1] > 0;

export const isEmptyReport = ({ signatures, packs, messages }: PushReport) =>
  signatures[0] + packs[0] + messages[0] === 0;
