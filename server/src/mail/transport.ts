import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComposedMail } from './compose-mail.ts';
import { deliveryTexts } from './texts.ts';

/** What became of one try. */
export type Outcome =
  | { kind: 'sent'; detail: string }
  /** Refused for good. */
  | { kind: 'refused'; reason: string }
  /** Refused for now. */
  | { kind: 'later'; reason: string }
  /** Nobody looked at the mail: no connection, no sign-in, no encryption. */
  | { kind: 'unreachable'; reason: string; error?: Error }
  /** Handed over, and no answer came. */
  | { kind: 'unknown' };

export interface MailTransport {
  /**
   * Tries once.
   * @param beforeLastBytes is awaited when all but the last bytes are with the server; until then the server cannot
   *   have accepted the mail. When it throws, the try ends there and the mail is not accepted.
   */
  send(id: string, mail: ComposedMail, beforeLastBytes: () => Promise<void>): Promise<Outcome>;
}

/** Writes each mail whole into a folder, for hosts without a mail server. Repeating one overwrites its own file. */
export const createFolderTransport = (folder: string): MailTransport => ({
  async send(id, mail, beforeLastBytes) {
    await mkdir(folder, { recursive: true });
    const part = join(folder, `.${randomUUID()}.part`);
    try {
      const file = await open(part, 'wx');
      try {
        await file.writeFile(mail.bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await beforeLastBytes();
      await rename(part, join(folder, `${id}.eml`));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    return { kind: 'sent', detail: deliveryTexts.written };
  },
});
