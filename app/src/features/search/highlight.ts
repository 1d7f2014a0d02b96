import { fold } from '@satchel/core/format/fold.ts';

interface Part {
  /** Where it begins in the text. */
  at: number;
  words: string;
  isMatch: boolean;
}

/** A text cut where its matching words begin and end. A single letter matches the words that begin with it. */
export function partsOf(text: string, matches: readonly string[]): Part[] {
  const wanted = new Set(matches);
  const letters = matches.filter((match) => match.length === 1);
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const folded = fold(word);
    const isWhole = wanted.has(folded);
    if (!isWhole && !letters.some((letter) => folded.startsWith(letter))) continue;
    const end = isWhole ? index + word.length : index + 1;
    if (index > from) parts.push({ at: from, words: text.slice(from, index), isMatch: false });
    parts.push({ at: index, words: text.slice(index, end), isMatch: true });
    from = end;
  }
  if (from < text.length) parts.push({ at: from, words: text.slice(from), isMatch: false });
  return parts;
}
