import { type BundleTypeName, bundleTypes, mediaTypes } from '@satchel/core/contract/resource-type-names.ts';
import { Dexie } from 'dexie';
import type { Database } from '#storage/database.ts';
import { hasManyFiles } from '../load/many-files.ts';
import type { MediaView } from '../media-view.ts';
import type { BundleReads } from './bundle-reads.ts';
import { inParts, type PartWanted } from './in-parts.ts';
import type { FileOrder, WantedFiles } from './wanted-files.ts';

// What comes over from another thread within a frame of a slow tablet.
const bundlesAtOnce = 400;
const filesAtOnce = 400;

const filesAreIn = [...mediaTypes, 'file--file', 'taxonomy_term--keywords'] as const;

/** Of a part of the database as Dexie names it when it has changed. */
const isAboutFiles = (part: string) =>
  part === 'all' ||
  [...filesAreIn, 'salestool--document_bundle'].some((table) => part.includes(`/${table}/`));

/** Null for what is not on the device. */
type KnownViews = ReadonlyMap<string, MediaView | null>;
const noViews: KnownViews = new Map();

const viewsById = (views: readonly MediaView[]) => new Map(views.map((view) => [view.id, view]));

let version = 0;
// Once for the page, however many ask, and before any live query is told, so that what it asks then is answered from what is
// stored now.
Dexie.on('storagemutated', (changed) => {
  if (Object.keys(changed).some(isAboutFiles)) version += 1;
});

/**
 * The reads as screens ask for them inside live queries: by the page itself where there are few files, else in another
 * thread. What an answer depends on is looked at here, at hardly any cost, since a live query follows only what its own
 * page reads.
 */
export function readsOfMany(database: Database, here: BundleReads, elsewhere: BundleReads | null) {
  async function ask<Answer>(read: (reads: BundleReads) => Promise<Answer>): Promise<Answer> {
    if (!elsewhere || !(await hasManyFiles(database))) return read(here);
    try {
      return await read(elsewhere);
    } catch {
      // Where the other thread does not start or breaks, the page is slow, but not empty.
      return read(here);
    }
  }

  const followBundle = (id: string) =>
    Promise.all(bundleTypes.map((type) => database.records(type).where('id').equals(id).count()));

  async function followChannel(id: string, types: readonly BundleTypeName[]) {
    await database.records('salestool--channel').get(id);
    await Promise.all(types.map((type) => database.records(type).count()));
  }

  const followTables = (...types: readonly (typeof filesAreIn)[number][]) =>
    Promise.all(types.map((type) => database.dexie.table(type).limit(1).toArray()));

  /** The files that somebody asked for last: a pack that was saved, or is shown on another page, has the same ones. */
  let last: { version: number; views: KnownViews } = { version, views: noViews };

  async function othersById(ids: readonly string[]) {
    if (ids.length === 0) return new Map<string, MediaView>();
    const read = ({ from, most }: PartWanted) =>
      ask((reads) => reads.mediasById(ids.slice(from, from + most)));
    return viewsById(
      await inParts(filesAtOnce, async (part) => ({ all: ids.length, items: await read(part) })),
    );
  }

  return {
    async head(id: string) {
      await followBundle(id);
      return ask((reads) => reads.head(id, version));
    },
    async summary(id: string) {
      await followBundle(id);
      await followTables('file--file');
      return ask((reads) => reads.summary(id, version));
    },
    async inChannel(channelId: string, types: readonly BundleTypeName[]) {
      await followChannel(channelId, types);
      await followTables('file--file');
      return inParts(bundlesAtOnce, (part) => ask((reads) => reads.inChannel(channelId, types, part)));
    },
    async contents(channelId: string) {
      await followChannel(channelId, bundleTypes);
      await followTables(...mediaTypes, 'file--file');
      return inParts(bundlesAtOnce, (part) => ask((reads) => reads.contents(channelId, part)));
    },
    async medias(id: string) {
      await followBundle(id);
      await followTables(...filesAreIn);
      return inParts(filesAtOnce, (part) => ask((reads) => reads.medias(id, part, version)));
    },
    /** Files by their ids in the order asked for, each once; missing ones are absent. */
    async mediasById(ids: readonly string[]): Promise<Map<string, MediaView>> {
      // Of a few the page follows each by itself, and is not told of all the others.
      if (ids.length <= filesAtOnce) return viewsById(await here.mediasById(ids));
      await followTables(...filesAreIn);
      const before = last.version === version ? last.views : noViews;
      const read = { version, views: new Map<string, MediaView | null>() };
      const added = await othersById(ids.filter((id) => !before.has(id)));
      const views = new Map<string, MediaView>();
      for (const id of ids) {
        const view = added.get(id) ?? before.get(id);
        read.views.set(id, view ?? null);
        if (view) views.set(id, view);
      }
      last = read;
      return views;
    },
    async mediaIdsHere(ids: readonly string[]) {
      if (ids.length <= filesAtOnce) return here.mediaIdsHere(ids);
      await followTables(...mediaTypes);
      return ask((reads) => reads.mediaIdsHere(ids));
    },
    async placesOfFiles(bundleIds: readonly string[], mediaIds: readonly string[]) {
      if (mediaIds.length <= filesAtOnce) return here.placesOfFiles(bundleIds, mediaIds);
      await database.records('salestool--document_bundle').count();
      return ask((reads) => reads.placesOfFiles(bundleIds, mediaIds));
    },
    async filesInSight(id: string, wanted: WantedFiles) {
      await followBundle(id);
      await followTables(...filesAreIn);
      return ask((reads) => reads.filesInSight(id, wanted, version));
    },
    async showable(id: string, order: FileOrder, around: string) {
      await followBundle(id);
      await followTables(...filesAreIn);
      return ask((reads) => reads.showable(id, order, around, version));
    },
  };
}

export type ReadsOfMany = ReturnType<typeof readsOfMany>;
