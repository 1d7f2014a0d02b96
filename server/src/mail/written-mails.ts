import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/**
 * Removes mails that were written to a folder, where there is no mail server, if one of these names stands in them, in any
 * case of letters; also what a power cut left of one. What cannot be read is left alone.
 */
export async function removeWrittenMails(folder: string, names: readonly string[]) {
  const wanted = names.map((name) => name.toLowerCase());
  for (const file of await readdir(folder).catch(() => [])) {
    if (!/\.(?:eml|part)$/.test(file)) continue;
    const path = join(folder, file);
    const bytes = await readFile(path).catch(() => null);
    const mail = bytes && (await PostalMime.parse(bytes).catch(() => null));
    if (!mail) continue;
    const { subject, text, html, from, to, replyTo } = mail;
    const words = JSON.stringify([subject, text, html, from, to, replyTo]).toLowerCase();
    if (wanted.some((name) => words.includes(JSON.stringify(name).slice(1, -1))))
      await rm(path, { force: true });
  }
}
