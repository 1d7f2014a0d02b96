import { join } from 'node:path';
import { type BucketSettings, createBucketDisk } from './bucket-disk.ts';
import type { Disk } from './disk.ts';
import { createFolderDisk } from './folder-disk.ts';

/** What the settings say about where files are kept. */
export interface FilePlace {
  dataFolder: string;
  /** Undefined: in the data folder. */
  bucket?: BucketSettings | undefined;
}

export const openDisk = ({ dataFolder, bucket }: FilePlace): Disk =>
  bucket ? createBucketDisk(bucket) : createFolderDisk(join(dataFolder, 'files'), dataFolder);
