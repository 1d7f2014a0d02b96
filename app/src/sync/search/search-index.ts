import { fold } from '@satchel/core/format/fold.ts';
import MiniSearch from 'minisearch';
import type { SearchDocument } from './channel-documents.ts';
import type { SearchHit } from './search-hit.ts';

/** More than anybody looks through. */
const hitLimit = 50;
/** Characters of a snippet before and after its match. */
const before = 40;
const after = 100;
/** Documents between two moments in which a question can be answered. */
const chunkSize = 200;

const fields = ['title', 'keywords', 'description', 'text'] as const;

/** Everything of a channel by its words: whole, begun, or mistyped in longer ones. All words have to match. */
export async function createSearchIndex(documents: readonly SearchDocument[]) {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const titles = documents.map((document) => ` ${fold(document.title)}`);
  const index = new MiniSearch<SearchDocument>({
    fields: [...fields],
    processTerm: fold,
    searchOptions: {
      combineWith: 'AND',
      boost: { title: 4, keywords: 2, description: 1.5 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  await index.addAllAsync(documents, { chunkSize });

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
      return index
        .search(words)
        .slice(0, hitLimit)
        .flatMap(({ id, match }) => {
          const document = byId.get(id);
          if (!document) return [];
          return [{ ...shownOf(document), snippet: snippetOf(document, match), matches: Object.keys(match) }];
        });
    },
  };
}

export type SearchIndex = Awaited<ReturnType<typeof createSearchIndex>>;

function shownOf({ keywords, description, text, ...shown }: SearchDocument) {
  return shown;
}

/** Words around the first match in the description, else in the text. */
function snippetOf(document: SearchDocument, match: Record<string, readonly string[]>): string {
  for (const field of ['description', 'text'] as const) {
    const terms = Object.keys(match).filter((term) => match[term]?.includes(field));
    if (terms.length > 0) return cut(document[field], terms);
  }
  return '';
}

function cut(text: string, terms: readonly string[]): string {
  const words = text.matchAll(/[\p{L}\p{N}\p{M}]+/gu);
  const at = words.find(([word]) => terms.includes(fold(word)))?.index ?? 0;
  const start = at <= before ? 0 : text.indexOf(' ', at - before) + 1;
  const end = text.length <= at + after ? text.length : text.lastIndexOf(' ', at + after);
  return `${start > 0 ? '…' : ''}${text.slice(start, Math.max(end, at))}${end < text.length ? '…' : ''}`;
}
