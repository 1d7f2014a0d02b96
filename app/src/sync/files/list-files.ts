import { bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import { mapAddresses, resolveAddress } from '@satchel/core/html/host-addresses.ts';
import { inSteps } from '@satchel/core/pack/in-steps.ts';
import { packMediaIds } from '@satchel/core/pack/pack-contents.ts';
import { recallPackDataInSteps } from '@satchel/core/pack/recalled-pack-data.ts';
import { contentKey } from '#service-worker/page-side.ts';
import type { Database } from '#storage/database.ts';
import { pause } from '#storage/pause.ts';
import type { BundleRecord } from '#storage/records.ts';
import { localMedias } from '../local-medias.ts';
import type { MediaView } from '../media-view.ts';
import { type AppFolder, appFolder } from './manifest.ts';
import { areGone, knowsPlaces } from './missing-medias.ts';
import { hasNoManifest } from './no-manifest.ts';

export interface Subject {
  kind: 'bundle' | 'pack';
  id: string;
}

export interface ContentFile {
  url: string;
  /** Under what the worker keeps it; its address where it cannot be kept. */
  key: string;
  /** What its record says; null when nobody says. */
  bytes: number | null;
}

/** The files of a bundle or pack, as far as the local database knows them. */
export interface FileList {
  /** False while records are missing, so that nothing can be called complete. */
  known: boolean;
  /** Images and documents (CACHE-06, CACHE-07); an embed app's scripts and styles. */
  files: ContentFile[];
  /** A choice of its own. */
  videos: ContentFile[];
  /** Medias that should have a file and whose records name none. */
  fileless: number;
  /** Small pictures that screens show beside them. */
  pictures: string[];
  /** Lists more files, once it is here; null where there is no list to wait for. */
  app: AppFolder | null;
  /** Some of what a pack names is not here; the host is asked before it counts as withdrawn. */
  lacks?: boolean;
  /** It is not on this device any more: nothing about it is still to come. */
  isGone?: boolean;
}

const nothing: FileList = { known: false, files: [], videos: [], fileless: 0, pictures: [], app: null };
const gone: FileList = { ...nothing, isGone: true };

export function contentFile(url: string, origin: string, bytes: number | null = null): ContentFile {
  return { url, key: contentKey(url, origin) ?? url, bytes };
}

function* fileByFile(addresses: readonly string[], origin: string): Generator<void, ContentFile[]> {
  const files: ContentFile[] = [];
  for (const url of addresses) {
    files.push(contentFile(url, origin));
    yield;
  }
  return files;
}

/** In steps: a channel may show tens of thousands of pictures. */
export const contentFiles = (addresses: readonly string[], origin: string) =>
  inSteps(fileByFile(addresses, origin), pause);

const once = (files: ContentFile[]) => [...new Map(files.map((file) => [file.key, file])).values()];

type MediaFiles = Pick<FileList, 'files' | 'videos' | 'fileless' | 'pictures'>;

/** In one pass: a pass that ends and another that begins in the same turn would take more than a share of a frame. */
function* listing(views: readonly MediaView[], origin: string): Generator<void, MediaFiles> {
  const files = new Map<string, ContentFile>();
  const videos = new Map<string, ContentFile>();
  const pictures = new Set<string>();
  let fileless = 0;
  for (const { type, url, size, thumbnailUrl, previewUrl } of views) {
    if (type !== 'media--remote_video') {
      if (url === null) fileless += 1;
      else {
        const file = contentFile(url, origin, size);
        (type === 'media--video' ? videos : files).set(file.key, file);
      }
    }
    if (thumbnailUrl) pictures.add(thumbnailUrl);
    if (previewUrl) pictures.add(previewUrl);
    yield;
  }
  return { files: [...files.values()], videos: [...videos.values()], fileless, pictures: [...pictures] };
}

// A pack may name thousands.
const ofMedias = (views: readonly MediaView[], origin: string) => inSteps(listing(views, origin), pause);

/** Other sites have files in the same places, which they let nobody else read. */
const isOfHost = (url: string, origin: string) => contentKey(url, origin)?.startsWith(`${origin}/`) === true;

/** Pictures and files of the host that a content bundle's page shows or links to. */
function filesInText(html: string, origin: string): ContentFile[] {
  const files: ContentFile[] = [];
  mapAddresses(html, (address) => {
    const url = resolveAddress(address, origin);
    if (isOfHost(url, origin)) files.push(contentFile(url, origin));
    return address;
  });
  return once(files);
}

/** Pictures of the host that a content bundle's page shows. */
export function picturesInText(html: string, origin: string): string[] {
  const pictures: string[] = [];
  const isShown = (picture: string) => {
    if (isOfHost(picture, origin)) pictures.push(picture);
    return true;
  };
  mapAddresses(html, (address) => resolveAddress(address, origin), isShown);
  return pictures;
}

async function ofBundle(database: Database, id: string, origin: string): Promise<FileList> {
  const found = await Promise.all(bundleTypes.map((type) => database.records(type).get(id)));
  const bundle = found.find((record): record is BundleRecord => record !== undefined);
  if (!bundle) return gone;
  const isStub = bundle._meta?.stub === true;
  if (bundle.type === 'salestool--document_bundle') {
    const ids = (bundle.medias ?? []).map((media) => media.id);
    const views = await localMedias(database, ids, origin);
    return {
      known: !isStub && views.size === new Set(ids).size,
      ...(await ofMedias([...views.values()], origin)),
      app: null,
    };
  }
  if (isStub) return nothing;
  const known = { ...nothing, known: true };
  if (bundle.type === 'salestool--content_bundle') {
    return { ...known, files: filesInText(bundle.body?.processed ?? bundle.body?.value ?? '', origin) };
  }
  const app = appFolder(bundle, origin);
  const files = once((app?.entries ?? []).map((url) => contentFile(url, origin)));
  return { ...known, app: app && (await hasNoManifest(database, app)) ? null : app, files };
}

/** All that is shown of a bundle which nobody keeps: its videos, which are a choice of their own. */
export async function listVideos(database: Database, id: string, origin: string): Promise<FileList> {
  const bundle = await database.records('salestool--document_bundle').get(id);
  const ids = (bundle?.medias ?? []).flatMap((media) => (media.type === 'media--video' ? media.id : []));
  const views = await localMedias(database, ids, origin);
  return { ...nothing, ...(await ofMedias([...views.values()], origin)) };
}

/** Restricted to the media that the pack's data names (CACHE-06, PLIST-04). */
async function ofPack(database: Database, id: string, origin: string): Promise<FileList> {
  const pack = await database.records('salestool--pack').get(id);
  // An archived one may be here to be looked at; its files are nobody's any more (PLIST-07).
  if (!pack || pack.archived === true) return gone;
  if (pack._meta?.stub) return nothing;
  const read = await recallPackDataInSteps(pack.pack_data, pause);
  if (!read.ok) return { ...nothing, known: read.because === 'empty' };
  const ids = packMediaIds(read.pack);
  const views = await localMedias(database, ids, origin);
  const missing = ids.filter((media) => !views.has(media));
  return {
    known: (await areGone(database, id, missing)) || (await knowsPlaces(database, pack)),
    lacks: missing.length > 0,
    ...(await ofMedias([...views.values()], origin)),
    app: null,
  };
}

export const listFiles = (database: Database, { kind, id }: Subject, origin: string): Promise<FileList> =>
  kind === 'bundle' ? ofBundle(database, id, origin) : ofPack(database, id, origin);
