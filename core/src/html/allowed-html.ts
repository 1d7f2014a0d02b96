/**
 * The one allow list of HTML from outside (HTML-01 to HTML-04). Both sanitisers take their tags from here and ask
 * `keptAttribute` about every attribute, so that browser and host cannot differ in what they let through.
 */

/** `plain`: text with links and lists. `rich`: also pictures, spans, underline, tables, alignment and indent. */
export type SanitiseKind = 'plain' | 'rich';

/** Takes any text as HTML and answers HTML that is safe to insert into a page. */
export type Sanitise = (html: string, kind: SanitiseKind) => string;

/** What comes next of a sanitised text: markup that is whole in itself, or an element's own tags around what follows. */
export type SanitisedPiece = { html: string } | { opens: string } | { closes: string };

export interface ParsedText {
  /** The levels of its headings, '1' to '6'. */
  headings: ReadonlySet<string>;
  /** Each is sanitised when it is asked for. Put together they are what `Sanitise` answers. */
  pieces: Iterable<SanitisedPiece>;
}

/** Does the same for a text of megabytes, which is read step by step to its end before anything of it is answered. */
export type SanitiseInSteps = (html: string, kind: SanitiseKind) => Generator<void, ParsedText>;

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const lists = ['ul', 'ol', 'li'];
const tables = ['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'];
const marks = ['b', 'i', 'strong', 'em', 'strike', 's', 'code'];
const plainTags = [...headings, ...lists, ...marks, 'blockquote', 'p', 'a', 'hr', 'br', 'div'];

export const allowedTags: Record<SanitiseKind, readonly string[]> = {
  plain: plainTags,
  rich: [...plainTags, ...tables, 'span', 'img', 'u'],
};

export const allowedAttributes = [
  'href',
  'name',
  'target',
  'rel',
  'src',
  'alt',
  'scope',
  'start',
  'type',
  'style',
];

/** Elements whose content is no text for a reader: it goes with them. Of all others the words stay. */
export const droppedWithContent = [
  'annotation-xml',
  'applet',
  'audio',
  'canvas',
  'desc',
  'embed',
  'foreignobject',
  'frameset',
  'iframe',
  'math',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'option',
  'plaintext',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
];

const linkSchemes = ['http', 'https', 'mailto', 'tel'];
const pictureSchemes = ['http', 'https'];

/** Addresses with one of the schemes, or without any; matched against an address without white space. */
export const allowedAddressPattern = /^(?:(?:https?|mailto|tel):|(?![a-z][a-z0-9+.-]*:))/i;

// A browser ignores control characters around and tabs and newlines inside an address; a null is read as U+FFFD.
const ignoredInAddresses = /[\p{Cc}\p{Cf}\p{Z}\ufffd]+/gu;

function isAllowedAddress(address: string, schemes: readonly string[]) {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(ignoredInAddresses, ''))?.[1];
  return scheme === undefined || schemes.includes(scheme.toLowerCase());
}

const scopes = ['row', 'col', 'rowgroup', 'colgroup'];
const kindsOfNumber = ['1', 'a', 'A', 'i', 'I'];
const targets = ['_blank', '_self', '_parent', '_top'];

const alignments = ['left', 'center', 'right', 'justify'];
const indents = ['2em', '4em', '6em', '8em', '40px', '80px', '120px', '160px'];
const keptStyles: Record<string, readonly string[]> = {
  'text-align': alignments,
  'margin-left': indents,
  'padding-left': indents,
};

/** The declarations of the fixed set (HTML-03), written in one way. */
function keptStyle(style: string) {
  const kept = style.split(';').flatMap((declaration) => {
    const [property = '', value = '', ...rest] = declaration
      .split(':')
      .map((part) => part.trim().toLowerCase());
    const values = Object.hasOwn(keptStyles, property) ? keptStyles[property] : undefined;
    return rest.length === 0 && values?.includes(value) ? [`${property}: ${value}`] : [];
  });
  return kept.length > 0 ? kept.join('; ') : null;
}

// Markup that would end an element or a comment if the value were ever read as text again.
const endsSomething = /(?:--!?|\])>|<\/|<!/;

/** The value an attribute keeps, or null when it has to go. Names are in lower case. */
export function keptAttribute(kind: SanitiseKind, tag: string, name: string, value: string): string | null {
  const text = value.trim();
  if (endsSomething.test(text)) return null;
  switch (`${tag} ${name}`) {
    case 'a href':
      return isAllowedAddress(text, linkSchemes) ? text : null;
    case 'a name':
      return /^[\w-]+$/.test(text) ? text : null;
    case 'a target':
      return targets.includes(text.toLowerCase()) ? text.toLowerCase() : null;
    case 'img src':
      return text !== '' && isAllowedAddress(text, pictureSchemes) ? text : null;
    case 'img alt':
      return text;
    case 'ol start':
      return /^\d{1,6}$/.test(text) ? text : null;
    case 'ol type':
      return kindsOfNumber.includes(text) ? text : null;
    case 'th scope':
      return scopes.includes(text.toLowerCase()) ? text.toLowerCase() : null;
  }
  return name === 'style' && kind === 'rich' ? keptStyle(text) : null;
}

/** A link that opens elsewhere tells the other page nothing about this one and gives it no handle on it. */
export const relOfTargetLinks = 'noopener noreferrer';
