import type { Notice, SaveResult } from '#services.ts';
import { texts } from '../texts.ts';

export interface SendOutcome {
  notice: Omit<Notice, 'id'>;
  /** The confirmation's title: never says sent what is only saved. */
  title: string;
}

const detailed = (text: string, detail: string | null) => (detail ? `${text}: ${detail}` : text);

/** What became of a message, in the specification's words (PSEND-18 to PSEND-22). */
export function sendOutcome(result: SaveResult, isOnline: boolean): SendOutcome {
  if (result.savedRemotely) {
    return { notice: { tone: 'done', text: texts.send.saved }, title: texts.send.sent };
  }
  if (!isOnline) {
    return {
      notice: { tone: 'waiting', text: texts.send.savedOffline },
      title: texts.send.savedForSending,
    };
  }
  const text = detailed(texts.save.savedLocally, result.failure);
  const action = { label: texts.send.seeWaiting, to: '/settings#waiting' };
  return { notice: { tone: 'problem', text, action }, title: text };
}
