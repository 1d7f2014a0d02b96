import { eventTypes } from '@satchel/core/contract/events.ts';
import { useRef } from 'react';
import { useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { nextTurn } from '#ui/next-turn.ts';
import { reasonOf } from '#ui/reason-of.ts';
import { packSaveOutcome } from '../acts/pack-outcomes.ts';
import { texts } from '../texts.ts';

interface Saving {
  /** State that the edit began from; without it whatever is there is written over. */
  began: string | undefined;
  /**
   * Goes on from the pack as soon as this device has it, with another id where it became a copy: on a slow line the host's
   * answer takes long, and what is typed until then is typed on top of it.
   */
  onDurable: (saved: PackRecord) => Promise<void>;
}

/**
 * Saves a pack, says how that went and logs it.
 * @returns of the answer: the pack as it is safe at least on this device, with another id where it became a copy; null
 *   when it is not
 */
export function useSavePack() {
  const { packs, notices, connection, events } = useServices();
  /** How many saves of this page are durable. */
  const durable = useRef(0);
  const problem = (text: string) => notices.show({ tone: 'problem', text });

  const log = ({ id, title, channel, ownerId }: PackRecord) =>
    events
      .log({
        eventTypeId: eventTypes.PACK_SAVED,
        description: texts.builder.saved(title ?? ''),
        channelId: channel?.id ?? null,
        packId: id,
        // While the host was asked, somebody else may have signed in.
        ownerId: ownerId ?? null,
      })
      // The pack is safe: nobody may be told that it was not saved.
      .catch((error) => problem(reasonOf(error)));

  return async (
    make: () => PackRecord | Promise<PackRecord>,
    { began, onDurable }: Saving,
  ): Promise<PackRecord | null> => {
    let goingOn: Promise<void> | null = null;
    let turn = 0;
    const goOn = (saved: PackRecord) => {
      if (!goingOn) {
        durable.current += 1;
        turn = durable.current;
        goingOn = onDurable(saved).catch((error) => problem(reasonOf(error)));
      }
      return goingOn;
    };
    try {
      const record = await make();
      // Thousands of files were gone through; what saves them may have to be fetched first.
      await nextTurn();
      const result = await packs.save(record, { began, onDurable: goOn });
      if (!result.savedLocally && !result.savedRemotely) throw new Error(result.failure ?? '');
      const saved = result.pack ?? record;
      await goOn(saved);
      // What is said of it is drawn by itself.
      await nextTurn();
      if (saved.id !== record.id) {
        const text = texts.save.keptBoth(record.title ?? '', saved.title ?? '');
        notices.show({ tone: 'waiting', text });
      } else if (result.savedRemotely || turn === durable.current) {
        // What was saved on top of it meanwhile says whether that has come to the host.
        notices.show(packSaveOutcome(result, connection.current().online));
      }
      void log(saved);
      return saved;
    } catch (error) {
      problem(texts.save.failed(reasonOf(error)));
      return null;
    }
  };
}
