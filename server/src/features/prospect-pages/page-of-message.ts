import { formatFileSize } from '@satchel/core/format/file-size.ts';
import { fileTypeLabel, mediaTypeLabel } from '@satchel/core/format/file-types.ts';
import { playerAddress } from '@satchel/core/format/player-address.ts';
import { tokenValues } from '@satchel/core/pack/fill-tokens.ts';
import type { PackPageMedia, PackPageViewer } from '@satchel/core/pack-page/pack-page.ts';
import type { Config } from '#config.ts';
import type { ReadTransaction } from '#database/database.ts';
import type { FileRow } from '#files/file-store.ts';
import { hasDerivatives } from '#files/file-types.ts';
import type { Keys } from '#keys.ts';
import { isServed } from './link-gate.ts';
import { fileKeysIn, type PackOutline, type PageData } from './page-body.ts';
import {
  filesById,
  filesByKey,
  type SentMessage,
  type ShownMedia,
  senderOf,
  shownBundles,
  shownMedias,
} from './sent-pack-store.ts';
import { prospectTexts } from './texts.ts';

interface Parts {
  config: Pick<Config, 'owner' | 'brand' | 'terms' | 'privacy' | 'publicUrl'>;
  keys: Keys;
}

/** What is signed into the address of a picture that stands on one message's page. */
export const pictureClaim = (messageId: string, fileId: string) => `picture ${messageId} ${fileId}`;

/**
 * All that the prospect of a message sees: the pack as it was sent, with the channel's and the sender's words of today.
 * Nothing on it has the address of a content file.
 */
export async function pageOfMessage(
  trx: ReadTransaction,
  { config, keys }: Parts,
  message: SentMessage,
  outline: PackOutline,
  token: string,
): Promise<PageData> {
  const medias = await shownMedias(trx, message.id);
  const bundles = await shownBundles(trx, message.id, outline.bundles);
  const sender = await senderOf(trx, message);
  const channel =
    message.channel_id === null
      ? undefined
      : await trx
          .selectFrom('channel')
          .select(['pack_header', 'pack_footer'])
          .where('id', '=', message.channel_id)
          .executeTakeFirst();
  const previews = await filesById(trx, [
    ...medias.flatMap(({ preview_id }) => preview_id ?? []),
    ...bundles.flatMap(({ image_id }) => image_id ?? []),
  ]);
  const shownAs = new Map(previews.map((file) => [file.id, file]));
  const inWords = await filesByKey(trx, [
    ...[channel?.pack_header, channel?.pack_footer, ...bundles.map(({ body }) => body)].flatMap(fileKeysIn),
    ...outline.fileKeys,
  ]);

  const base = `/p/${token}`;
  const pictureAddress = (fileId: string) =>
    `${base}/pictures/${fileId}/${keys.signPage(pictureClaim(message.id, fileId))}`;
  const { signature } = sender;
  const portrait = signature?.picture_id ?? signature?.image_id ?? null;
  const recipient = [message.first_name, message.last_name].filter(Boolean).join(' ');
  return {
    audience: 'prospect',
    title: outline.title,
    ownerName: config.owner,
    brandName: config.brand.name,
    recipient: { name: recipient, company: message.company ?? '' },
    ...(signature && {
      sender: {
        name: signature.title,
        job_title: signature.job_title,
        email: signature.email,
        telephone: signature.telephone,
        telephone2: signature.telephone2,
        pictureUrl: portrait && pictureAddress(portrait),
      },
    }),
    ...(channel?.pack_header && { headerHtml: channel.pack_header }),
    ...(channel?.pack_footer && { footerHtml: channel.pack_footer }),
    tokens: tokenValues({
      recipient_name: recipient,
      recipient_company: message.company ?? '',
      sender_name: sender.name,
      message_subject: message.subject,
    }),
    medias: new Map(
      medias.map((media) => [
        media.id,
        mediaOnPage(message, media, shownAs.get(media.preview_id ?? ''), base),
      ]),
    ),
    bundles: Object.fromEntries(
      bundles.map(({ id, title, body, image_id }) => [
        id,
        { title, bodyHtml: body, pictureUrl: image_id && pictureAddress(image_id) },
      ]),
    ),
    links: { terms: config.terms, privacy: config.privacy },
    privacyText: prospectTexts.privacy(config.brand.name),
    withdrawnText: prospectTexts.withdrawn,
    addresses: {
      publicUrl: config.publicUrl,
      base,
      pictures: new Map(inWords.map(({ key, id }) => [key, pictureAddress(id)])),
    },
  };
}

const mediaOnPage = (
  message: SentMessage,
  media: ShownMedia,
  preview: FileRow | undefined,
  base: string,
): PackPageMedia => ({
  name: media.name,
  description: media.description,
  kind: media.type,
  typeLabel: media.mime === null ? mediaTypeLabel(media.type) : fileTypeLabel(media.mime, media.filename),
  sizeLabel: media.size === null ? hostOf(media.video) : formatFileSize(media.size),
  previewUrl: preview && hasDerivatives(preview.mime) ? `${base}/files/${media.id}/preview` : null,
  openUrl: openAddress(message, media, base),
  ...viewerOf(message, media),
});

/** Where a hosted film is, said before anyone goes there. */
const hostOf = (video: string | null) => {
  const url = video === null ? null : URL.parse(video);
  return url && /^https?:$/.test(url.protocol) ? url.hostname.replace(/^www\./, '') : null;
};

/** Pictures that every browser shows; others are downloaded. */
const shownPictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];

function viewerOf(
  { link_download }: SentMessage,
  { mime, video, width, height }: ShownMedia,
): { viewer?: PackPageViewer } {
  const kept = link_download === 1 ? {} : { isOnlyShown: true };
  if (mime === null) return hostOf(video) ? { viewer: { kind: 'hosted', ...playerOf(video ?? '') } } : {};
  if (mime === 'application/pdf') return { viewer: { kind: 'pdf' } };
  if (mime.startsWith('video/')) return { viewer: { kind: 'video', ...kept } };
  if (!shownPictures.includes(mime)) return {};
  return { viewer: { kind: 'image', ...kept, ...(width && height && { width, height }) } };
}

/** Only services whose players are known are shown in the page; from all others a link leads away. */
function playerOf(video: string): { player?: string } {
  const player = playerAddress(video);
  const isKnown =
    player !== null && /^https:\/\/(?:www\.youtube-nocookie\.com|player\.vimeo\.com)\//.test(player);
  return isKnown ? { player } : {};
}

/** Where the media itself is, if it may be had. */
function openAddress(message: SentMessage, { id, file_id, mime, video }: ShownMedia, base: string) {
  if (file_id === null) return video ?? '';
  return isServed(message, mime ?? '') ? `${base}/files/${id}` : '';
}
