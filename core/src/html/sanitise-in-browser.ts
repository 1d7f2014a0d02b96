import createPurifier, { type Config, type DOMPurify } from 'dompurify';
import {
  allowedAddressPattern,
  allowedAttributes,
  allowedTags,
  droppedWithContent,
  keptAttribute,
  relOfTargetLinks,
  type Sanitise,
  type SanitiseKind,
} from './allowed-html.ts';

const configFor = (kind: SanitiseKind): Config => ({
  ALLOWED_TAGS: ['#text', ...allowedTags[kind]],
  ALLOWED_ATTR: [...allowedAttributes],
  ALLOWED_URI_REGEXP: allowedAddressPattern,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  FORBID_CONTENTS: [...droppedWithContent],
  // Only `a` keeps a name, and an `a` clobbers neither window nor document.
  SANITIZE_DOM: false,
});

function purifierFor(kind: SanitiseKind): DOMPurify {
  const purifier = createPurifier(window);
  if (!purifier.isSupported) throw new Error('HTML can be sanitised by DOMPurify in a browser only');
  purifier.setConfig(configFor(kind));
  purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
    const kept = keptAttribute(kind, element.localName, attribute.attrName, attribute.attrValue);
    if (kept === null) attribute.keepAttr = false;
    else attribute.attrValue = kept;
  });
  purifier.addHook('afterSanitizeAttributes', (element) => {
    if (element.hasAttribute('target')) element.setAttribute('rel', relOfTargetLinks);
  });
  return purifier;
}

const purifiers: Partial<Record<SanitiseKind, DOMPurify>> = {};

function purifierOf(kind: SanitiseKind): DOMPurify {
  purifiers[kind] ??= purifierFor(kind);
  return purifiers[kind];
}

const tagWithValues = /<[a-z][a-z0-9]*(?:\s+[a-z]+="[^"]*")+\s*\/?>/g;

/**
 * Values of attributes with '<' and '>' written as today's browsers and the host do. Older ones leave both as they are, and whoever
 * looks for tags in sanitised HTML would take a part of a value for one.
 */
const withQuietValues = (sanitised: string) =>
  sanitised.replace(tagWithValues, (tag) =>
    tag.replace(/"[^"]*"/g, (value) => value.replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  );

/** Sanitises with the browser's own parser. Throws where there is no window. */
export const sanitiseInBrowser: Sanitise = (html, kind) => withQuietValues(purifierOf(kind).sanitize(html));

/** The same for what a parser has made already; what it was given is left as it was. */
export const sanitiseParsed = (nodes: DocumentFragment, kind: SanitiseKind): string =>
  withQuietValues(purifierOf(kind).sanitize(nodes));
