import { useEffect, useRef, useState } from 'react';
import { type UnsendableItem, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import type { SendValues } from './recipients.ts';
import { type How, shownAfterMs } from './use-send.ts';

interface Asked {
  values: SendValues;
  how: How;
  items: UnsendableItem[];
  /** Whether the host takes a message without them, as far as it has told. */
  canLeaveOut: boolean;
}

/**
 * What follows a press of Link or Send: it is looked up whether all of the pack can be sent, and asked about what cannot.
 * @param record takes the ids of what goes without
 */
export function usePress(
  pack: PackRecord,
  record: (values: SendValues, how: How, without?: readonly string[]) => Promise<void>,
) {
  const { packs, messages } = useServices();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [looksFor, setLooksFor] = useState<How | null>(null);
  /** The press that is looked up. Nothing goes out after Cancel, or once the form has gone, however long that takes. */
  const latest = useRef<symbol | null>(null);
  const callOff = () => {
    latest.current = null;
  };
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );

  return {
    /** What was pressed, while it is looked up; null also while that takes no time. */
    looksFor,
    /** What the person is asked about; null for nothing. */
    asked,
    callOff,

    async press(values: SendValues, how: How) {
      const press = Symbol();
      latest.current = press;
      const slow = setTimeout(() => setLooksFor(how), shownAfterMs);
      // What cannot be looked up keeps nothing back: the host has the last word.
      const items = await packs.unsendable(pack).catch(() => []);
      // Of a host that has not told nobody says that it cannot.
      const canLeaveOut = items.length > 0 && (await messages.takesSnapshot().catch(() => null)) !== false;
      clearTimeout(slow);
      setLooksFor(null);
      if (latest.current !== press) return;
      latest.current = null;
      if (items.length > 0) setAsked({ values, how, items, canLeaveOut });
      else await record(values, how);
    },

    /** @param without ids of what was asked about */
    goOn(without: readonly string[]) {
      setAsked(null);
      if (asked) void record(asked.values, asked.how, without);
    },
    goBack: () => setAsked(null),
  };
}
