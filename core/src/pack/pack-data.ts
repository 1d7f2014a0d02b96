import type { BundleTypeName } from '#contract/resource-types.ts';

// Symbols, so that no field of a stored pack is taken for one of them and neither is written as a field.
export const besides = Symbol('besides');
export const leftOut = Symbol('left out');

/**
 * A pack's contents as every part of the product works with them: version 2 (PDATA-02 to PDATA-06). Packs come in
 * through `readPackData` only and leave through `writePackData`; fields an element has beyond these travel along.
 */
export interface PackData {
  version: 2;
  elements: PackElement[];
  /** What else a pack of version 2 says of itself; it travels along. */
  [besides]?: Readonly<Record<string, unknown>>;
}

export type PackElement = TextElement | MediasElement | MediaElement | BundleElement | UnknownElement;

interface Titled {
  id: string;
  title: string;
  /** Always the opposite of `options.hideTitle` (PDATA-06). */
  showTitle: boolean;
  introText: string;
  options: { hideTitle: boolean };
}

export interface TextElement extends Titled {
  type: 'text';
  /** HTML from outside, to be sanitised as 'rich' wherever it is shown. */
  data: { content: string };
}

export interface MediasElement extends Titled {
  type: 'medias';
  data: {
    medias: MediaElement[];
    /** The bundle a group of version 1 stood for: its title, body or picture is shown with the group (PVIEW-03 to PVIEW-05). */
    bundle?: PackBundle | undefined;
    /** What stands among the files and names none, as it came; it is not shown, and is written again behind them. */
    [leftOut]?: readonly unknown[];
  };
}

export interface MediaElement extends Titled {
  type: 'media';
  data: { media: PackMedia };
}

/** A content bundle or mini-app as a section of its own (PDATA-05). */
export interface BundleElement extends Titled {
  type: 'salestool--content_bundle' | 'salestool--miniapp_bundle';
  data: { bundle: PackBundle };
}

/** A section this version does not know. It is kept and written back as it came. */
export interface UnknownElement {
  id: string;
  type: 'unknown';
  /** What the section calls itself; '' when it does not say. */
  unknownType: string;
  raw: unknown;
}

export interface PackBundle {
  id: string;
  type: BundleTypeName;
}

/** A media item as the pack names it; its name may differ from the record's (PBUILD-17). */
export interface PackMedia {
  id: string;
  /** Kind of record, for example 'media--document'. */
  type: string;
  mediaType: string | null;
  name: string;
  url: string | null;
  thumbnail: string | null;
}

export const defaultSectionTitle = 'Enter title';

export const emptyPack: PackData = { version: 2, elements: [] };
