import { html, type Markup, trusted } from './markup.ts';
import type { LaterText, PackPage } from './pack-page.ts';
import { content, filledText, picture, safeLink, titleLevel } from './page-content.ts';
import { renderSection } from './render-section.ts';
import { senderBlock, senderLine } from './render-sender.ts';
import { texts } from './texts.ts';

/** Only a prospect's page is a document of its own; inside the app the screen has the landmarks. */
const partsOf = ({ audience }: PackPage) =>
  audience === 'prospect'
    ? { whole: trusted('div'), main: trusted('main') }
    : { whole: trusted('article'), main: trusted('div') };

function recipientLine({ recipient }: PackPage): Markup | null {
  const names = [recipient?.name, recipient?.company].filter(Boolean);
  if (names.length === 0) return null;
  // Each by itself: else a name in Arabic would put the company before it.
  const each = names.map((name, index) => html`${index > 0 && ', '}<bdi>${name}</bdi>`);
  return html`<p class="recipient"><span class="wide-only">${texts.preparedFor} ${each}</span><span class="narrow-only">${texts.for} <bdi>${names[0]}</bdi></span></p>`;
}

function brandRow(page: PackPage): Markup {
  const initial = [...page.brandName.trim()].slice(0, 1);
  return html`<header class="brand"><div class="inner"><p class="brand-name"><span class="glyph" aria-hidden="true">${initial}</span>${page.brandName}</p>${recipientLine(page)}</div></header>`;
}

function titleBand(page: PackPage): Markup {
  const level = trusted(`h${titleLevel(page)}`);
  const image = picture(page.pictureUrl, 'band-picture');
  const summary = page.summary && html`<p class="summary" dir="auto">${filledText(page, page.summary)}</p>`;
  return html`<div class="${image ? 'band with-picture' : 'band'}"><div class="inner"><div class="title"><${level} class="pack-title" dir="auto">${filledText(page, page.title)}</${level}>${summary}${page.sender && senderLine(page, page.sender)}</div></div>${image}</div>`;
}

const channelContent = (page: PackPage, className: string, source: string | undefined) =>
  source &&
  html`<div class="${className}"><div class="inner words" dir="auto">${content(page, source)}</div></div>`;

function lastLine(page: PackPage): Markup {
  const link = (url: string | null, text: string) => {
    const address = url && safeLink(url);
    return address && html`<a href="${address}" target="_blank" rel="noopener noreferrer">${text}</a>`;
  };
  return html`<div class="last"><div class="inner"><span>© <bdi>${page.ownerName}</bdi></span>${link(page.links.terms, texts.terms)}${link(page.links.privacy, texts.privacy)}</div>${page.privacyText && html`<div class="inner"><p class="privacy" dir="auto">${page.privacyText}</p></div>`}</div>`;
}

/** Says a section's place in the pack, for the script that tells which ones were read. */
const withPlace = (section: Markup | null, place: number) =>
  section && trusted(section.text.replace('<section', `<section data-section="${place}"`));

/**
 * A pack's page as HTML text: the body of the prospect's page, the rep's view and the preview (PVIEW-01). It needs
 * `packPageStyles` beside it and no script.
 */
export function renderPackPage(page: PackPage): string {
  const { before, sections, after } = renderPackPageParts(page);
  return `${before}${[...sections].map(({ markup }) => markup).join('')}${after}`;
}

export interface PackPageParts {
  /** Up to the first section, and from the last one on; together a page without any. */
  before: string;
  after: string;
  /** Each made when it is asked for. */
  sections: Iterable<PageSection>;
}

export interface PageSection {
  /** '' for one that this audience is not told about. */
  markup: string;
  /** Texts whose places (`laterSelector`) are empty in the markup, in their order. */
  later: readonly LaterText[];
}

/** Of the place of a long text; what follows it says that the text is on its way. */
export const laterSelector = '.later';

/** Of the element that holds the sections, among them nothing else. */
export const sectionsSelector = '.sections > .inner';

/** The same page, for who takes its sections one after another. */
export function renderPackPageParts(page: PackPage): PackPageParts {
  const { whole, main } = partsOf(page);
  const start = html`<${whole} class="pack-page">${brandRow(page)}<${main}>${channelContent(page, 'channel-header', page.headerHtml)}${titleBand(page)}<div class="sections"><div class="inner">`;
  const end = html`</div></div>${page.sender && senderBlock(page, page.sender)}</${main}><footer>${channelContent(page, 'channel-footer', page.footerHtml)}${lastLine(page)}</footer></${whole}>`;
  return { before: start.text, after: end.text, sections: { [Symbol.iterator]: () => rendered(page) } };
}

function* rendered(page: PackPage): Generator<PageSection> {
  for (const [place, section] of page.sections.entries()) {
    const later: LaterText[] = [];
    const markup = withPlace(renderSection({ ...page, later }, section), place)?.text ?? '';
    yield { markup, later };
  }
}
