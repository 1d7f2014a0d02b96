import { fold } from '@satchel/core/format/fold.ts';
import SearchableMap from 'minisearch/SearchableMap';
import { pause } from '#storage/pause.ts';

/** BM25+ with the values that MiniSearch found to do well. */
const saturation = 1.2;
const lengthWeight = 0.7;
const floor = 0.5;
/** A word that is begun or mistyped counts less than the word itself. */
const prefixWeight = 0.375;
const fuzzyWeight = 0.45;
/** Shorter words have too many neighbours. */
const longEnoughToMistype = 5;
const mistakesPerLetter = 0.2;
/** More than anybody types. */
const mostTerms = 20;
/** Texts between two moments in which a question can be answered. */
const chunkSize = 500;
/** Bits for the field in a number that names a field of a text. */
const fieldBits = 2;

interface Token {
  /** In pairs: place of the text and number of the field, and how often the token stands there. */
  places: Uint32Array;
  /** In how many texts it stands, by field. */
  texts: readonly number[];
}

interface Found {
  /** Place of the text among those given. */
  at: number;
  /** Whether a folded word of it is one of those that were meant. */
  isMatch: (token: string) => boolean;
}

export const tokensOf = (text: string) =>
  fold(text)
    .split(/[\n\r\p{Z}\p{P}]+/u)
    .filter(Boolean);

/**
 * Texts of up to four fields by their words: whole, begun, or mistyped in longer ones. All words have to match. Scores
 * are summed in arrays of numbers, so that the best of fifty thousand are found between two frames.
 * @param boosts how much a field counts, by its number
 */
export async function createWordIndex(texts: readonly (readonly string[])[], boosts: readonly number[]) {
  const open = new Map<string, number[]>();
  const lengths = new Uint32Array(texts.length << fieldBits);
  const totals = boosts.map(() => 0);

  function add(key: number, text: string) {
    const tokens = tokensOf(text);
    lengths[key] = tokens.length;
    for (const token of tokens) {
      const places = open.get(token) ?? [];
      if (places.at(-2) === key) places[places.length - 1] = (places.at(-1) ?? 0) + 1;
      else places.push(key, 1);
      open.set(token, places);
    }
  }

  for (const [at, fields] of texts.entries()) {
    for (const [field, text] of fields.entries()) {
      add((at << fieldBits) + field, text);
      totals[field] = (totals[field] ?? 0) + (lengths[(at << fieldBits) + field] ?? 0);
    }
    if (at % chunkSize === chunkSize - 1) await pause();
  }
  const names = [...open.keys()].sort();
  const tokens = new SearchableMap<Token>();
  for (const [name, places] of open) tokens.set(name, tokenOf(places, boosts.length));
  open.clear();
  const averages = totals.map((total) => total / Math.max(1, texts.length));

  /** Tokens that are this word or begin with it, with what a match counts. */
  function begun(term: string): Map<string, number> {
    const found = new Map<string, number>();
    let at = firstFrom(names, term);
    for (let name = names[at]; name?.startsWith(term); name = names[++at]) {
      const more = name.length - term.length;
      found.set(name, more === 0 ? 1 : (prefixWeight * term.length) / (term.length + 0.3 * more));
    }
    return found;
  }

  function withMistakes(term: string, found: Map<string, number>): Map<string, number> {
    if (term.length < longEnoughToMistype) return found;
    const mistakes = Math.min(6, Math.round(term.length * mistakesPerLetter));
    for (const [name, [, distance]] of tokens.fuzzyGet(term, mistakes))
      if (!found.has(name)) found.set(name, (fuzzyWeight * term.length) / (term.length + distance));
    return found;
  }

  function best(meant: readonly Map<string, number>[], most: number): number[] {
    const scores = new Float64Array(texts.length);
    const matched = new Uint8Array(texts.length);
    for (const [term, names] of meant.entries())
      for (const [name, weight] of names) {
        const token = tokens.get(name);
        if (!token) continue;
        const factors = boosts.map((boost, field) => {
          const there = token.texts[field] ?? 0;
          return weight * boost * Math.log(1 + (texts.length - there + 0.5) / (there + 0.5));
        });
        const { places } = token;
        for (let at = 0; at < places.length; at += 2) {
          const key = places[at] as number;
          const text = key >>> fieldBits;
          // Without a word before this one it is not meant at all.
          if ((matched[text] as number) < term) continue;
          matched[text] = term + 1;
          const field = key - (text << fieldBits);
          const often = places[at + 1] as number;
          const length = (lengths[key] as number) / (averages[field] || 1);
          const share =
            (often * (saturation + 1)) / (often + saturation * (1 - lengthWeight + lengthWeight * length));
          scores[text] = (scores[text] as number) + (factors[field] as number) * (floor + share);
        }
      }
    const found: number[] = [];
    for (let text = 0; text < texts.length; text++) if (matched[text] === meant.length) found.push(text);
    // Sorting numbers alone is much quicker: of thousands only the few that are shown are put in order.
    const sorted = Float64Array.from(found, (text) => scores[text] as number).sort();
    const least = sorted.at(-most) ?? 0;
    return found
      .filter((text) => found.length <= most || (scores[text] as number) >= least)
      .sort((one, other) => (scores[other] as number) - (scores[one] as number) || one - other)
      .slice(0, most);
  }

  return {
    /** The best texts, best first. What is mistyped counts where the words as they are find too little. */
    search(words: string, most: number): Found[] {
      const terms = [...new Set(tokensOf(words))].slice(0, mostTerms);
      if (terms.length === 0) return [];
      let meant = terms.map(begun);
      let found = best(meant, most);
      if (found.length < most) {
        meant = terms.map((term, at) => withMistakes(term, meant[at] ?? new Map()));
        found = best(meant, most);
      }
      const isMatch = (token: string) => meant.some((names) => names.has(token));
      return found.map((at) => ({ at, isMatch }));
    },
  };
}

function tokenOf(places: readonly number[], fields: number): Token {
  const texts = Array.from({ length: fields }, () => 0);
  for (let at = 0; at < places.length; at += 2) {
    const field = (places[at] as number) & ((1 << fieldBits) - 1);
    texts[field] = (texts[field] as number) + 1;
  }
  return { places: Uint32Array.from(places), texts };
}

/** Place of the first name that is not before this one. */
function firstFrom(names: readonly string[], name: string): number {
  let from = 0;
  let to = names.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((names[middle] as string) < name) from = middle + 1;
    else to = middle;
  }
  return from;
}
