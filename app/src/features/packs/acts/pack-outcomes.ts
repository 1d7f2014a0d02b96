import type { Notice, SaveResult } from '#services.ts';
import { texts } from '../texts.ts';

type Words = Omit<Notice, 'id'>;

interface Said {
  done: string;
  failed: (reason: string) => string;
}

/** What to say after a save: on the server, only here, or nowhere. */
function outcome(result: SaveResult, { done, failed }: Said): Words {
  if (result.savedRemotely) return { tone: 'done', text: done };
  const detail = result.failure ?? '';
  if (!result.savedLocally) return { tone: 'problem', text: failed(detail) };
  return { tone: 'waiting', text: [texts.save.savedLocally, detail].filter(Boolean).join(': ') };
}

/** PLIST-15 */
export const sendToServerOutcome = (result: SaveResult) => outcome(result, texts.sendToServer);

/** 'Pack saved', or a warning with what happened instead. */
export const packSaveOutcome = (result: SaveResult, isOnline: boolean): Words =>
  !result.savedRemotely && result.savedLocally && !isOnline
    ? { tone: 'waiting', text: texts.send.savedOffline }
    : outcome(result, texts.save);

/** PLIST-14; a pack that could not be archived on the server stays. */
export const archiveOutcome = (result: SaveResult): Words =>
  result.savedRemotely
    ? { tone: 'done', text: texts.archive.done }
    : { tone: 'problem', text: texts.archive.failed(result.failure ?? '') };
