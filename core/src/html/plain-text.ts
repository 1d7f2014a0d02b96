/** Text out of HTML without a DOM, so that worker, Node and browser say the same. */

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes a text safe inside an element and inside a quoted attribute. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => escapes[character] as string);

// The names of U+00A0 to U+00FF in order, as HTML knows them.
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const characters = new Map([
  ...latin.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    euro: '€',
    trade: '™',
    hellip: '…',
    bull: '•',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    lsaquo: '‹',
    rsaquo: '›',
    larr: '←',
    rarr: '→',
    minus: '−',
    ne: '≠',
    le: '≤',
    ge: '≥',
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    ensp: '\u2002',
    emsp: '\u2003',
    thinsp: '\u2009',
    zwnj: '\u200c',
    zwj: '\u200d',
  }),
]);

function characterOf(code: number) {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

/** Decodes numeric references and the named ones that editors write; other names stay as they are. */
export const decodeEntities = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]+)|#([0-9]+)|([a-z][a-z0-9]*));/gi, (whole, hex, decimal, name) => {
    if (hex) return characterOf(Number.parseInt(hex, 16));
    if (decimal) return characterOf(Number.parseInt(decimal, 10));
    return characters.get(name) ?? whole;
  });

const unseen =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|template|title|textarea|noscript|svg|math|iframe|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const anyTag = /<(?:[!?]|\/?([a-z][a-z0-9]*))[^>]*(?:>|$)/gi;
const partsWords = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol li blockquote br hr table tr td th section article header footer'.split(' '),
);

/** The words of an HTML text on one line: tags stripped, entities decoded, white space collapsed (HTML-12). */
export const htmlToText = (html: string) =>
  decodeEntities(
    html
      .replace(unseen, ' ')
      .replace(anyTag, (_, name?: string) => (name && partsWords.has(name.toLowerCase()) ? ' ' : '')),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** The first `limit` characters of an HTML text's words, with an ellipsis only when something was cut (HTML-11, HTML-12). */
export function summarise(html: string, limit = 200) {
  const letters = [...htmlToText(html)];
  if (letters.length <= limit) return letters.join('');
  return `${letters.slice(0, limit).join('').trimEnd()}…`;
}
