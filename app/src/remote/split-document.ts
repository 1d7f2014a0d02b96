const quote = 34;
const backslash = 92;
const comma = 44;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9;

/** Where the string that is open at a position ends, just after its quotation mark; -1 when it goes on. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  return -1;
}

/** Where the object or list that begins at a position ends; -1 when it goes on. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at + 1) - 1;
      if (at < 0) return -1;
    } else if (code === openBrace || code === openBracket) depth += 1;
    else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/**
 * Takes a JSON:API document apart while it comes in: each included resource by itself as soon as it is whole, so that
 * neither the text nor the document is ever held at once.
 * @param onIncluded told of each, in order, before anybody knows whether the document will be whole
 * @param onBegin told of what stands in front of them, as a document without any
 */
export function splitDocument(
  onIncluded: (resource: unknown) => void,
  onBegin?: (document: unknown) => void,
) {
  let text = '';
  // The document without what it includes.
  let outline = '';
  let where: 'outside' | 'inside' | 'after' = 'outside';
  let mustFollow: 'resource' | 'comma' | 'either' = 'either';
  let depth = 0;
  let lastString = '';

  /** True when it stands before the included resources. */
  function readOutside(): boolean {
    let at = 0;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        const end = endOfString(text, at + 1);
        if (end === -1) break;
        lastString = text.slice(at, end);
        at = end - 1;
        continue;
      }
      if (code === openBracket && depth === 1 && lastString === '"included"' && where === 'outside') {
        outline += text.slice(0, at + 1);
        text = text.slice(at + 1);
        onBegin?.(JSON.parse(`${outline}]}`));
        return true;
      }
      if (code === openBrace || code === openBracket) depth += 1;
      else if (code === closeBrace || code === closeBracket) depth -= 1;
    }
    outline += text.slice(0, at);
    text = text.slice(at);
    return false;
  }

  /** True when all that is included has come. */
  function readInside(): boolean {
    let at = 0;
    try {
      while (at < text.length) {
        const code = text.charCodeAt(at);
        if (isSpace(code)) at += 1;
        else if (code === closeBracket && mustFollow !== 'resource') return true;
        else if (code === comma && mustFollow === 'comma') {
          mustFollow = 'resource';
          at += 1;
        } else if (code === openBrace && mustFollow !== 'comma') {
          const end = endOfValue(text, at);
          if (end === -1) return false;
          onIncluded(JSON.parse(text.slice(at, end)));
          mustFollow = 'comma';
          at = end;
        } else throw new SyntaxError('A document that is none');
      }
      return false;
    } finally {
      text = text.slice(at);
    }
  }

  return {
    /** @throws SyntaxError as soon as it cannot be JSON */
    push(chunk: string) {
      text += chunk;
      if (where === 'outside' && readOutside()) where = 'inside';
      if (where === 'inside' && readInside()) where = 'after';
      if (where === 'after') readOutside();
    },

    /**
     * The rest of the document, its list of included resources empty.
     * @throws SyntaxError when it was cut off or is no JSON
     */
    end: (): unknown => JSON.parse(outline + text),
  };
}
