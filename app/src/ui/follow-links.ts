const elsewhere = new Set(['http:', 'https:']);
const otherApps = new Set(['mailto:', 'tel:']);

/** Shows a place of the text by the name that a link gives it, and goes on by keys from there. */
function showPlace(text: ParentNode, name: string) {
  const quoted = CSS.escape(name);
  const place = name === '' ? null : text.querySelector<HTMLElement>(`a[name="${quoted}"], [id="${quoted}"]`);
  if (!place) return;
  // Of a part that was never drawn Chromium scrolls to where the place was guessed to be, unless it had to be laid out before.
  place.getBoundingClientRect();
  place.scrollIntoView({ block: 'start' });
  place.focus({ preventScroll: true });
  // A link takes it, and stays among what the keys come to; a name alone takes none by itself.
  if (place.matches(':focus')) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

function follow(event: Event, text: ParentNode) {
  const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[href]');
  if (!link) return;
  const address = link.getAttribute('href')?.trim() ?? '';
  // An address of the app itself.
  if (address.startsWith('#/')) return;
  if (address === '' || address.startsWith('#')) {
    event.preventDefault();
    if (event.type === 'click') showPlace(text, address.slice(1));
  } else if (elsewhere.has(link.protocol)) {
    // Read by the browser once everybody has heard of the press, whatever button or key it was.
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  } else if (!otherApps.has(link.protocol)) event.preventDefault();
}

/**
 * Has the links of a sanitised text lead to its own places or into a tab of their own. Without it the app would take the
 * name of a place for one of its addresses, and another page would take the app's window.
 * @returns ends it
 */
export function followLinks(text: ParentNode & EventTarget): () => void {
  const pressed = (event: Event) => follow(event, text);
  text.addEventListener('click', pressed);
  // The middle button opens links, too, and is no click.
  text.addEventListener('auxclick', pressed);
  return () => {
    text.removeEventListener('click', pressed);
    text.removeEventListener('auxclick', pressed);
  };
}
