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

/** Sanitises with the browser's own parser. Throws where there is no window. */
export const sanitiseInBrowser: Sanitise = (html, kind) => purifierOf(kind).sanitize(html);

/** The same for what a parser has made already; what it was given is left as it was. */
export const sanitiseParsed = (nodes: DocumentFragment, kind: SanitiseKind): string =>
  purifierOf(kind).sanitize(nodes);
