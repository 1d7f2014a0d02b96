import type { MediaElement } from '#pack/pack-data.ts';
import { icons } from './icons.ts';
import { html, type Markup } from './markup.ts';
import type { PackPage, PackPageMedia } from './pack-page.ts';
import { heading, missingText, picture, safeLink, safePicture } from './page-content.ts';
import { texts } from './texts.ts';

/** What stands for a file without a picture, by the class that its picture has. */
const signs = { picture: icons.image, film: icons.video, page: icons.document };

const looks: Record<string, keyof typeof signs> = {
  'media--image': 'picture',
  'media--video': 'film',
  'media--remote_video': 'film',
};

const lookOf = (kind: string) => (Object.hasOwn(looks, kind) && looks[kind]) || 'page';

/** HTML of what stands in a file's place when its picture cannot be had (MODEL-12). */
export const signOf = (look: string) =>
  signs[Object.hasOwn(signs, look) ? (look as keyof typeof signs) : 'page'].text;

function preview(page: PackPage, media: PackPageMedia): Markup {
  const look = lookOf(media.kind);
  const play = look === 'film' && media.previewUrl && html`<span class="play">${icons.play}</span>`;
  const later = page.isFilledWithPictures && safePicture(media.previewUrl);
  if (later) return html`<div class="preview" data-picture="${later}" data-look="${look}">${play}</div>`;
  return html`<div class="preview">${picture(media.previewUrl, look) ?? signs[look]}${play}</div>`;
}

/** For the script of a prospect's page; everything is a link without it. */
const viewerData = ({ viewer }: PackPageMedia) =>
  viewer &&
  html` data-viewer="${viewer.kind}"${viewer.player && html` data-player="${viewer.player}"`}${viewer.isOnlyShown && html` data-only-shown`}${viewer.width && html` data-width="${viewer.width}"`}${viewer.height && html` data-height="${viewer.height}"`}`;

function openLink(id: string, media: PackPageMedia, name: string): Markup | null {
  const address = safeLink(media.openUrl);
  if (!address) return null;
  return html`<a class="button soft" href="${address}" data-media-id="${id}"${viewerData(media)} target="_blank" rel="noopener noreferrer">${texts.view}<span class="unseen"> ${name}</span></a>`;
}

const facts = ({ typeLabel, sizeLabel }: PackPageMedia) => [typeLabel, sizeLabel].filter(Boolean).join(', ');

/** A media as a card; the name is the pack's own where it has one (PBUILD-17). */
function mediaCard(page: PackPage, { data }: MediaElement): Markup {
  const { id } = data.media;
  const media = page.medias.get(id) ?? 'missing';
  if (media === 'missing') {
    return html`<li class="media withdrawn"><div class="preview">${icons.withdrawn}</div><div class="about">${heading(page, 2, data.media.name)}<p class="facts">${missingText(page, id)}</p></div></li>`;
  }
  const name = data.media.name || media.name;
  const description = media.description && html`<p class="description" dir="auto">${media.description}</p>`;
  return html`<li class="media">${preview(page, media)}<div class="about">${heading(page, 2, name)}${description}<p class="facts">${facts(media)}</p></div>${openLink(id, media, name)}</li>`;
}

export const renderMedias = (page: PackPage, medias: readonly MediaElement[]) =>
  medias.length > 0 && html`<ul class="medias">${medias.map((media) => mediaCard(page, media))}</ul>`;
