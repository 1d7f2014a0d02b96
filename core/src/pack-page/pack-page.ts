import type { PersonalToken } from '#contract/personal-tokens.ts';
import type { ResourceTypeName } from '#contract/resource-types.ts';
import type { Sanitise, SanitisedPiece, SanitiseInSteps } from '#html/allowed-html.ts';
import type { PackElement } from '#pack/pack-data.ts';

/**
 * All that a pack's page shows, and nothing else: what is not listed here cannot become public. Texts are plain unless
 * their name ends in Html; HTML is sanitised here. Addresses are final, only those inside HTML go through `resolve`.
 */
export interface PackPage {
  /** A rep is told about sections that cannot be shown; for a prospect they are left out. */
  audience: 'rep' | 'prospect';
  title: string;
  summary?: string;
  /** Legal name of the product's owner, for the last line. */
  ownerName: string;
  /** Name people know the owner by. */
  brandName: string;
  recipient?: { name: string; company: string };
  sender?: PackSender;
  /** Picture in the title band. */
  pictureUrl?: string | null;
  /** The channel's pack header and footer. */
  headerHtml?: string;
  footerHtml?: string;
  sections: readonly PackElement[];
  /** Values of the personal tokens; 'names' shows their plain names (PBUILD-15). */
  tokens: Record<PersonalToken, string> | 'names';
  /** By media id; asked for those that are drawn. What is 'missing' or not known was withdrawn. */
  medias: Pick<ReadonlyMap<string, PackPageMedia | 'missing'>, 'get'>;
  /** By bundle id. */
  bundles: Readonly<Record<string, PackPageBundle | 'missing'>>;
  links: { terms: string | null; privacy: string | null };
  /** What the page tells its sender of the visit, for the last line. */
  privacyText?: string;
  /** Says in place of a media or bundle that it is no longer there. */
  withdrawnText: string;
  /** The same by its id, for whom it may be missing for another reason. */
  missingText?: (id: string) => string;
  /** The pictures of files stand there as addresses, for who draws those that come near; otherwise as pictures. */
  isFilledWithPictures?: boolean;
  sanitise: Sanitise;
  resolve: (url: string) => string;
  /** Whether a picture in a text is the host's, by its resolved address. Others are left out: a page asks nobody else. */
  holdsPicture: (address: string) => boolean;
  /** For who fills the places of long texts step by step; without it every text is written in one go. */
  sanitiseInSteps?: SanitiseInSteps;
}

/** A text too long for one go, which comes into its section later. */
export interface LaterText {
  source: string;
  /** What besides it says whether the place holds the same text already. */
  tokens: string;
  /** Whoever walks through them has a piece, or nothing yet. */
  pieces: () => Generator<SanitisedPiece | null, void>;
}

export interface PackSender {
  name: string;
  job_title?: string | null;
  email?: string | null;
  telephone?: string | null;
  telephone2?: string | null;
  pictureUrl?: string | null;
}

export interface PackPageMedia {
  name: string;
  description: string | null;
  kind: ResourceTypeName;
  typeLabel: string;
  sizeLabel: string | null;
  previewUrl: string | null;
  openUrl: string;
  /** How a prospect's page shows it without leaving; without it the link is all there is. */
  viewer?: PackPageViewer;
}

export interface PackPageViewer {
  kind: 'image' | 'video' | 'pdf' | 'hosted';
  /** Address of a hosted film's player, where the service is known. */
  player?: string;
  /** Its sender gives it to be looked at and not to be kept. */
  isOnlyShown?: boolean;
  /** Of a picture, in pixels. */
  width?: number;
  height?: number;
}

export interface PackPageBundle {
  title: string;
  bodyHtml: string | null;
  pictureUrl: string | null;
}
