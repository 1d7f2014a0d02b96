/** At which side of its room the words of an element begin, as somebody sees them. */
export function beginsAt(element: Element): 'left' | 'right' {
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  const [words, room] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
  return words.left - room.left > room.right - words.right ? 'right' : 'left';
}
