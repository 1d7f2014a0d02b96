const block = /<(\/?)(p|h[1-6]|ul|ol|blockquote|table|div)(?=[\s>])/g;

/** A list, a quotation and a table have one direction, that of their first words: their signs and columns stand by it. */
const isWhole = (tag: string) => ['ul', 'ol', 'blockquote', 'table'].includes(tag);

/**
 * Sanitised HTML in which each block runs as its own words do, so that Arabic and Hebrew begin at the right. What is
 * inside a list, a quotation or a table follows it.
 */
export const withDirections = (sanitised: string): string => directionsOfPieces()(sanitised);

/** The same for a text that comes in pieces, in their order. */
export function directionsOfPieces(): (piece: string) => string {
  let depth = 0;
  return (piece) =>
    piece.replace(block, (tag, slash: string, name: string) => {
      if (slash && isWhole(name)) depth -= 1;
      if (slash) return tag;
      const isOutermost = depth === 0;
      if (isWhole(name)) depth += 1;
      return isOutermost ? `${tag} dir="auto"` : tag;
    });
}
