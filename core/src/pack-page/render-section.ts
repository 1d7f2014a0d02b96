import type { MediasElement, PackBundle, PackElement } from '#pack/pack-data.ts';
import { html, type Markup } from './markup.ts';
import type { PackPageBundle } from './pack-page.ts';
import { content, filledText, heading, missingText, picture, type TakesLater } from './page-content.ts';
import { renderMedias } from './render-medias.ts';
import { texts } from './texts.ts';

type Known = Exclude<PackElement, { type: 'unknown' }>;

const titleOf = (page: TakesLater, section: Known, title = section.title) =>
  section.showTitle && title !== '' ? heading(page, 1, filledText(page, title)) : null;

const introOf = (page: TakesLater, { introText }: Known) =>
  introText !== '' && html`<div class="words" dir="auto">${content(page, introText)}</div>`;

/** A title with words beside it, or only the words. */
function prose(title: Markup | null, ...words: (Markup | null | false)[]): Markup {
  return html`<section class="${title ? 'section prose' : 'section'}">${title}<div class="words" dir="auto">${words}</div></section>`;
}

const bundleOf = (page: TakesLater, { id }: PackBundle): PackPageBundle | 'missing' =>
  (Object.hasOwn(page.bundles, id) ? page.bundles[id] : undefined) ?? 'missing';

const bodyOf = (page: TakesLater, { bodyHtml }: PackPageBundle) => bodyHtml && content(page, bodyHtml);

/** A content bundle shows title and body, a mini-app title and picture (PVIEW-03, PVIEW-05). */
function bundleSection(page: TakesLater, section: Known, reference: PackBundle): Markup {
  const bundle = bundleOf(page, reference);
  if (bundle === 'missing') {
    return prose(titleOf(page, section), html`<p class="notice">${missingText(page, reference.id)}</p>`);
  }
  const title = titleOf(page, section, section.title || bundle.title);
  if (reference.type === 'salestool--miniapp_bundle') {
    return html`<section class="section">${title}${introOf(page, section)}${picture(bundle.pictureUrl, 'wide')}</section>`;
  }
  return prose(title, introOf(page, section) || null, bodyOf(page, bundle) || null);
}

/** A group of documents, with the body of the bundle it stood for in version 1, and its title where it has none (PVIEW-04). */
function mediasSection(page: TakesLater, section: MediasElement): Markup {
  const { bundle: reference, medias } = section.data;
  if (reference && reference.type !== 'salestool--document_bundle' && medias.length === 0) {
    return bundleSection(page, section, reference);
  }
  const bundle = reference ? bundleOf(page, reference) : 'missing';
  const body = bundle !== 'missing' && bodyOf(page, bundle);
  const title = titleOf(page, section, section.title || (bundle === 'missing' ? '' : bundle.title));
  return html`<section class="section">${title}${introOf(page, section)}${body && html`<div class="words" dir="auto">${body}</div>`}${renderMedias(page, medias)}</section>`;
}

/** One section of a pack, or null when this audience is not told about it. */
export function renderSection(page: TakesLater, section: PackElement): Markup | null {
  switch (section.type) {
    case 'text':
      return prose(
        titleOf(page, section),
        section.introText !== '' && content(page, section.introText),
        content(page, section.data.content),
      );
    case 'medias':
      return mediasSection(page, section);
    case 'media': {
      const isOwnTitle = section.title !== section.data.media.name;
      return html`<section class="section">${isOwnTitle && titleOf(page, section)}${introOf(page, section)}${renderMedias(page, [section])}</section>`;
    }
    case 'unknown':
      return page.audience === 'rep'
        ? html`<section class="section"><p class="notice">${texts.unknownSection(section.unknownType)}</p></section>`
        : null;
    default:
      return bundleSection(page, section, section.data.bundle);
  }
}
