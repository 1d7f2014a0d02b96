import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildContent, type Content, type ContentSize } from '#content.ts';
import { type Served, serveHost } from '#host.ts';
import { Front } from './front.ts';

/** Sizes of a channel: 1,000, 10,000 and 50,000 media. */
export const sizes = {
  S: { bundles: 50, mediasPerBundle: 20 },
  M: { bundles: 500, mediasPerBundle: 20 },
  L: { bundles: 5000, mediasPerBundle: 10 },
} as const satisfies Record<string, ContentSize>;

export type SizeName = keyof typeof sizes;

/** A host with a channel of one size, and what stands between it and the browsers. */
export interface World {
  size: SizeName;
  front: Front;
  /** What home says when all of the channel is there. */
  wholeChannel: string;
  close(): Promise<void>;
}

/**
 * Contents take a minute to make. In the folder that SATCHEL_BENCH_CONTENT names they are kept for the next run.
 */
const keptIn = process.env.SATCHEL_BENCH_CONTENT;

export async function openWorld(size: SizeName): Promise<World> {
  const { bundles, mediasPerBundle } = sizes[size];
  const content = await contentOf(size);
  const front = new Front();
  await front.start();
  const host: Served = await serveHost(content.dataFolder, {
    env: { PUBLIC_URL: front.url, TOURS: 'false' },
  });
  front.forwardTo(host.url);
  return {
    size,
    front,
    wholeChannel: `${bundles} bundles, ${bundles * mediasPerBundle} files`,
    async close() {
      await front.dispose();
      await host.stop();
      await content.remove();
    },
  };
}

async function contentOf(size: SizeName): Promise<Pick<Content, 'dataFolder' | 'remove'>> {
  const note = keptIn && join(keptIn, `${size}.json`);
  const dataFolder = note && (await readFile(note, 'utf8').catch(() => null));
  if (dataFolder && existsSync(dataFolder)) return { dataFolder, remove: async () => {} };
  console.log(`Making ${sizes[size].bundles} bundles …`);
  const content = await buildContent(sizes[size], keptIn);
  if (!note) return content;
  await content.database.close();
  await writeFile(note, content.dataFolder);
  return { dataFolder: content.dataFolder, remove: async () => {} };
}
