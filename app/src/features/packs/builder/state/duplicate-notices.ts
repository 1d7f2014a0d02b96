import { texts } from '../../texts.ts';

/** Of a whole bundle each by itself would hide what comes after it. */
const namedAtMost = 3;

/** What is said of files that are in a section already (PBUILD-19). */
export function duplicateNotices(medias: readonly string[], section: string): string[] {
  const named = medias.slice(0, namedAtMost).map((media) => texts.builder.alreadyThere(media, section));
  const others = medias.length - named.length;
  return others === 0 ? named : [...named, texts.builder.othersAlreadyThere(others, section)];
}
