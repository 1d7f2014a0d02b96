import type { FlatRecord } from '#remote/documents.ts';
import { answerText, errorText, type Failure, failureOf } from '#remote/failure.ts';
import type { Database } from '#storage/database.ts';
import type { QueueRow } from '#storage/device-rows.ts';
import { asStorageFailure, StorageFailure } from '#storage/storage-failure.ts';
import { isCancelledThere, settleCancelled } from './cancelled-elsewhere.ts';
import { ChangedSince, settleChangedSince } from './changed-since.ts';
import type { Claim, Claims } from './claims.ts';
import { Displaced } from './displaced.ts';
import { EditConflict } from './edit-conflict.ts';
import { growingWait, withJitter } from './host-rest.ts';
import { type KeptBoth, keepBoth } from './keep-both.ts';
import { type SendRecord, untold } from './send-record.ts';
import { ShownPack, settleShown } from './shown-pack.ts';
import { moveToOwnId, TakenId } from './taken-id.ts';

interface PushItemParts {
  database: Database;
  send: SendRecord;
  claims: Pick<Claims, 'release' | 'giveBack' | 'setAside' | 'note'>;
  /** Asks the host for something else. Those who ask at the same time share one question. */
  isHostThere: () => Promise<boolean>;
  now: () => number;
  random: () => number;
  /** Told of a pack that was changed on another device too. */
  onKeptBoth: (kept: KeptBoth) => void;
}

type Unreachable = Failure & { kind: 'unreachable' };
export type Busy = Failure & { kind: 'busy' };

/**
 * `sent`: the host took it, and said what it stored. `copied`: it was changed elsewhere, and both are kept. `moved`: it has
 * another id now. `later` is `busy` where the host could not take it now, which may be for this record's sake or its own.
 */
export type Outcome =
  | { went: 'sent'; stored: FlatRecord }
  | { went: 'refused' | 'copied' }
  | { went: 'later'; busy?: Busy }
  | { went: 'moved'; to: string }
  | { went?: undefined; stop: Failure };

/** What a push may end with when pages come in place of answers, though the host itself is there. */
const answersWithPages: Busy = { kind: 'busy', status: 502, statusText: 'Bad Gateway', retryAfterMs: null };

const longestWaitMs = 15 * 60_000;

/** Sends one claimed item, and does what its outcome asks for. */
export function createPushItem({
  database,
  send,
  claims,
  isHostThere,
  now,
  random,
  onKeptBoth,
}: PushItemParts) {
  const { release, giveBack, setAside } = claims;

  /**
   * Doubles with every try that met a busy host or came nowhere, and is as long as the host asks for: one over which it breaks
   * down each time lets others go first.
   */
  const waitFor = ({ attempts }: QueueRow, retryAfter: number | null) =>
    withJitter(Math.max(retryAfter ?? 0, growingWait(attempts, longestWaitMs)), random);

  async function refuse(item: Claim, reason: string): Promise<Outcome> {
    await setAside(item, reason);
    return { went: 'refused' };
  }

  async function tryLater({ row }: Claim, busy?: Busy): Promise<Outcome> {
    const hasAnswered = busy && busy !== answersWithPages && busy !== untold;
    await release(row, {
      notBefore: now() + waitFor(row, busy?.retryAfterMs ?? null),
      answer: hasAnswered ? answerText(busy) : null,
    });
    return { went: 'later', ...(busy && { busy }) };
  }

  /** Whether one came nowhere although the host was well: then the others that meet the same are no sign of an outage. */
  let hasMetOne = false;

  /**
   * Whether it is this record that does not come through. A page is a sign of that at once. An answer that does not come is
   * mostly the line's fault: it ends the push, the app says that it is offline, and the next push learns what became of it.
   */
  async function comesNowhere({ before }: Claim, { why }: Unreachable): Promise<boolean> {
    const wantsLook = why === 'not-json' || (why === 'no-response' && (before.tried === true || hasMetOne));
    if (!wantsLook || !(await isHostThere())) return false;
    hasMetOne ||= why === 'no-response';
    return true;
  }

  return async (item: Claim): Promise<Outcome> => {
    const { record, row } = item;
    let stored: FlatRecord;
    try {
      stored = await send(record, {
        isOurs: async () => {
          const [place, lease] = await Promise.all([database.queue.get(row.id), database.lease.get('push')]);
          return place?.claimedBy === row.claimedBy && lease?.epoch === row.claimedBy;
        },
        mayHaveCome: row.mayHaveCome ?? null,
        heldBack: row.heldBack ?? [],
        note: (mayHaveCome) => claims.note(row, mayHaveCome),
      });
    } catch (error) {
      if (error instanceof Displaced) return { went: 'later' };
      if (error instanceof EditConflict) {
        const kept = await keepBoth(database, { row, stored: error.stored, now: now() });
        if (!kept) return { went: 'later' };
        onKeptBoth(kept);
        return { went: 'copied' };
      }
      if (error instanceof TakenId) {
        const to = await moveToOwnId(database, { row, stored: error.stored });
        return to === null ? { went: 'later' } : { went: 'moved', to };
      }
      if (error instanceof ShownPack)
        return { went: (await settleShown(database, { row, stored: error.stored })) ? 'refused' : 'later' };
      if (error instanceof ChangedSince)
        return { went: (await settleChangedSince(database, item, error)) ? 'refused' : 'later' };
      if (isCancelledThere(record, error))
        return { went: (await settleCancelled(database, row)) ? 'refused' : 'later' };
      const failure = failureOf(error);
      if (failure === null) {
        const failed = asStorageFailure(error);
        if (!(failed instanceof StorageFailure)) return refuse(item, errorText(error));
        // No try at all: it is this device that failed. Whether it has left by then nobody knows.
        await release(row, { attempts: row.attempts - 1 });
        throw failed;
      }
      switch (failure.kind) {
        case 'unreachable':
          // Something on the way takes offence at this record alone, or the line is too slow for it, and it may be so for ever.
          if (await comesNowhere(item, failure))
            return tryLater(item, failure.why === 'not-json' ? answersWithPages : undefined);
          // No try at all: the host never judged it.
          await release(row, { attempts: row.attempts - 1 });
          return { stop: failure };
        case 'signed-out':
          await giveBack([item]);
          return { stop: failure };
        case 'busy':
          return tryLater(item, failure);
        case 'refused':
          return refuse(item, errorText(error));
      }
    }
    return { went: 'sent', stored };
  };
}

export type PushItem = ReturnType<typeof createPushItem>;
