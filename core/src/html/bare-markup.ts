import { allowedTags, type SanitiseKind } from './allowed-html.ts';

/** Of other white space a browser makes a part of the tag's name. */
const space = '[\\t\\n\\f\\r ]*';
const bareTags = (kind: SanitiseKind) => new RegExp(`</?(?:${allowedTags[kind].join('|')})${space}/?>`, 'gi');

/**
 * Whether all tags of a text are allowed ones without attributes, as in most of what people write: nothing of it has to
 * go, and what sanitises need not be loaded. A text without tags is one, too.
 */
export const isBareMarkup = (html: string, kind: SanitiseKind) =>
  !/[<\0]/.test(html.replace(bareTags(kind), ''));
