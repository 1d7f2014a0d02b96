import type { Keys } from '#keys.ts';

/**
 * The `Message-ID` of a mail: the same at every try, and with a signature, so that a bounce which names it can be told
 * from one that somebody made up.
 */
export const messageIdOf = (keys: Pick<Keys, 'signMail'>, mailId: string, domain: string) =>
  `<${mailId}.${keys.signMail(mailId)}@${domain}>`;

const named = /<([0-9a-f-]{36})\.([\w-]{22})@[^<>\s@]+>/gi;

/** The first mail of this host that a text names by its `Message-ID`; null when there is none. */
export function mailNamedIn(keys: Pick<Keys, 'isMailSigned'>, text: string): string | null {
  for (const [, id = '', signature = ''] of text.matchAll(named)) {
    const mailId = id.toLowerCase();
    if (keys.isMailSigned(mailId, signature)) return mailId;
  }
  return null;
}
