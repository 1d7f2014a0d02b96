import { eventTypes } from '@satchel/core/contract/events.ts';
import { useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { packSaveOutcome, reasonOf } from './pack-outcomes.ts';
import { texts } from './texts.ts';

/**
 * Saves a pack, says how that went and logs it.
 * @returns of the answer: whether the pack is safe at least on this device
 */
export function useSavePack() {
  const { packs, notices, connection, events } = useServices();
  const problem = (text: string) => notices.show({ tone: 'problem', text });

  const log = ({ id, title, channel }: PackRecord) =>
    events
      .log({
        eventTypeId: eventTypes.PACK_SAVED,
        description: texts.builder.saved(title ?? ''),
        channelId: channel?.id ?? null,
        packId: id,
      })
      // The pack is safe: nobody may be told that it was not saved.
      .catch((error) => problem(reasonOf(error)));

  return async (make: () => PackRecord | Promise<PackRecord>): Promise<boolean> => {
    try {
      const record = await make();
      const result = await packs.save(record);
      if (!result.savedLocally && !result.savedRemotely) throw new Error(result.failure ?? '');
      notices.show(packSaveOutcome(result, connection.current().online));
      void log(record);
      return true;
    } catch (error) {
      problem(texts.save.failed(reasonOf(error)));
      return false;
    }
  };
}
