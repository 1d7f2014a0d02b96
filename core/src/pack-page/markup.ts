import { escapeHtml } from '#html/plain-text.ts';

/** HTML that is known to be safe. Only `html` and `trusted` make it, so that no text slips in unescaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | undefined | false | readonly Part[];

function written(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return Array.isArray(part) ? part.reduce((text: string, each: Part) => text + written(each), '') : '';
}

/**
 * Template for HTML: every value is escaped unless it is markup itself; null, undefined and false are nothing. Adds to a
 * text, since joining would write all of it anew at every level of a page.
 */
export const html = (strings: TemplateStringsArray, ...parts: Part[]) =>
  new Markup(strings.reduce((text, fixed, index) => text + fixed + written(parts[index]), ''));

/** For HTML that a sanitiser let through, and for our own. */
export const trusted = (sanitised: string) => new Markup(sanitised);
