import { decodeEntities } from '@satchel/core/html/plain-text.ts';

/** An address that says no more than what is read in its place, as in 'nora@velden.example'. */
const saysTheSame = (address: string, label: string) =>
  address === label || address.replace(/^(?:mailto|tel):/i, '') === label;

/** Items with a hyphen or with their number, those of inner lists further in. Editors put paragraphs into items. */
function withItemSigns(html: string) {
  const numbers: (number | null)[] = [];
  return html
    .replace(/(<li\b[^>]*>) ?<p\b[^>]*>(.*?)<\/p>/gi, '$1$2')
    .replace(/ ?<(\/?)(ol|ul|li)\b([^>]*)> ?/gi, (_, end: string, tag: string, rest: string) => {
      const name = tag.toLowerCase();
      const isOuter = numbers.length === (end && name !== 'li' ? 1 : 0);
      if (name !== 'li') {
        if (end) numbers.pop();
        else numbers.push(name === 'ol' ? Number(/\bstart="(\d+)"/i.exec(rest)?.[1] ?? 1) : null);
        return isOuter ? '<p>' : '';
      }
      if (end) return '';
      const number = numbers.at(-1) ?? null;
      if (number !== null) numbers[numbers.length - 1] = number + 1;
      const sign = number === null ? '-' : `${number}.`;
      return `<br>${'&nbsp;&nbsp;'.repeat(Math.max(0, numbers.length - 1))}${sign} `;
    });
}

/** Sanitised HTML as text in lines, for the part of a mail that shows no HTML. Links keep their address. */
export const htmlAsLines = (sanitised: string) =>
  decodeEntities(
    withItemSigns(sanitised.replace(/\s+/g, ' '))
      .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gi, (_, address: string, label: string) =>
        saysTheSame(address, label) ? label : `${label} (${address})`,
      )
      .replace(/<br\b[^>]*> ?/gi, '\n')
      .replace(/ ?<\/?(?:p|div|h[1-6]|blockquote)\b[^>]*> ?/gi, '\n\n')
      .replace(/ ?<hr\b[^>]*> ?/gi, '\n\n---\n\n')
      .replace(/<[^>]*>/g, ''),
  )
    .replaceAll('\u00a0', ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
