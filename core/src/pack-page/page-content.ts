import { personalTokens } from '#contract/personal-tokens.ts';
import { keptAttribute } from '#html/allowed-html.ts';
import { mapAddresses } from '#html/host-addresses.ts';
import { withDirections } from '#html/text-direction.ts';
import { fillTokensInHtml, fillTokensInText } from '#pack/fill-tokens.ts';
import { html, type Markup, trusted } from './markup.ts';
import type { PackPage } from './pack-page.ts';

/** How content from outside gets onto the page. */

const rasterPicture = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]+$/i;

/** The address of a link, or null when a browser could run it. */
export const safeLink = (url: string) => keptAttribute('rich', 'a', 'href', url);

/** The address of a picture, or null when it is not one that a page may ask for. */
export function safePicture(url: string | null | undefined): string | null {
  if (!url) return null;
  return rasterPicture.test(url) ? url : keptAttribute('rich', 'img', 'src', url);
}

/** A picture beside words that say the same; nothing when there is no safe address. */
export function picture(url: string | null | undefined, className: string): Markup | null {
  const address = safePicture(url);
  return address === null ? null : html`<img class="${className}" src="${address}" alt="" loading="lazy">`;
}

const valuesOf = (page: PackPage) => (page.tokens === 'names' ? personalTokens : page.tokens);

export const filledText = (page: PackPage, text: string) => fillTokensInText(text, valuesOf(page));

/** Level of the page's title: in the app the screen around it has the first heading. */
export const titleLevel = (page: PackPage) => (page.audience === 'prospect' ? 1 : 2);

const headingTag = /<(\/?)h([1-6])(?=[\s>])/g;

/** Headings inside content start below the section's own and leave no level out, so that a page has one title. */
function belowSection(page: PackPage, sanitised: string) {
  const levels = [...new Set([...sanitised.matchAll(headingTag)].map(([, , level]) => level))].sort();
  return sanitised.replace(headingTag, (_, slash, level) => {
    return `<${slash}h${Math.min(6, titleLevel(page) + 2 + levels.indexOf(level))}`;
  });
}

/** HTML from outside: tokens filled, sanitised, addresses resolved. */
export function content(page: PackPage, source: string): Markup {
  const sanitised = page.sanitise(fillTokensInHtml(source, valuesOf(page)), 'rich');
  return trusted(withDirections(belowSection(page, mapAddresses(sanitised, page.resolve))));
}

/** A heading so many levels below the page's title, running as its words do. */
export function heading(page: PackPage, below: number, text: string, attributes?: Markup): Markup {
  const tag = trusted(`h${titleLevel(page) + below}`);
  return html`<${tag} dir="auto"${attributes}>${text}</${tag}>`;
}
