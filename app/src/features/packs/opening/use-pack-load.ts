import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type LoadOutcome, useServices, useWatched } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { isAtHost } from './is-at-host.ts';
import type { Lack } from './use-missing-text.ts';

/** What a load met that has ended. */
interface Met {
  id: string;
  /** Which try it was. */
  tried: number;
  outcome: LoadOutcome;
  /** All of it was asked for, whatever is here. */
  isWhole: boolean;
  /** The host could not have it: this device had not sent it yet. */
  isUnknown: boolean;
}

interface Asked {
  id: string | null;
  /** What is here of it; undefined until it is read. */
  pack: PackRecord | null | undefined;
  needsAll: (pack: PackRecord) => Promise<boolean>;
}

/**
 * Asks the host for a pack once per visit, and once more when what it could not tell it can tell.
 * @returns `outcome`: that of the load that ended last; null as long as none has
 */
export function usePackLoad({ id, pack, needsAll }: Asked): { outcome: LoadOutcome | null; lack: Lack } {
  const { packs, connection } = useServices();
  const { online } = useWatched(connection);
  const [last, setLast] = useState<Met | null>(null);
  const [tries, setTries] = useState(1);
  const isUnasked = useRef(false);
  const isRead = pack !== undefined;
  const isUnsent = pack ? !isAtHost(pack) : false;
  const met = last?.id === id ? last : null;
  const metNow = met?.tried === tries ? met : null;
  // What is asked of the host depends on what was read: thousands of records are not read a second time for it.
  const ask = useEffectEvent(async (id: string) => {
    // Without a signal what is here has to do, until there is one.
    isUnasked.current = !online;
    const isWhole = online && (!pack || (await needsAll(pack)));
    const outcome = await packs.load(id, { force: isWhole });
    const isUnknown = isUnsent && !outcome.ok && outcome.isNowhere === true;
    return { id, tried: tries, outcome, isWhole, isUnknown };
  });
  const askAgain = useEffectEvent(() => {
    if (!(online && isUnasked.current) && !(metNow?.isUnknown && !isUnsent)) return;
    // The next try changes what this follows before it asks.
    isUnasked.current = false;
    setTries(tries + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is these that tell whether the host knows more by now
  useEffect(() => askAgain(), [online, isUnsent, metNow]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is another load
  useEffect(() => {
    if (id === null || !isRead) return;
    const visit = { isOver: false };
    const load = async () => {
      const met = await ask(id);
      if (!visit.isOver) setLast(met);
    };
    void load();
    return () => {
      visit.isOver = true;
    };
  }, [packs, id, isRead, tries]);
  const lack = metNow ? lackOf(metNow) : online ? 'loading' : 'not-here';
  return { outcome: met?.outcome ?? null, lack };
}

const lackOf = ({ isWhole, outcome }: Met): Lack => (isWhole && outcome.ok ? 'withdrawn' : 'not-here');
