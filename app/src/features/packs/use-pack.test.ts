import { expect, test } from 'vitest';
import { sampleMedias } from '#testing/sample-content.ts';
import { contents, documents, samplePack } from '#testing/sample-packs.ts';
import { needsFullLoad } from './use-pack.ts';

const pack = samplePack({ id: 'p' }, contents(documents('d', 'Documents', ['guide', 'case'])));
const all = new Map(sampleMedias.map((media) => [media.id, media]));
const some = new Map(all);
some.delete('case');

test('[PVIEW-12] a stub, a pack without a channel and one with media that are not here are loaded in full', () => {
  expect(needsFullLoad(pack, all)).toBe(false);
  expect(needsFullLoad(pack, some)).toBe(true);
  expect(needsFullLoad({ ...pack, channel: null }, all)).toBe(true);
  expect(needsFullLoad({ ...pack, _meta: { stub: true } }, all)).toBe(true);
});
