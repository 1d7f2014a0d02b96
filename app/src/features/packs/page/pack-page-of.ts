import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import { formatFileSize } from '@satchel/core/format/file-size.ts';
import type { Sanitise, SanitiseInSteps } from '@satchel/core/html/allowed-html.ts';
import { resolveAddress } from '@satchel/core/html/host-addresses.ts';
import type { PackPage, PackPageBundle, PackPageMedia } from '@satchel/core/pack-page/pack-page.ts';
import { prospectWords } from '@satchel/core/pack-page/prospect-words.ts';
import type { BundleSummary, ChannelView, MediaView } from '#services.ts';
import type { BundleRecord, PackRecord, SignatureRecord } from '#storage/records.ts';
import { contentsOf } from '../pack-contents.ts';
import { texts } from '../texts.ts';

const mediaOnPage = (media: MediaView): PackPageMedia => ({
  name: media.name,
  description: media.description || null,
  kind: media.type,
  typeLabel: media.fileTypeLabel,
  sizeLabel: media.size === null ? null : formatFileSize(media.size),
  previewUrl: media.previewUrl ?? media.thumbnailUrl,
  openUrl: media.videoLink ?? media.url ?? '',
});

const bundleOnPage = (record: BundleRecord, pictureUrl: string | null): PackPageBundle => ({
  title: record.title ?? '',
  bodyHtml: record.body?.processed ?? record.body?.value ?? null,
  pictureUrl,
});

/** Of the host, which has one address for everybody, whatever address the app was opened with. */
const originsOf = ({ host, prospectPage }: HostConfiguration): ReadonlySet<string | undefined> =>
  new Set([host, prospectPage].map((address) => new URL(address, location.origin).origin));

interface Shown {
  pack: PackRecord;
  medias: ReadonlyMap<string, MediaView>;
  bundles: readonly BundleRecord[];
  /** For their pictures. */
  miniApps: readonly BundleSummary[];
  channel: ChannelView | null;
  signature: SignatureRecord | null;
  signaturePicture: string | null;
  configuration: HostConfiguration;
  sanitise: Sanitise;
  sanitiseInSteps: SanitiseInSteps;
  /** What is said in place of something that is not here. */
  missingText?: ((id: string) => string) | null;
}

/** The page of a pack as the rep sees it: its notes are not among what a page can show (PEDIT-23). */
export function packPageOf(shown: Shown): PackPage {
  const { pack, medias, bundles, miniApps, channel, signature, configuration, sanitise, sanitiseInSteps } =
    shown;
  const origins = originsOf(configuration);
  const pictureOf = new Map(miniApps.map(({ id, imageUrl }) => [id, imageUrl]));
  return {
    audience: 'rep',
    title: pack.title ?? '',
    ownerName: configuration.owner,
    brandName: configuration.brand.name,
    ...(channel?.packHeaderHtml && { headerHtml: channel.packHeaderHtml }),
    ...(channel?.packFooterHtml && { footerHtml: channel.packFooterHtml }),
    ...(signature && {
      sender: {
        name: signature.title ?? '',
        job_title: signature.job_title ?? null,
        email: signature.email ?? null,
        telephone: signature.telephone ?? null,
        telephone2: signature.telephone2 ?? null,
        pictureUrl: shown.signaturePicture,
      },
    }),
    sections: contentsOf(pack).elements,
    tokens: 'names',
    medias: {
      get(id) {
        const media = medias.get(id);
        return media && mediaOnPage(media);
      },
    },
    bundles: Object.fromEntries(
      bundles.map((record) => [record.id, bundleOnPage(record, pictureOf.get(record.id) ?? null)]),
    ),
    links: { terms: configuration.terms, privacy: configuration.privacy },
    withdrawnText: texts.view.withdrawn,
    ...(shown.missingText && { missingText: shown.missingText }),
    isFilledWithPictures: true,
    sanitise,
    sanitiseInSteps,
    resolve: (url) => resolveAddress(url, configuration.host),
    holdsPicture: (address) => origins.has(URL.parse(address, configuration.host || location.origin)?.origin),
  };
}

/** The same in the words that prospects read, without what the rep alone is told of. The app has the landmarks around it. */
export function prospectPageOf(shown: Shown): PackPage {
  const page = packPageOf(shown);
  return {
    ...page,
    sections: page.sections.filter(({ type }) => type !== 'unknown'),
    withdrawnText: prospectWords.withdrawn,
    privacyText: prospectWords.privacy(page.brandName),
  };
}
