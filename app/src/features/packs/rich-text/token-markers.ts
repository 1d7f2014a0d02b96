import { type PersonalToken, personalTokens, tokenMarker } from '@satchel/core/contract/personal-tokens.ts';

const names = Object.keys(personalTokens) as PersonalToken[];
const marker = new RegExp(`\\{\\{\\s*(${names.join('|')})\\s*\\}\\}`);
const pill = new RegExp(`<span[^>]*\\sdata-token="(${names.join('|')})"[^>]*>[^<]*</span>`, 'g');

export const isPersonalToken = (name: unknown): name is PersonalToken =>
  names.some((known) => known === name);

function textNodesIn(root: Node): Text[] {
  const walker = root.ownerDocument!.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

/** Splits a text at its first marker and puts a span with `words` in the marker's place. */
function markFirst(text: Text, words: (token: PersonalToken, written: string) => string) {
  const match = marker.exec(text.data);
  if (!match) return;
  const [written] = match;
  const token = match[1] as PersonalToken;
  const found = text.splitText(match.index);
  const rest = found.splitText(written.length);
  const span = text.ownerDocument.createElement('span');
  span.dataset.token = token;
  span.textContent = words(token, written);
  found.replaceWith(span);
  markFirst(rest, words);
}

function withPills(html: string, words: (token: PersonalToken, written: string) => string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const text of textNodesIn(page.body)) markFirst(text, words);
  return page.body.innerHTML;
}

/** Sanitised HTML with every {{marker}} in its text as an element that the editor shows as a pill. Needs a DOM. */
export const markersToPills = (html: string) => withPills(html, (_, written) => written);

/** The same for reading: every pill with the plain name of its token (PBUILD-15). */
export const markersToNames = (html: string) => withPills(html, (token) => personalTokens[token]);

/** The editor's HTML with its pills as {{markers}} again (PBUILD-14). */
export const pillsToMarkers = (html: string): string =>
  html.replace(pill, (_, token: PersonalToken) => tokenMarker(token));
