import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { expect, test } from 'vitest';
import { sampleMedias } from '#testing/sample-content.ts';
import { contents, documents, samplePack } from '#testing/sample-packs.ts';
import { needsFullLoad } from './use-pack.ts';

const savings: PackElement = {
  ...{ id: 's', title: 'Savings', showTitle: true, introText: '', options: { hideTitle: false } },
  type: 'salestool--miniapp_bundle',
  data: { bundle: { id: 'savings', type: 'salestool--miniapp_bundle' } },
};
const pack = samplePack({ id: 'p' }, contents(documents('d', 'Documents', ['guide', 'case']), savings));
const bundles = [{ id: 'savings' }];
const all = new Map(sampleMedias.map((media) => [media.id, media]));
const some = new Map(all);
some.delete('case');

test('[PVIEW-12] a stub, a pack without a channel and one with files or bundles that are not here are loaded in full', () => {
  const here = { medias: all, bundles };
  expect(needsFullLoad(pack, here)).toBe(false);
  expect(needsFullLoad(pack, { ...here, medias: some })).toBe(true);
  expect(needsFullLoad(pack, { ...here, bundles: [] })).toBe(true);
  expect(needsFullLoad({ ...pack, channel: null }, here)).toBe(true);
  expect(needsFullLoad({ ...pack, _meta: { stub: true } }, here)).toBe(true);
});
