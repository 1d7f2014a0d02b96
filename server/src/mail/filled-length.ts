import { type PersonalToken, personalTokens, tokenMarker } from '@satchel/core/contract/personal-tokens.ts';
import { escapeHtml } from '@satchel/core/html/plain-text.ts';
import { fillTokensInText, type TokenValues } from '@satchel/core/pack/fill-tokens.ts';

/** How often texts name each token. */
export type Markers = Record<PersonalToken, number>;

const tokens = Object.keys(personalTokens) as PersonalToken[];

/** Filled with itself, each marker is what it is without spaces; so whatever is a marker to those who fill is one here. */
const plainMarkers = Object.fromEntries(tokens.map((token) => [token, tokenMarker(token)])) as TokenValues;

export function markersIn(texts: readonly string[]): Markers {
  const text = texts
    .filter((each) => each.includes('{{'))
    .map((each) => fillTokensInText(each, plainMarkers));
  const times = (marker: string) => text.reduce((sum, each) => sum + each.split(marker).length - 1, 0);
  return Object.fromEntries(tokens.map((token) => [token, times(tokenMarker(token))])) as Markers;
}

/**
 * What filling adds to texts at most, in characters: a name of 255 can become 1,500 in markup or in an address, and thousands
 * of markers stand in a text of usual size. What takes long with a large text takes as long with the filled one.
 */
export const addedByFilling = (markers: Markers, values: TokenValues) =>
  tokens.reduce((sum, token) => sum + markers[token] * longestForm(values[token]), 0);

const longestForm = (value: string) =>
  Math.max(escapeHtml(value).length, encodeURIComponent(value.toWellFormed()).length);
