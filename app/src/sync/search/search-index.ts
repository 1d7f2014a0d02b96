import { fold } from '@satchel/core/format/fold.ts';
import type { SearchDocument } from './channel-documents.ts';
import type { SearchHit } from './search-hit.ts';
import { createWordIndex, tokensOf } from './word-index.ts';

/** More than anybody looks through. */
const hitLimit = 50;
/** Characters of a snippet before and after its match. */
const before = 40;
const after = 100;
const fields = ['title', 'keywords', 'description', 'text'] as const;
const boosts = [4, 2, 1.5, 1];

/** Everything of a channel by its words: whole, begun, or mistyped in longer ones. All words have to match. */
export async function createSearchIndex(documents: readonly SearchDocument[]) {
  const titles = documents.map((document) => ` ${fold(document.title)}`);
  const index = await createWordIndex(
    documents.map((document) => fields.map((field) => document[field])),
    boosts,
  );

  /** Nearly everything has a word with this letter: only what is named so is meant. */
  function byLetter(letter: string): SearchHit[] {
    const hits: SearchHit[] = [];
    for (const [at, title] of titles.entries()) {
      if (hits.length === hitLimit) break;
      const document = documents[at];
      if (document && title.includes(` ${letter}`))
        hits.push({ ...shownOf(document), snippet: '', matches: [letter] });
    }
    return hits;
  }

  return {
    size: documents.length,
    search(words: string): SearchHit[] {
      const letter = fold(words.trim());
      if (letter.length === 1) return byLetter(letter);
      return index.search(words, hitLimit).flatMap(({ at, isMatch }) => {
        const document = documents[at];
        if (!document) return [];
        const matches = fields.flatMap((field) => tokensOf(document[field]).filter(isMatch));
        return [
          { ...shownOf(document), snippet: snippetOf(document, isMatch), matches: [...new Set(matches)] },
        ];
      });
    },
  };
}

export type SearchIndex = Awaited<ReturnType<typeof createSearchIndex>>;

function shownOf({ keywords, description, text, ...shown }: SearchDocument) {
  return shown;
}

/** Words around the first match in the description, else in the text. */
function snippetOf(document: SearchDocument, isMatch: (token: string) => boolean): string {
  const text = [document.description, document.text].find((text) => tokensOf(text).some(isMatch));
  return text === undefined ? '' : cut(text, isMatch);
}

function cut(text: string, isMatch: (token: string) => boolean): string {
  const words = text.matchAll(/[\p{L}\p{N}\p{M}]+/gu);
  const at = words.find(([word]) => isMatch(fold(word)))?.index ?? 0;
  const start = at <= before ? 0 : text.indexOf(' ', at - before) + 1;
  const end = text.length <= at + after ? text.length : text.lastIndexOf(' ', at + after);
  return `${start > 0 ? '…' : ''}${text.slice(start, Math.max(end, at))}${end < text.length ? '…' : ''}`;
}
