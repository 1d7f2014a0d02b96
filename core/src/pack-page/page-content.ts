import { personalTokens } from '#contract/personal-tokens.ts';
import { keptAttribute, type SanitisedPiece, type SanitiseInSteps } from '#html/allowed-html.ts';
import { mapAddresses } from '#html/host-addresses.ts';
import { directionsOfPieces, withDirections } from '#html/text-direction.ts';
import { fillTokensInHtml, fillTokensInSteps, fillTokensInText } from '#pack/fill-tokens.ts';
import { html, type Markup, trusted } from './markup.ts';
import type { LaterText, PackPage } from './pack-page.ts';
import { texts } from './texts.ts';

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

/** What stands in place of a media or bundle that is not there. */
export const missingText = (page: PackPage, id: string) => page.missingText?.(id) ?? page.withdrawnText;

type WithTokens = Pick<PackPage, 'tokens'>;

const valuesOf = (page: WithTokens) => (page.tokens === 'names' ? personalTokens : page.tokens);

export const filledText = (page: WithTokens, text: string) => fillTokensInText(text, valuesOf(page));

/** Level of the page's title: in the app the screen around it has the first heading. */
export const titleLevel = (page: PackPage) => (page.audience === 'prospect' ? 1 : 2);

const headingTag = /<(\/?)h([1-6])(?=[\s>])/g;

/**
 * Headings inside content start below the section's own and leave no level out, so that a page has one title.
 * @param found every level that the content has
 */
function belowSection(page: PackPage, sanitised: string, found: ReadonlySet<string>) {
  const levels = [...found].sort();
  return sanitised.replace(headingTag, (_, slash, level) => {
    return `<${slash}h${Math.min(6, titleLevel(page) + 2 + levels.indexOf(level))}`;
  });
}

const levelsIn = (sanitised: string) =>
  new Set([...sanitised.matchAll(headingTag)].map(([, , level = '']) => level));

// Shorter ones come quicker than anyone could read that they are on their way.
const charactersInOneGo = 131_072;

/** A page that takes long texts apart from the sections they belong to. */
export type TakesLater = PackPage & { later?: LaterText[] };

/** HTML from outside: tokens filled, sanitised, addresses resolved. */
export function content(page: TakesLater, source: string): Markup {
  const { sanitiseInSteps, later } = page;
  if (later && sanitiseInSteps && source.length > charactersInOneGo) {
    const pieces = () => contentInSteps(page, source, sanitiseInSteps);
    later.push({ source, tokens: JSON.stringify(page.tokens), pieces });
    return html`<div class="later" aria-busy="true"></div><p class="notice">${texts.later}</p>`;
  }
  const sanitised = page.sanitise(fillTokensInHtml(source, valuesOf(page)), 'rich');
  return trusted(
    withDirections(
      belowSection(page, mapAddresses(sanitised, page.resolve, page.holdsPicture), levelsIn(sanitised)),
    ),
  );
}

function* contentInSteps(
  page: PackPage,
  source: string,
  sanitise: SanitiseInSteps,
): Generator<SanitisedPiece | null, void> {
  const filled = yield* waiting(fillTokensInSteps(source, valuesOf(page)));
  const { headings, pieces } = yield* waiting(sanitise(filled, 'rich'));
  const directed = directionsOfPieces();
  const shown = (sanitised: string) =>
    directed(belowSection(page, mapAddresses(sanitised, page.resolve, page.holdsPicture), headings));
  for (const piece of pieces) {
    if ('html' in piece) yield { html: shown(piece.html) };
    else if ('opens' in piece) yield { opens: shown(piece.opens) };
    else yield { closes: shown(piece.closes) };
  }
}

function* waiting<T>(steps: Generator<void, T>): Generator<null, T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield null;
  }
}

/** A heading so many levels below the page's title, running as its words do. */
export function heading(page: PackPage, below: number, text: string, attributes?: Markup): Markup {
  const tag = trusted(`h${titleLevel(page) + below}`);
  return html`<${tag} dir="auto"${attributes}>${text}</${tag}>`;
}
