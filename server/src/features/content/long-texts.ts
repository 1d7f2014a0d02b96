// Also runs on a thread: what takes long with a long text.
import { sanitiseOnHost } from '@satchel/core/html/sanitise-on-host.ts';
import { unkeepableIn } from '#http/plain-characters.ts';

export const longTexts = import.meta.filename;

export const sanitisedText = (html: string) => sanitiseOnHost(html, 'rich');

/** Why a text cannot be kept as JSON, null when it can. */
export function whyNotJson(text: string): string | null {
  try {
    // What stands in JSON as an escape would reach the database as a character later.
    return unkeepableIn(JSON.parse(text));
  } catch {
    return 'This is not valid JSON text.';
  }
}
