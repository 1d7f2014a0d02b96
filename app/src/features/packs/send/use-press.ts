import { useEffect, useRef, useState } from 'react';
import { type UnsendableItem, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import type { SendValues } from './recipients/recipients.ts';
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
 * @param record takes the ids of what goes without, and whether it is seen by now that something is under way
 * @param contentComes waits until what is looked up is as the host has it, where that is asked
 */
export function usePress(
  pack: PackRecord,
  record: (values: SendValues, how: How, without: readonly string[], isSeen: boolean) => Promise<void>,
  contentComes: () => Promise<void>,
) {
  const { packs, messages } = useServices();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [looksFor, setLooksFor] = useState<How | null>(null);
  /** The press that is looked up or asked about. Nothing goes out after Cancel, or once the form has gone, however long that takes. */
  const latest = useRef<symbol | null>(null);
  const callOff = () => {
    latest.current = null;
    setLooksFor(null);
    setAsked(null);
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
    /** Nothing of what was pressed may change until it is recorded or called off. */
    isHeld: () => latest.current !== null,

    async press(values: SendValues, how: How) {
      const press = Symbol();
      latest.current = press;
      let isSeen = false;
      const slow = setTimeout(() => {
        if (latest.current !== press) return;
        isSeen = true;
        setLooksFor(how);
      }, shownAfterMs);
      // What cannot be looked up keeps nothing back: the host has the last word.
      const items = await contentComes()
        .then(() => packs.unsendable(pack))
        .catch(() => []);
      // Of a host that has not told nobody says that it cannot.
      const canLeaveOut = items.length > 0 && (await messages.takesSnapshot().catch(() => null)) !== false;
      clearTimeout(slow);
      if (latest.current !== press) return;
      setLooksFor(null);
      if (items.length > 0) return setAsked({ values, how, items, canLeaveOut });
      latest.current = null;
      await record(values, how, [], isSeen);
    },

    /** @param without ids of what was asked about */
    goOn(without: readonly string[]) {
      callOff();
      if (asked) void record(asked.values, asked.how, without, true);
    },
  };
}
