import { decodeEntities } from '@satchel/core/html/plain-text.ts';

/** Sanitised HTML as text in lines, for the part of a mail that shows no HTML. Links keep their address. */
export const htmlAsLines = (sanitised: string) =>
  decodeEntities(
    sanitised
      .replace(/\s+/g, ' ')
      .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gi, (_, address: string, label: string) =>
        address === label ? label : `${label} (${address})`,
      )
      .replace(/<br\b[^>]*> ?/gi, '\n')
      .replace(/ ?<li\b[^>]*> ?/gi, '\n- ')
      .replace(/ ?<\/?(?:p|div|h[1-6]|ul|ol|blockquote)\b[^>]*> ?/gi, '\n\n')
      .replace(/ ?<hr\b[^>]*> ?/gi, '\n\n---\n\n')
      .replace(/<[^>]*>/g, ''),
  )
    .replace(/\n{3,}/g, '\n\n')
    .trim();
