/** Marks an anchor that came with the text. */
export const anchorAttribute = 'data-anchor';

const blocks = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table, hr';

/** The editor has paragraphs alone: what a division says of its words is theirs. */
function withoutDivisions(page: Document) {
  for (const division of page.querySelectorAll('div')) {
    const { textAlign } = division.style;
    if (!division.querySelector(blocks)) {
      const paragraph = page.createElement('p');
      paragraph.style.cssText = division.style.cssText;
      paragraph.append(...division.childNodes);
      division.replaceWith(paragraph);
    } else if (textAlign) {
      for (const inside of division.querySelectorAll<HTMLElement>(':scope > *'))
        inside.style.textAlign ||= textAlign;
    }
  }
}

/** Anchors without words, which stay as they are where they stood around some. */
function withEmptyAnchors(page: Document) {
  for (const named of page.querySelectorAll('a[name]')) {
    const anchor = page.createElement('a');
    anchor.setAttribute('name', named.getAttribute('name') ?? '');
    anchor.setAttribute(anchorAttribute, '');
    named.before(anchor);
    named.removeAttribute('name');
    if (!named.hasAttribute('href')) named.replaceWith(...named.childNodes);
  }
}

/** Sanitised HTML in forms that the editor knows, so that it loses nothing that readers see. Needs a DOM. */
export function inReadableForms(html: string): string {
  if (!/<div|<a /.test(html)) return html;
  const page = new DOMParser().parseFromString(html, 'text/html');
  withoutDivisions(page);
  withEmptyAnchors(page);
  return page.body.innerHTML;
}
