import sanitizeHtml, { type Attributes } from 'sanitize-html';
import {
  allowedAttributes,
  allowedTags,
  droppedWithContent,
  keptAttribute,
  relOfTargetLinks,
  type Sanitise,
  type SanitiseKind,
} from './allowed-html.ts';

// Browsers stop nesting at 512 elements; deeper markup is an attack on whoever walks it.
const deepestNesting = 512;

function keptAttributes(kind: SanitiseKind, tag: string, attributes: Attributes): Attributes {
  const kept: Attributes = {};
  for (const [name, value] of Object.entries(attributes)) {
    const keptValue = keptAttribute(kind, tag, name, value);
    if (keptValue !== null) kept[name] = keptValue;
  }
  return kept.target === undefined ? kept : { ...kept, rel: relOfTargetLinks };
}

const optionsFor = (kind: SanitiseKind): sanitizeHtml.IOptions => ({
  allowedTags: [...allowedTags[kind]],
  allowedAttributes: { '*': [...allowedAttributes] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: true,
  nonTextTags: [...droppedWithContent],
  nestingLimit: deepestNesting,
  parseStyleAttributes: false,
  transformTags: {
    '*': (tagName, attributes) => ({ tagName, attribs: keptAttributes(kind, tagName, attributes) }),
  },
});

const options = { plain: optionsFor('plain'), rich: optionsFor('rich') };

/** Sanitises without a DOM, for Node. */
export const sanitiseOnHost: Sanitise = (html, kind) => sanitizeHtml(html, options[kind]);
