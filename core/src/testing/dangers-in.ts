const runningElements =
  'script, iframe, frame, frameset, object, embed, applet, portal, base, meta, link, form, input, button, textarea, select, template, math, foreignObject, animate, set, use, audio[autoplay], video[autoplay]';

const addressAttributes = [
  'href',
  'src',
  'srcset',
  'action',
  'formaction',
  'data',
  'poster',
  'background',
  'ping',
  'xlink:href',
];

function dangersOfAttribute(element: Element, { name, value }: Attr): string[] {
  const where = `${name} of ${element.localName}`;
  if (name.startsWith('on')) return [`handler ${where}`];
  if (addressAttributes.includes(name)) {
    const scheme = /^([a-z][a-z0-9+.-]*):/i
      .exec(value.replace(/[\p{Cc}\p{Cf}\p{Z}]/gu, ''))?.[1]
      ?.toLowerCase();
    const isHarmless = scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme);
    return isHarmless ? [] : [`scheme ${scheme} in ${where}`];
  }
  if (name === 'style' && /url|expression|position|binding|behavior|@|\\|\/\*/i.test(value))
    return [`style ${value}`];
  if (name === 'srcdoc') return [where];
  return [];
}

/** What a parsed piece of HTML could run, load or send; empty when it is harmless. Own `style` elements are allowed. */
export function dangersIn(root: ParentNode): string[] {
  const found = [...root.querySelectorAll(runningElements)].map(({ localName }) => `element ${localName}`);
  for (const element of root.querySelectorAll('*')) {
    for (const attribute of element.attributes) found.push(...dangersOfAttribute(element, attribute));
  }
  return found;
}
